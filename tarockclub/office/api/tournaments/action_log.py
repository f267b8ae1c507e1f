"""The acts of a tournament, taking them back, and its tables' donations."""

import uuid
from datetime import datetime
from typing import Annotated

from django.http import Http404, HttpRequest
from ninja import Query
from pydantic import Field

from tarockclub.kit.text import clean_reason
from tarockclub.office.api.tournaments.common import FAILS, OwnTournament
from tarockclub.platform.api.authentication import TO_DIRECT, TO_READ_TABLES, TO_TREASURE, TO_WRITE, find_author
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Done, Keyed, Number, Out, Reason, Whole, get_key
from tournaments.core.selectors import load_settings
from tournaments.core.view_helpers import find_own_round, find_own_tournament
from tournaments.hall.action_log.messages import format_act_sentence, load_sentence_names
from tournaments.hall.action_log.selectors import list_acts
from tournaments.models import Act
from tournaments.results.cash.donations import DonationBox, load_donations
from tournaments.results.undo.services import undo, withdraw_result

part = Part("log", "The log, and what the tables owe the donation box.")
undo_part = Part("undo", "Undoing: within ten minutes, as long as nothing has followed.")
_PAGE = 200  # acts in one answer
Words = Annotated[str, Query(max_length=80, description="Only entries with these words in the person or the reason.")]


class ActOut(Out):
    """A log entry."""

    sequence: Number
    at: datetime
    kind: str
    text: str = Field(description="The kind in words.")
    round: Number = Field(description="0: none.")
    table: Number = Field(description="0: none.")
    by: str
    reason: str
    undoes: Number = Field(description="Sequence number of the entry that this one undoes; 0: none.")
    undone_by: Number = Field(description="Sequence number of the entry that has undone this one; 0: it counts.")


class LogOut(Out):
    """The log, the latest entry first."""

    acts: list[ActOut]
    more: bool = Field(description=f"There are more; a response contains at most {_PAGE}.")


class GivenOut(Out):
    """The amount a player has to put in."""

    name: str
    sixths: Whole


class DonationOut(Out):
    """The amount a table owes the donation box."""

    round: Number
    table: Number
    sixths: Whole = Field(description="The amount in sixths of a point.")
    cents: Whole
    by: list[GivenOut]
    done: bool = Field(description="Whether the table is done.")
    counts: bool = Field(description="False: its score was struck out; what was played has to be paid anyway.")
    at_least: bool = Field(description="Only its final totals are known: it may be more.")
    counted: Whole | None = Field(description="Cents the table says it has put in, besides its final totals.")


class DonationsOut(Out):
    """The donation box of a tournament, table by table."""

    rate: Number = Field(description="Cents per point.")
    cents: Whole
    at_least: bool = Field(description="It may be more: for some tables only the final totals are known.")
    donations: list[DonationOut] = Field(validation_alias="tables")


@part.get("log", door=TO_READ_TABLES)
def read_log(request: HttpRequest, tournament: OwnTournament, q: Words = "", before: Number = 0) -> LogOut:
    """List the log of a tournament, the latest entry first; `before`: only entries with a lower sequence number."""
    acts = list_acts(tournament, q).order_by("-sequence")
    found = list((acts.filter(sequence__lt=before) if before else acts)[: _PAGE + 1])
    names = load_sentence_names(found)
    rows = [
        ActOut.read(
            act,
            text=format_act_sentence(act, names),
            round=act.round.number if act.round is not None else 0,
            table=act.table.number if act.table is not None else 0,
            by=act.by.name if act.by is not None else "",
            reason=act.note.text if act.note is not None else "",
            undoes=act.undoes.sequence if act.undoes is not None else 0,
            undone_by=get_sequence(getattr(act, "undone_by", None)),
        )
        for act in found[:_PAGE]
    ]
    return LogOut(acts=rows, more=len(found) > _PAGE)


def get_sequence(act: Act | None) -> int:
    """Return the sequence number of an act; 0: of none."""
    return 0 if act is None else act.sequence


@part.get("donations", door=TO_TREASURE)
def read_donations(request: HttpRequest, tournament: OwnTournament) -> DonationsOut:
    """List what the tables owe the donation box; 404 if the tournament has none."""
    settings = load_settings(tournament)
    if not settings.donation:
        raise Http404
    return DonationsOut.read(DonationBox(load_donations(tournament)), rate=settings.rate)


class ActUndo(Keyed):
    """A request to undo a log entry."""

    reason: Reason = Field(default="", description="Required after ten minutes: for a start, a substitute, a result.")


class ResultWithdrawal(Keyed):
    """A request to withdraw a published result, so that play continues."""

    reason: Reason


class UndoneOut(Out):
    """The result of undoing something."""

    sequence: Number = Field(description="Sequence number of the log entry that records it.")


@undo_part.post("log/{int:sequence}/undo", door=TO_WRITE)
def undo_act(request: HttpRequest, tournament: OwnTournament, sequence: Number, body: ActUndo) -> UndoneOut:
    """Undo a log entry: once, and by a log entry of its own; 409 names the obstacle."""
    done = undo(tournament.pk, get_key(request, body), sequence, find_author(request), clean_reason(body.reason))
    return UndoneOut.read(done)


@undo_part.post("tournaments/{uuid:slug}/results/{int:of}/withdraw", door=TO_DIRECT, fails=FAILS)
def withdraw_published_result(request: HttpRequest, slug: uuid.UUID, of: Number, body: ResultWithdrawal) -> Done:
    """Withdraw the result of a round or (0) the final one: the round, or the tournament, continues."""
    tournament = find_own_round(request, slug, of).tournament if of else find_own_tournament(request, slug)
    withdraw_result(tournament, get_key(request, body), of, clean_reason(body.reason), find_author(request))
    return Done()
