"""Matches for names: known people, participants, or similar names with the reason; nothing is written."""

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
    "double",  # is in the list further up
    "alike",  # may be somebody else who is known or is further up
    "unreadable",
)


class SimilarPerson(NamedTuple):
    """A match for a name: a person, or a row further up (person None)."""

    name: str
    why: str
    person: int | None
    number: int | None  # their start number, if they take part
    row: int = 0


class Candidate(NamedTuple):
    """A row of a list, and its meaning."""

    row: int
    name: str
    number: int | None
    what: str
    person: int | None = None  # the matching person, where known
    others: tuple[SimilarPerson, ...] = ()
    why: str = ""  # why it is unreadable
    taken: bool = False  # its number, should it be a start number, is somebody else's
    team: str = ""  # that the list says
    paid: bool = False  # as the list says
    federation_number: str = ""  # as the list says


class EntrantIndex(NamedTuple):
    """The people whom a name may mean: ids and names of the club's persons, start numbers of the participants."""

    like: Callable[[str], list[tuple[int, str]]]  # places of names that are like one, and why
    names: tuple[str, ...]
    persons: tuple[int, ...]
    numbers: dict[int, int]


def load_entrant_index(tournament: Tournament, *, asked_often: bool = False) -> EntrantIndex:
    """Load the known people; two queries. `asked_often`: build an index, which takes time but makes lookups quick."""
    numbers = dict(Entrant.objects.filter(tournament=tournament).values_list("person", "number"))
    return load_club_index(tournament.club_id, numbers, asked_often=asked_often)


def load_club_index(club: int, numbers: Mapping[int, int], *, asked_often: bool = True) -> EntrantIndex:
    """Load the people known to a club, with the start numbers of those who have one; one query."""
    there = Person.objects.filter(club=club, merged_into=None, erased=None).order_by("number")
    people = list(there.values_list("pk", "name"))
    names = tuple(name for _pk, name in people)
    by_one = partial(find_similar, names=tuple(enumerate(names)))
    return EntrantIndex(
        NameIndex(names).find_similar if asked_often else by_one,
        names,
        tuple(pk for pk, _name in people),
        dict(numbers),
    )


def find_similar_people(known: EntrantIndex, name: str) -> tuple[SimilarPerson, ...]:
    """Find the known people with similar names, the surest first."""
    return tuple(
        SimilarPerson(known.names[at], why, known.persons[at], known.numbers.get(known.persons[at]))
        for at, why in known.like(name)
    )


def list_candidates(tournament: Tournament, rows: Iterable[ListPerson]) -> list[Candidate]:
    """Return the meaning of each row of a list."""
    return match_candidates(load_entrant_index(tournament, asked_often=True), rows)


def match_candidates(known: EntrantIndex, rows: Iterable[ListPerson]) -> list[Candidate]:
    """Match each row of a list against known people."""
    so_far = NameIndex(())
    above: list[ListPerson] = []
    taken = set(known.numbers.values())
    found = []
    for row in rows:
        candidate = _build_candidate(row, known, so_far, above, taken)
        found.append(candidate._replace(team=row.team, paid=row.paid, federation_number=row.federation_number))
        if not row.unreadable:
            so_far.add(row.name)
            above.append(row)
            taken |= {row.number} if row.number is not None else set()
    return found


def _build_candidate(
    person: ListPerson, known: EntrantIndex, so_far: NameIndex, above: Sequence[ListPerson], taken: set[int]
) -> Candidate:
    if person.unreadable:
        return Candidate(person.row, person.name, None, UNREADABLE, why=person.unreadable)
    known_ones = find_similar_people(known, person.name)
    twins = tuple(
        SimilarPerson(above[at].name, why, None, None, above[at].row) for at, why in so_far.find_similar(person.name)
    )
    same = [other for other in known_ones if other.why == SAME]
    others = (*twins, *known_ones)
    if any(twin.why == SAME for twin in twins):
        return Candidate(person.row, person.name, person.number, DOUBLE, None, others)
    if same and same[0].number is not None:
        return Candidate(person.row, person.name, person.number, ALREADY_ENTERED, same[0].person, others)
    is_taken = person.number in taken
    if same:
        return Candidate(person.row, person.name, person.number, KNOWN_PERSON, same[0].person, others, taken=is_taken)
    return Candidate(person.row, person.name, person.number, SIMILAR if others else NEW, None, others, taken=is_taken)


class Newcomer(NamedTuple):
    """A person who is to take part: a known person's id, or a cleaned name."""

    name: str
    person: int | None = None
    number: int | None = None  # start number; none: the next one that is free
    new: bool = False  # somebody else of the same name
    team: str = ""  # from a list; teams are made separately
    paid: bool = False  # from a list; fees are paid separately
    federation_number: str = ""  # from a list, for the register

    def list_values(self) -> list[object]:
        """Return the newcomer as JSON values."""
        return list(self[:4])
