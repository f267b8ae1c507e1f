"""Taking back what was done in a tournament, and its tables' donations."""

import uuid

from django.http import Http404, HttpRequest
from pydantic import Field

from tarockclub.kit.text import clean_reason
from tarockclub.office.api.tournaments.common import FAILS, OwnTournament
from tarockclub.platform.api.authentication import TO_DIRECT, TO_TREASURE, TO_WRITE, find_author
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Done, Keyed, Number, Out, Reason, Whole, get_key
from tournaments.core.selectors import load_settings
from tournaments.core.view_helpers import find_own_round, find_own_tournament
from tournaments.results.cash.donations import DonationBox, load_donations
from tournaments.results.undo.services import undo, withdraw_result

part = Part("donations", "What the tables owe the donation box.")
undo_part = Part("undo", "Undoing: within ten minutes, as long as nothing has followed.")


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
