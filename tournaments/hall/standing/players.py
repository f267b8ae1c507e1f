"""The players of a tournament by person, with their start numbers and current names."""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.book.ledger.seats import Seat
from tarockclub.models import Person
from tarockclub.platform.privacy.public_names import (
    build_called_name,
    build_player_called,
    build_player_name,
    build_public_name,
)
from tournaments.core.acts import Kind, parse_content
from tournaments.core.lookup import Lookup, format_unknown_person
from tournaments.core.settings import PRIZE, parse_settings
from tournaments.models import Act, Entrant, Presence, Prize, Tournament


class StandingPlayer(NamedTuple):
    """The owner of a result."""

    person: int
    entrant: int  # 0: the player only took over a seat
    number: int  # start number; 0 as above
    name: str  # as public pages show it
    real: str = ""  # as in the register, for pages of the staff
    prizes: tuple[tuple[int, str], ...] = ()  # chosen ones by round, 0: overall; if the standings have a column of them
    has_withdrawn: bool = False

    def find_prize(self, scope: int) -> str | None:
        """Return the prize that was chosen for a round, or (0) for the whole tournament; None without one."""
        return dict(self.prizes).get(scope)


class People(NamedTuple):
    """The players of a tournament."""

    by_person: Lookup[StandingPlayer]
    shown: dict[int, int]  # person who was entered twice: the person to show instead
    absent: frozenset[tuple[int, int]] = frozenset()  # round, person: has not come, or waits

    def get_player(self, person: int) -> StandingPlayer:
        """Return the player for a person."""
        return self.by_person[self.shown.get(person, person)]

    def name_seats(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        """Return seats with the names that everybody may see, for the hands in words."""
        return tuple(seat.rename(lambda person: self.get_player(person).name) for seat in seats)

    def list_holders(self, persons: Iterable[tuple[int, int]]) -> set[StandingPlayer]:
        """Return the holders of a sitting, from persons with the line from which they held it."""
        return {self.get_player(person) for _since, person in persons}


_PERSON = ("pk", "merged_into", build_public_name(), build_called_name())
_ABSENT_STATES = (Presence.State.NO_SHOW, Presence.State.WAITS)
_ENTRANT = (
    "person",
    "person__merged_into",
    "pk",
    "number",
    build_player_name(),
    build_player_called(),
    "withdrawn",
)


def load_people(tournament: Tournament, persons: Iterable[int]) -> People:
    """Return all entrants and these other persons; two queries, a few more for persons without an entrant."""
    unknown = format_unknown_person()
    by_person = Lookup[StandingPlayer]({}, lambda person: StandingPlayer(person, 0, 0, unknown, unknown))
    merged_into: dict[int, int] = {}
    entrants = Entrant.objects.filter(tournament=tournament).order_by("number")
    for person, into, entrant, number, name, real, withdrawn in entrants.values_list(*_ENTRANT):
        player = StandingPlayer(person, entrant, number, name, real, has_withdrawn=withdrawn is not None)
        by_person[person] = player
        if into is not None:
            merged_into[person] = into
    _load_missing({*persons, *merged_into.values()} - by_person.keys(), by_person, merged_into)
    people = _apply_merges(by_person, {person: _find_last(person, merged_into) for person in merged_into})
    if PRIZE in parse_settings(tournament.settings).columns:
        _add_prizes(tournament, people)
    away = Presence.objects.filter(round__tournament=tournament, state__in=_ABSENT_STATES)
    absent = away.values_list("round__number", "entrant__person")
    return people._replace(absent=frozenset((number, people.get_player(person).person) for number, person in absent))


def _add_prizes(tournament: Tournament, people: People) -> None:
    """Add the prizes that were chosen; the last choice of each person counts. Two queries."""
    names = dict(Prize.objects.filter(tournament=tournament).values_list("pk", "name"))
    acts = Act.objects.filter(tournament=tournament, kind=Kind.CHOICE, undone_by=None).order_by("sequence")
    choices = {(content["of"], content["person"]): content["prize"] for content in map(parse_content, acts)}
    for (scope, person), prize in choices.items():
        player = people.get_player(person)
        if prize in names:
            people.by_person[player.person] = player._replace(prizes=(*player.prizes, (scope, names[prize])))


def _apply_merges(by_person: Lookup[StandingPlayer], merged_into: dict[int, int]) -> People:
    """Give merged persons the name that was kept; results remain those of the person who entered.

    Otherwise a published result, a lot or a choice of prizes would belong to a person who is not in it.
    """
    entered: dict[int, int] = {}
    for person, into in merged_into.items():
        if by_person[person].entrant and not by_person[into].entrant:
            entered.setdefault(into, person)
    for into, person in entered.items():
        by_person[person] = by_person[person]._replace(name=by_person[into].name, real=by_person[into].real)
    shown = {person: entered.get(into, into) for person, into in merged_into.items()} | entered
    return People(by_person, {person: player for person, player in shown.items() if person != player})


def _load_missing(missing: set[int], by_person: dict[int, StandingPlayer], merged_into: dict[int, int]) -> None:
    while missing:
        further: set[int] = set()
        for person, into, name, real in Person.objects.filter(pk__in=missing).values_list(*_PERSON):
            by_person[person] = StandingPlayer(person, 0, 0, name, real)
            if into is not None:
                merged_into[person] = into
                further.add(into)
        missing = further - by_person.keys()


def _find_last(person: int, merged_into: dict[int, int]) -> int:
    """Return the person into whom a person was finally merged."""
    passed = {person}
    while person in merged_into and merged_into[person] not in passed:
        person = merged_into[person]
        passed.add(person)
    return person
