"""Taking back acts that are no actions yet: substitutes, and rounds that were given up."""

from typing import Any

from tournaments.core.actions.reversals import Reversal, UndoStep
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.models import Round
from tournaments.people.entrants.seat_reversals import check_seat, take_seat_back
from tournaments.people.entrants.services import must_go_on


def _check_given_up(step: UndoStep) -> None:
    must_go_on(step.tournament)
    if not parse_content(step.act).get("given_up"):
        raise ActionRefused("cannot_undo")


def _take_given_up_back(step: UndoStep) -> dict[str, Any]:
    Round.objects.filter(pk=step.round.pk).update(closed=None)
    return {"round": parse_content(step.act)["round"]}


KINDS: dict[str, Reversal] = {
    Kind.SUBSTITUTE: Reversal(check_seat, take_seat_back, later=True),
    Kind.ROUND: Reversal(_check_given_up, _take_given_up_back),
}
