"""Who is meant by a name: known, taking part already, or like somebody, with the reason; nothing is written."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from tarockclub.models import Person
from tournaments.models import Entrant, Tournament
from tournaments.name_lists.columns import ListPerson
from tournaments.name_lists.name_matching import SAME, NameIndex, find_similar

NEW, KNOWN_PERSON, ALREADY_ENTERED, DOUBLE, SIMILAR, UNREADABLE = (
    "new",
    "known",
    "entered",  # takes part already
    "double",  # stands in the list further up
    "alike",  # may be somebody else who is known or stands further up
    "unreadable",
)


class SimilarPerson(NamedTuple):
    """Somebody a name is like: a person, or a row further up (person None)."""

    name: str
    why: str
    person: int | None
    number: int | None  # his start number, if he takes part
    row: int = 0


class Candidate(NamedTuple):
    """A row of a list, and what it would mean."""

    row: int
    name: str
    number: int | None
    what: str
    person: int | None = None  # who it is, where that is known
    others: tuple[SimilarPerson, ...] = ()
    why: str = ""  # why it is unreadable
    taken: bool = False  # its number, should it be a start number, is somebody else's
    team: str = ""  # that the list says
    paid: bool = False  # as the list says


class EntrantIndex(NamedTuple):
    """Everybody a name may mean: ids and names of the club's persons, start numbers of those who take part."""

    like: Callable[[str], list[tuple[int, str]]]  # places of names that are like one, and why
    names: tuple[str, ...]
    persons: tuple[int, ...]
    numbers: dict[int, int]


def load_entrant_index(tournament: Tournament, *, asked_often: bool = False) -> EntrantIndex:
    """Those who are known; two queries. Who asks often is answered by an index, which takes its time to be made."""
    numbers = dict(Entrant.objects.filter(tournament=tournament).values_list("person", "number"))
    return load_club_index(tournament.club_id, numbers, asked_often=asked_often)


def load_club_index(club: int, numbers: Mapping[int, int], *, asked_often: bool = True) -> EntrantIndex:
    """Those who are known to a club, with the start numbers of those who have one; one query."""
    there = Person.objects.filter(club=club, merged_into=None, erased=None).order_by("number")
    people = list(there.values_list("pk", "name"))
    names = tuple(name for _pk, name in people)
    by_one = partial(find_similar, names=tuple(enumerate(names)))
    return EntrantIndex(
        NameIndex(names).like if asked_often else by_one, names, tuple(pk for pk, _name in people), dict(numbers)
    )


def find_similar_people(known: EntrantIndex, name: str) -> tuple[SimilarPerson, ...]:
    """Who of them has a name like this one, the surest first."""
    return tuple(
        SimilarPerson(known.names[at], why, known.persons[at], known.numbers.get(known.persons[at]))
        for at, why in known.like(name)
    )


def list_candidates(tournament: Tournament, rows: Iterable[ListPerson]) -> list[Candidate]:
    """What each row of a list would mean."""
    return match_candidates(load_entrant_index(tournament, asked_often=True), rows)


def match_candidates(known: EntrantIndex, rows: Iterable[ListPerson]) -> list[Candidate]:
    """What each row of a list would mean where these are known."""
    so_far = NameIndex(())
    above: list[ListPerson] = []
    taken = set(known.numbers.values())
    found = []
    for row in rows:
        found.append(_build_candidate(row, known, so_far, above, taken)._replace(team=row.team, paid=row.paid))
        if not row.unreadable:
            so_far.add(row.name)
            above.append(row)
            taken |= {row.number} if row.number is not None else set()
    return found


def _build_candidate(
    one: ListPerson, known: EntrantIndex, so_far: NameIndex, above: Sequence[ListPerson], taken: set[int]
) -> Candidate:
    if one.unreadable:
        return Candidate(one.row, one.name, None, UNREADABLE, why=one.unreadable)
    known_ones = find_similar_people(known, one.name)
    twins = tuple(SimilarPerson(above[at].name, why, None, None, above[at].row) for at, why in so_far.like(one.name))
    same = [other for other in known_ones if other.why == SAME]
    others = (*twins, *known_ones)
    if any(twin.why == SAME for twin in twins):
        return Candidate(one.row, one.name, one.number, DOUBLE, None, others)
    if same and same[0].number is not None:
        return Candidate(one.row, one.name, one.number, ALREADY_ENTERED, same[0].person, others)
    is_taken = one.number in taken
    if same:
        return Candidate(one.row, one.name, one.number, KNOWN_PERSON, same[0].person, others, taken=is_taken)
    return Candidate(one.row, one.name, one.number, SIMILAR if others else NEW, None, others, taken=is_taken)


class Newcomer(NamedTuple):
    """Somebody who is to take part: a known person's id, or a cleaned name."""

    name: str
    person: int | None = None
    number: int | None = None  # start number; none: the next one that is free
    new: bool = False  # somebody else of the same name
    team: str = ""  # that a list says; teams are made besides
    paid: bool = False  # as a list says; fees are paid besides

    def sent(self) -> list[object]:
        """Who is entered, as JSON values."""
        return list(self[:4])
