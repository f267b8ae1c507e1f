"""Undoing actions in a tournament."""

import uuid

from django.http import HttpRequest
from pydantic import Field

from tarockclub.kit.text import clean_reason
from tarockclub.office.api.tournaments.common import FAILS, OwnPart
from tarockclub.platform.api.authentication import TO_DIRECT, TO_WRITE, find_author
from tarockclub.platform.api.schemas import Done, Keyed, Number, Out, Reason, get_key
from tournaments.core.view_helpers import find_own_round, find_own_tournament
from tournaments.models import Tournament
from tournaments.results.undo.services import undo, withdraw_result

part = OwnPart("undo", "Undoing: within ten minutes, as long as nothing has followed.")


class ActUndo(Keyed):
    """A request to undo a log entry."""

    reason: Reason = Field(default="", description="Required after ten minutes: for a start, a substitute, a result.")


class ResultWithdrawal(Keyed):
    """A request to withdraw a published result, so that play continues."""

    reason: Reason


class UndoneOut(Out):
    """The result of undoing something."""

    sequence: Number = Field(description="Sequence number of the log entry that records it.")


@part.post("log/{int:sequence}/undo", door=TO_WRITE)
def undo_act(request: HttpRequest, tournament: Tournament, sequence: Number, body: ActUndo) -> UndoneOut:
    """Undo a log entry: once, and by a log entry of its own; 409 names the obstacle."""
    done = undo(tournament.pk, get_key(request, body), sequence, find_author(request), clean_reason(body.reason))
    return UndoneOut.read(done)


@part.post("tournaments/{uuid:slug}/results/{int:of}/withdraw", door=TO_DIRECT, fails=FAILS)
def withdraw_published_result(request: HttpRequest, slug: uuid.UUID, of: Number, body: ResultWithdrawal) -> Done:
    """Withdraw the result of a round or (0) the final one: the round, or the tournament, continues."""
    tournament = find_own_round(request, slug, of).tournament if of else find_own_tournament(request, slug)
    withdraw_result(tournament, get_key(request, body), of, clean_reason(body.reason), find_author(request))
    return Done()
