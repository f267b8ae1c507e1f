"""Who takes part: people entered, out and back, their rounds, fees, presence; substitutes."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from django.http import HttpRequest
from pydantic import Field

from tarockclub.api.authentication import DIRECTOR, SECRETARY, WATCHER
from tarockclub.api.errors import Failed, wrong
from tarockclub.api.operations import Part
from tarockclub.api.schemas import MOST_ITEMS, Cents, Done, In, Keyed, KeyOnly, Name, Number, Out, key_of
from tarockclub.models import Person
from tournaments.acts import Refused, said_by
from tournaments.api.common import (
    FAILS,
    entrant_at,
    entrants_of,
    name_in,
    numbers_of,
    own,
    own_round,
    own_table,
    refusals,
    who,
)
from tournaments.entrants import round_entries as rounds
from tournaments.entrants.debts import decide_debt
from tournaments.entrants.selectors import debtors_in
from tournaments.entrants.services import enter
from tournaments.entrants.start_numbers import HIGHEST, number_by_name, renumber
from tournaments.entrants.substitutes import substitute
from tournaments.messages import sentence
from tournaments.models import Entrant, Presence, Tournament
from tournaments.name_lists.candidates import Newcomer
from tournaments.selectors import settings_of

part = Part("entrants", "Who takes part in a tournament: entries, rounds, fees, who is there, substitutes.")
_MOST = MOST_ITEMS // 2  # in one write
State = Literal["in", "waits", "no_show", "left"]
StartNumber = Number
Debt = Literal["", "waived", "moved", "seat"]


class InRound(Out):
    """What somebody does in a round that he has entered."""

    round: Number
    state: State
    paid: Cents
    owes: Cents = Field(description="The fee, where it is still due.")
    debt: Debt = Field(description="What was decided about a fee that is not paid; empty: nothing.")


class EntrantOut(Out):
    """Somebody who takes part."""

    number: StartNumber = Field(description="His start number.")
    name: str
    person: Number = Field(description="His number in the club's register.")
    withdrawn: bool
    rounds: list[InRound]


class EntrantsOut(Out):
    """Everybody who takes part."""

    entrants: list[EntrantOut]


class NewEntrant(In):
    """Somebody who is to take part: known by his name, or new."""

    name: Name
    number: StartNumber | None = Field(default=None, ge=1, le=HIGHEST, description="The next one that is free if none.")
    new: bool = Field(default=False, description="Somebody else, of the same name as one who is known.")
    person: Number = Field(default=0, description="His number in the register; 0: he is found by his name.")


class NewEntrants(Keyed):
    """People to be entered; who takes part already only enters the rounds."""

    entrants: list[NewEntrant] = Field(min_length=1, max_length=_MOST)
    rounds: list[Number] = Field(default=[], max_length=99, description="Rounds that they enter, too.")


class Entered(Out):
    """Who was entered."""

    numbers: list[StartNumber] = Field(description="Their start numbers, in the order in which they were sent.")


class Withdrawal(Keyed):
    """Somebody plays no more, or again."""

    back: bool = False


class NewNumber(Keyed):
    """Another start number; whoever had it gets his."""

    number: int = Field(ge=1, le=HIGHEST)


class Entries(Keyed):
    """Who enters a round, and whose entry is taken back; start numbers."""

    come: list[StartNumber] = Field(default=[], max_length=_MOST)
    go: list[StartNumber] = Field(default=[], max_length=_MOST)


class FeesPaid(Keyed):
    """Whose fee of a round is paid, or given back; start numbers."""

    entrants: list[StartNumber] = Field(min_length=1, max_length=_MOST)
    back: bool = False


class DebtDecided(Keyed):
    """What is decided about a fee that somebody has not paid; start numbers."""

    entrant: StartNumber
    decision: Literal["waived", "moved", "owed"]
    payer: StartNumber = Field(default=0, description="Who pays instead, if it is moved; has entered the round, too.")


class Presences(Keyed):
    """Who plays, waits, has not come or has left; start numbers."""

    entrants: list[StartNumber] = Field(min_length=1, max_length=_MOST)
    state: State


class NewSubstitute(Keyed):
    """Who takes a place from the next hand on."""

    place: int = Field(ge=0, le=5)
    name: Name
    person: Number = Field(default=0, description="Number in the register; 0: found by the name.")
    new: bool = Field(
        default=False,
        description="Somebody new, though others are like that: else 409 `alike` names them as `candidates`.",
    )


@part.get("tournaments/{uuid:slug}/entrants", gives=EntrantsOut, door=WATCHER, fails=(404,))
def list_entrants(request: HttpRequest, slug: uuid.UUID) -> EntrantsOut:
    """Everybody who takes part, with his rounds and what he has paid."""
    tournament = own(request, slug)
    entered: dict[int, list[InRound]] = {}
    rows = Presence.objects.filter(round__tournament=tournament).order_by("round__number")
    debtors, fee = debtors_in(rows), settings_of(tournament).fee
    for entrant, number, state, paid, debt in rows.values_list("entrant", "round__number", "state", "paid", "debt"):
        owes = fee if (entrant, number) in debtors else 0
        said = {"round": number, "state": state, "paid": paid, "owes": owes, "debt": debt}
        entered.setdefault(entrant, []).append(InRound.model_validate(said))
    people = Entrant.objects.filter(tournament=tournament).select_related("person").order_by("number")
    return EntrantsOut(
        entrants=[
            EntrantOut(
                number=one.number,
                name=one.person.name,
                person=one.person.number,
                withdrawn=one.withdrawn is not None,
                rounds=entered.get(one.pk, []),
            )
            for one in people
        ]
    )


@part.post("tournaments/{uuid:slug}/entrants", gives=Entered, door=SECRETARY, fails=FAILS)
def enter_people(request: HttpRequest, slug: uuid.UUID, body: NewEntrants) -> Entered:
    """Enter people, also into rounds; a name that is known is who is known."""
    tournament = own(request, slug)
    known = _persons(tournament, body)
    newcomers = [Newcomer(name_in(one.name), known[one.person], one.number, one.new) for one in body.entrants]
    with refusals():
        done = enter(tournament.pk, key_of(request, body), newcomers, body.rounds, who(request))
    return Entered(numbers=numbers_of(tournament, said_by(done)["entrants"]))


def _persons(tournament: Tournament, body: NewEntrants) -> dict[int, int | None]:
    """The persons (ids) that are named by their numbers in the register; nobody has 0."""
    wanted = {one.person for one in body.entrants} - {0}
    there = Person.objects.filter(club=tournament.club_id, number__in=wanted)
    found: dict[int, int | None] = dict(there.values_list("number", "pk"))
    if missing := wanted - found.keys():
        at = next(at for at, one in enumerate(body.entrants) if one.person in missing)
        raise wrong(f"entrants/{at}/person", "not_offered")
    return found | {0: None}


@part.post("tournaments/{uuid:slug}/entrants/in-order", gives=Done, door=SECRETARY, fails=FAILS)
def number_entrants_by_name(request: HttpRequest, slug: uuid.UUID, body: KeyOnly) -> Done:
    """Number everybody anew in order of the alphabet, before the first draw."""
    tournament = own(request, slug)
    with refusals():
        number_by_name(tournament.pk, key_of(request, body), who(request))
    return Done()


@part.post("tournaments/{uuid:slug}/entrants/{int:number}/withdraw", gives=Done, door=SECRETARY, fails=FAILS)
def withdraw_entrant(request: HttpRequest, slug: uuid.UUID, number: StartNumber, body: Withdrawal) -> Done:
    """Somebody plays no more in this tournament, or again."""
    tournament = own(request, slug)
    with refusals():
        entrant = entrant_at(tournament, number)
        rounds.withdraw(tournament.pk, key_of(request, body), entrant, who(request), back=body.back)
    return Done()


@part.post("tournaments/{uuid:slug}/entrants/{int:number}/number", gives=Done, door=SECRETARY, fails=FAILS)
def renumber_entrant(request: HttpRequest, slug: uuid.UUID, number: StartNumber, body: NewNumber) -> Done:
    """Give somebody another start number, before the first draw; whoever had it gets his."""
    tournament = own(request, slug)
    with refusals():
        renumber(tournament.pk, key_of(request, body), entrant_at(tournament, number), body.number, who(request))
    return Done()


@part.post("tournaments/{uuid:slug}/rounds/{int:number}/entries", gives=Done, door=SECRETARY, fails=FAILS)
def change_round_entries(request: HttpRequest, slug: uuid.UUID, number: Number, body: Entries) -> Done:
    """Enter people into a round, or take their entries back."""
    found = own_round(request, slug, number)
    with refusals():
        come, go = (entrants_of(found.tournament, some) for some in (body.come, body.go))
        rounds.change_entries(found.round, key_of(request, body), come, go, who(request))
    return Done()


@part.post("tournaments/{uuid:slug}/rounds/{int:number}/fees", gives=Done, door=SECRETARY, fails=FAILS)
def pay_fees(request: HttpRequest, slug: uuid.UUID, number: Number, body: FeesPaid) -> Done:
    """Write down that the fee of a round was paid, or given back; who has paid pays nothing more."""
    found = own_round(request, slug, number)
    with refusals():
        entrants = entrants_of(found.tournament, body.entrants)
        rounds.pay(found.round, key_of(request, body), entrants, who(request), back=body.back)
    return Done()


@part.post("tournaments/{uuid:slug}/rounds/{int:number}/debts", gives=Done, door=SECRETARY, fails=FAILS)
def decide_fee_debt(request: HttpRequest, slug: uuid.UUID, number: Number, body: DebtDecided) -> Done:
    """Decide about a fee that is not paid: waived, moved to somebody else, or owed after all."""
    found = own_round(request, slug, number)
    with refusals():
        entrant = entrant_at(found.tournament, body.entrant)
        payer = entrant_at(found.tournament, body.payer) if body.payer else None
        decision = "" if body.decision == "owed" else body.decision
        decide_debt(found.round, key_of(request, body), entrant, decision, who(request), payer=payer)
    return Done()


@part.post("tournaments/{uuid:slug}/rounds/{int:number}/presence", gives=Done, door=SECRETARY, fails=FAILS)
def set_presence(request: HttpRequest, slug: uuid.UUID, number: Number, body: Presences) -> Done:
    """Say who plays in a round, waits, has not come, or has left it in the middle."""
    found = own_round(request, slug, number)
    with refusals():
        entrants = entrants_of(found.tournament, body.entrants)
        rounds.set_state(found.round, key_of(request, body), entrants, body.state, who(request))
    return Done()


@part.post(
    "tournaments/{uuid:slug}/rounds/{int:number}/tables/{int:table}/substitute",
    gives=Entered,
    door=DIRECTOR,
    fails=FAILS,
)
def name_substitute(
    request: HttpRequest, slug: uuid.UUID, number: Number, table: Number, body: NewSubstitute
) -> Entered:
    """Let somebody take a place from the next hand on, with its score."""
    here = own_table(request, slug, number, table)
    person = _person(here.round.tournament, body.person)
    newcomer = Newcomer(name_in(body.name), person, new=body.new)
    with refusals(), _asked_about():
        done = substitute(here, key_of(request, body), body.place, newcomer, who(request))
    return Entered(numbers=numbers_of(here.round.tournament, [said_by(done)["came"]]))


def _person(tournament: Tournament, number: int) -> int | None:
    """The person (id) of a number in the register; None for 0."""
    if not number:
        return None
    found = Person.objects.filter(club=tournament.club_id, number=number).values_list("pk", flat=True).first()
    if found is None:
        raise wrong("person", "not_offered")
    return found


@contextmanager
def _asked_about() -> Iterator[None]:
    """Answer a name that is like others' with these others, by their numbers in the register."""
    try:
        yield
    except Refused as refused:
        if refused.code != "alike":
            raise
        others = refused.params["question"].others
        numbers = dict(Person.objects.filter(pk__in=[one.person for one in others]).values_list("pk", "number"))
        candidates = [{"name": one.name, "person": numbers[one.person], "number": one.number or 0} for one in others]
        raise Failed(409, refused.code, sentence(refused), candidates=candidates) from refused
