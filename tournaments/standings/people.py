"""Whose results they are: the players of a tournament by person, with their start numbers and names of today."""

from collections.abc import Iterable
from typing import NamedTuple

from tarockclub.models import Person
from tournaments.models import Entrant, Tournament


class Player(NamedTuple):
    """Somebody whose result it is."""

    person: int
    entrant: int  # 0: he has only taken over a seat
    number: int  # start number; 0 as above
    name: str


class People(NamedTuple):
    """The players of a tournament."""

    by_person: dict[int, Player]
    same: dict[int, int]  # who was entered twice: the person that he is

    def player(self, person: int) -> Player:
        """Who a person is."""
        return self.by_person[self.same.get(person, person)]

    def held(self, persons: Iterable[tuple[int, int]]) -> set[Player]:
        """Who held a sitting, of persons with the line from which on."""
        return {self.player(person) for _since, person in persons}

    def of_entrant(self, entrant: int) -> Player | None:
        """Who takes part under an id of Entrant."""
        return next((one for one in self.by_person.values() if one.entrant == entrant), None)


_ENTRANT = ("person", "person__merged_into", "pk", "number", "person__name")


def people_of(tournament: Tournament, persons: Iterable[int]) -> People:
    """Everybody who takes part, and these persons besides; one query, a few more where somebody is no entrant."""
    by_person: dict[int, Player] = {}
    same: dict[int, int] = {}
    for person, into, entrant, number, name in Entrant.objects.filter(tournament=tournament).values_list(*_ENTRANT):
        by_person[person] = Player(person, entrant, number, name)
        if into is not None:
            same[person] = into
    _find({*persons, *same.values()} - by_person.keys(), by_person, same)
    return People(by_person, {one: _last(one, same) for one in same})


def _find(missing: set[int], by_person: dict[int, Player], same: dict[int, int]) -> None:
    while missing:
        further: set[int] = set()
        for person, into, name in Person.objects.filter(pk__in=missing).values_list("pk", "merged_into", "name"):
            by_person[person] = Player(person, 0, 0, name)
            if into is not None:
                same[person] = into
                further.add(into)
        missing = further - by_person.keys()


def _last(person: int, same: dict[int, int]) -> int:
    """Who a person is in the end, merged as often as it may be."""
    passed = {person}
    while person in same and same[person] not in passed:
        person = same[person]
        passed.add(person)
    return person
