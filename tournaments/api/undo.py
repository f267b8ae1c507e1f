"""Taking something back that was done in a tournament."""

import uuid

from django.http import HttpRequest
from pydantic import Field

from tarockclub.api.authentication import DIRECTOR, SECRETARY
from tarockclub.api.operations import Part
from tarockclub.api.schemas import Done, Keyed, Number, Out, Reason, key_of
from tournaments.acts import Refused
from tournaments.api.common import FAILS, own, own_round, reason_in, refusals, who
from tournaments.undo.messages import error_message
from tournaments.undo.services import undo, withdraw_result

part = Part("undo", "Taking back what was done: within ten minutes, while nothing has followed.")


class ActUndo(Keyed):
    """That an act is taken back."""

    reason: Reason = Field(default="", description="Needed when ten minutes are over: a start, a substitute, a result.")


class ResultWithdrawal(Keyed):
    """That a published result is taken back, and it is played on."""

    reason: Reason


class UndoneOut(Out):
    """That something was taken back."""

    sequence: Number = Field(description="Of the act that says so.")


@part.post("tournaments/{uuid:slug}/log/{int:sequence}/undo", gives=UndoneOut, door=SECRETARY, fails=FAILS)
def undo_act(request: HttpRequest, slug: uuid.UUID, sequence: Number, body: ActUndo) -> UndoneOut:
    """Take an act of the log back: once, and by an act of its own; 409 says what stands against it."""
    tournament = own(request, slug)
    with refusals(error_message):
        _must_be_known(sequence)
        done = undo(tournament.pk, key_of(request, body), sequence, who(request), reason_in(body.reason))
    return UndoneOut(sequence=done.sequence)


@part.post("tournaments/{uuid:slug}/results/{int:of}/withdraw", gives=Done, door=DIRECTOR, fails=FAILS)
def withdraw_published_result(request: HttpRequest, slug: uuid.UUID, of: Number, body: ResultWithdrawal) -> Done:
    """Take the result of a round, or (0) the final one, back: the round, or the tournament, is played on."""
    tournament = own_round(request, slug, of).tournament if of else own(request, slug)
    with refusals(error_message):
        withdraw_result(tournament, key_of(request, body), of, reason_in(body.reason), who(request))
    return Done()


def _must_be_known(sequence: int) -> None:
    if sequence >= 1 << 31:
        raise Refused("no_such_act")
