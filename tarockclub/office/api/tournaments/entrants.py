"""The participants: entering, withdrawing and returning, their rounds, fees, presence."""

from typing import Literal

from django.http import HttpRequest
from pydantic import Field

from tarockclub.kit.lists.typed_names import read_typed_name
from tarockclub.models import Person
from tarockclub.office.api.tournaments.common import OwnTournament, add_operations, list_numbers, perform
from tarockclub.platform.accounts.person_details import clean_details
from tarockclub.platform.api.authentication import TO_ENTER, TO_READ_PEOPLE
from tarockclub.platform.api.errors import build_input_error
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Cents, In, Keyed, Name, Number, Out
from tournaments.core.actions.base import require_name
from tournaments.core.acts import parse_content
from tournaments.core.selectors import load_settings
from tournaments.models import Entrant, Presence, Tournament
from tournaments.people.entrants.actions import ChangeEntries, SetPresence, Withdraw
from tournaments.people.entrants.entering import HIGHEST, MOST_AT_ONCE, EnterPeople, NumberByName, Renumber
from tournaments.people.entrants.fee_actions import DecideDebt, PayFees
from tournaments.people.entrants.fees import list_debtors, load_fees
from tournaments.people.name_lists.candidates import Newcomer

part = Part("entrants", "The participants of a tournament: rounds, entry fees, attendance.")
State = Literal["in", "waits", "no_show", "left"]
StartNumber = Number
Debt = Literal["", "waived", "moved", "seat"]


class InRound(Out):
    """A player's status in a round."""

    round: Number
    state: State
    paid: Cents
    owes: Cents = Field(
        description="The entry fee, if it is still due; that of the tournament in its first round only."
    )
    debt: Debt = Field(description="The decision about an unpaid entry fee; empty: none.")


class EntrantOut(Out):
    """A participant."""

    number: StartNumber = Field(description="Start number.")
    name: str
    person: Number = Field(description="Number in the club's register.")
    withdrawn: bool
    rounds: list[InRound]


class EntrantsOut(Out):
    """All participants."""

    entrants: list[EntrantOut]


class NewEntrant(In):
    """A new participant: known by name, or new."""

    name: Name
    number: StartNumber | None = Field(default=None, ge=1, le=HIGHEST, description="If missing: the next free one.")
    new: bool = Field(default=False, description="A different person with the same name as a known one.")
    person: Number = Field(default=0, description="Number in the register; 0: found by name.")


class NewEntrants(Keyed):
    """People to register; those who already take part are only registered for the rounds."""

    entrants: list[NewEntrant] = Field(min_length=1, max_length=MOST_AT_ONCE)
    rounds: list[Number] = Field(default=[], max_length=99, description="Rounds for which they are registered, too.")


class Entered(Out):
    """The people who were registered."""

    numbers: list[StartNumber] = Field(description="Start numbers, in the order of the request.")


@part.get("entrants", door=TO_READ_PEOPLE)
def list_entrants(request: HttpRequest, tournament: OwnTournament) -> EntrantsOut:
    """List all participants, with their rounds and what they have paid."""
    entered: dict[int, list[InRound]] = {}
    rows = Presence.objects.filter(round__tournament=tournament).order_by("round__number")
    settings = load_settings(tournament)
    debtors = list_debtors(rows, settings)
    fees = load_fees(settings, {entrant for entrant, _number in debtors})
    for entrant, number, state, paid, debt in rows.values_list("entrant", "round__number", "state", "paid", "debt"):
        owes = fees[entrant] if (entrant, number) in debtors else 0
        values = {"round": number, "state": state, "paid": paid, "owes": owes, "debt": debt}
        entered.setdefault(entrant, []).append(InRound.model_validate(values))
    people = Entrant.objects.filter(tournament=tournament).select_related("person").order_by("number")
    return EntrantsOut(
        entrants=[
            EntrantOut.read(
                entrant,
                name=entrant.person.name,
                person=entrant.person.number,
                withdrawn=entrant.withdrawn is not None,
                rounds=entered.get(entrant.pk, []),
            )
            for entrant in people
        ]
    )


@part.post("entrants", door=TO_ENTER)
def enter_people(request: HttpRequest, tournament: OwnTournament, body: NewEntrants) -> Entered:
    """Register people, also for rounds; a known name refers to the known person, unless a town contradicts that."""
    person_ids = _find_persons(tournament, body)
    newcomers = []
    for entrant in body.entrants:
        name, town = read_typed_name(require_name(entrant.name))
        newcomer = Newcomer(name, person_ids[entrant.person], entrant.number, entrant.new)
        newcomers.append(newcomer._replace(details=clean_details(town=town)))
    done = perform(request, tournament, EnterPeople(newcomers=newcomers, rounds=body.rounds), body)
    return Entered(numbers=list_numbers(tournament, parse_content(done)["entrants"]))


def _find_persons(tournament: Tournament, body: NewEntrants) -> dict[int, int | None]:
    """Return the persons (ids) with these numbers in the register; 0 is no person."""
    numbers = {entrant.person for entrant in body.entrants} - {0}
    people = Person.objects.filter(club=tournament.club_id, number__in=numbers)
    ids: dict[int, int | None] = dict(people.values_list("number", "pk"))
    if missing := numbers - ids.keys():
        index = next(index for index, entrant in enumerate(body.entrants) if entrant.person in missing)
        raise build_input_error(f"entrants/{index}/person", "not_offered")
    return ids | {0: None}


add_operations(part, NumberByName, Renumber, Withdraw, ChangeEntries, SetPresence, PayFees, DecideDebt)
