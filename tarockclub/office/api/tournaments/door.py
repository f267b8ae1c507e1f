"""At the door: who is expected, there, has paid; checking in."""

from typing import Literal

from django.http import HttpRequest
from pydantic import Field

from tarockclub.office.api.tournaments.common import OwnTournament, perform
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.api.authentication import TO_ENTER, TO_READ_PEOPLE, find_caller
from tarockclub.platform.api.errors import ApiError
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Cents, Keyed, Number, Out
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.models import Round, Tournament
from tournaments.people.door.actions import CheckIn, TakeArrivalBack, count_paid
from tournaments.people.door.selectors import find_door_round, load_door
from tournaments.people.entrants.start_numbers import find_entrant
from tournaments.people.entrants.waiting_list import load_line

part = Part("door", "At the door: participants are checked in by several programs and desks at once.")
State = Literal["missing", "free", "owing", "ready", "gone"]


class DoorRowOut(Out):
    """A participant at the door."""

    number: Number
    name: str
    town: str
    state: State = Field(
        description="missing: not there, owes; free: not there, owes nothing; owing: there, owes; ready; gone."
    )
    waits: bool = Field(description="Says to be there, and waits for the staff.")


class DoorWaitingOut(Out):
    """Somebody whose registration waits; confirmed by its id, or entered by name, they take part."""

    registration: Number
    name: str
    town: str
    waiting_place: Number = Field(description="Place on the waiting list; 0: there is room.")


class DoorOut(Out):
    """Everybody who is expected."""

    round: Number = Field(description="For which people come; 0: no round is open.")
    fee: Cents
    here: Number
    missing: Number
    owing: Number
    taking_part: Number
    places: Number = Field(description="0: any number.")
    entrants: list[DoorRowOut]
    waiting: list[DoorWaitingOut]


class CheckingIn(Keyed):
    """A participant who is there."""

    number: Number
    paid: bool = Field(default=False, description="Pays the fee, if it is owed; needs the right for the cash box.")


class CheckedInOut(Out):
    """The money that was taken."""

    paid: Cents


class TakingCheckInBack(Keyed):
    """A participant who is not there after all."""

    number: Number


def _find_round(tournament: Tournament) -> Round:
    round_ = find_door_round(tournament)
    if round_ is None:
        raise ActionRefused("no_such_round", round=1)
    return round_


@part.get("door", door=TO_READ_PEOPLE)
def read_door(request: HttpRequest, tournament: OwnTournament) -> DoorOut:
    """Everybody who is expected, with the counters."""
    door, line = load_door(tournament, is_whole=True), load_line(tournament)
    waiting = [(each, line.find_place(each.pk)) for each in (*line.ahead, *line.behind)]
    return DoorOut(
        round=0 if door.round is None else door.round.number,
        fee=door.fee,
        here=door.counts.here,
        missing=door.counts.missing,
        owing=door.counts.owing,
        taking_part=door.places.entrants,
        places=door.places.most,
        entrants=[DoorRowOut.read(row) for row in door.rows],
        waiting=[
            DoorWaitingOut(registration=each.pk, name=each.name.text, town=each.town, waiting_place=place)
            for each, place in waiting
        ],
    )


@part.post("door", door=TO_ENTER)
def check_in_entrant(request: HttpRequest, tournament: OwnTournament, body: CheckingIn) -> CheckedInOut:
    """Check a participant in; where another desk has done it already, nothing is done again."""
    if body.paid and not find_caller(request).rights.has(Right.TREASURE):
        raise ApiError(403, "not_for_role", format_refusal(ActionRefused("not_for_role")))
    entrant, round_ = find_entrant(tournament, body.number), _find_round(tournament)
    wanted = CheckIn(entrant=entrant, paid=body.paid)
    return CheckedInOut(paid=count_paid(perform(request, round_, wanted, body)))


@part.post("door/back", door=TO_ENTER)
def take_check_in_back(request: HttpRequest, tournament: OwnTournament, body: TakingCheckInBack) -> CheckedInOut:
    """Take a check-in back; a fee that was taken with it goes back, too."""
    money = find_caller(request).rights.has(Right.TREASURE)
    entrant, round_ = find_entrant(tournament, body.number), _find_round(tournament)
    perform(request, round_, TakeArrivalBack(entrant=entrant, money=money), body)
    return CheckedInOut(paid=0)
