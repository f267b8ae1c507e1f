"""Matches for names: known people, participants, or similar names with the reason; nothing is written."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tarockclub.kit.lists.names import fold_name
from tarockclub.kit.lists.table import Unreadable
from tarockclub.platform.accounts.person_details import NO_DETAILS, PersonDetails
from tarockclub.platform.privacy.namesakes import filter_people
from tarockclub.platform.privacy.public_names import build_called_name
from tarockclub.platform.server.apart.pool import run_apart
from tournaments.models import Entrant, Tournament
from tournaments.people.name_lists.name_matching import (
    BY_PLAYER_NUMBER,
    REMEMBERED,
    SAME,
    NameIndex,
    find_similar,
)
from tournaments.people.name_lists.people import ListPerson

NEW, KNOWN_PERSON, ALREADY_ENTERED, DOUBLE, SIMILAR, UNREADABLE = (
    "new",
    "known",
    "entered",  # takes part already
    "double",  # is in the list further up
    "alike",  # may be somebody else who is known or is further up
    "unreadable",
)
ASKED_KINDS = (SIMILAR, DOUBLE, ALREADY_ENTERED)  # somebody must decide who they are
MOST_QUESTIONS = 800  # a form of more fields is not taken
MOST_OTHERS = 20  # rows further up, and people, that a row is like: the surest; a page shows fewer


class SimilarPerson(NamedTuple):
    """A match for a name: a person, or a row further up (person None)."""

    name: str
    why: str
    person: int | None
    number: int | None  # their start number, if they take part
    row: int = 0


class PersonCandidate(NamedTuple):
    """A row of a list, and its meaning."""

    listed: ListPerson
    what: str
    person: int | None = None  # the matching person, where known
    others: tuple[SimilarPerson, ...] = ()
    taken: bool = False  # its number, should it be a start number, is somebody else's
    apart: bool = False  # somebody of the same name, or a similar one, is surely another person


class EntrantIndex(NamedTuple):
    """The people whom a name may mean: ids and names of the club's persons, start numbers of the participants."""

    names: tuple[str, ...]
    persons: tuple[int, ...]
    numbers: dict[int, int]
    labels: tuple[str, ...] = ()  # names told apart; (): the names themselves
    towns: Mapping[int, str] = {}  # by person
    players: Mapping[int, str] = {}  # the cup's numbers, by person
    lookup: NameIndex | None = None  # of the names; without, each is compared
    spellings: Mapping[str, int] = {}  # persons by folded names of whom somebody has said who it is

    def find_places(self, name: str) -> list[tuple[int, str]]:
        """Return the places of names that are like one, and why."""
        return find_similar(name, enumerate(self.names)) if self.lookup is None else self.lookup.find_similar(name)

    def list_labels(self, at: int) -> tuple[str, ...]:
        """Return how the person at a place is told apart from namesakes: in the register, and here by start number."""
        return self.labels[at], f"{self.names[at]} ({self.numbers.get(self.persons[at])})"

    def build_similar(self, at: int, why: str) -> SimilarPerson:
        """Build the match for the person at a place of the index."""
        name = self.labels[at] if self.labels else self.names[at]
        return SimilarPerson(name, why, self.persons[at], self.numbers.get(self.persons[at]))


def load_entrant_index(tournament: Tournament, *, asked_often: bool = False) -> EntrantIndex:
    """Load the known people; two queries. `asked_often`: build an index, which takes time but makes lookups quick."""
    numbers = dict(Entrant.objects.filter(tournament=tournament).values_list("person", "number"))
    return load_club_index(tournament.club_id, numbers, asked_often=asked_often)


def load_club_index(club: int, numbers: Mapping[int, int], *, asked_often: bool = False) -> EntrantIndex:
    """Load the people known to a club, with the start numbers of those who have one; one query."""
    there = filter_people(club).order_by("number")
    people = list(there.values_list("pk", "name", build_called_name(), "town", "player_number"))
    names = tuple(row[1] for row in people)
    return EntrantIndex(
        names,
        tuple(row[0] for row in people),
        dict(numbers),
        tuple(row[2] for row in people),
        {row[0]: row[3].casefold() for row in people if row[3]},
        {row[0]: row[4] for row in people if row[4]},
        NameIndex(names) if asked_often else None,
    )


def find_similar_people(known: EntrantIndex, name: str) -> tuple[SimilarPerson, ...]:
    """Find the known people with similar names, the surest first."""
    return tuple(known.build_similar(at, why) for at, why in known.find_places(name))


def match_candidates(known: EntrantIndex, rows: Iterable[ListPerson]) -> list[PersonCandidate]:
    """Match each row of a list against known people, in another process; Unreadable if that asks too many questions."""
    return run_apart(_match_rows, known, tuple(rows), MOST_QUESTIONS)


def _match_rows(known: EntrantIndex, rows: Iterable[ListPerson], most: int) -> list[PersonCandidate]:
    known, so_far = known._replace(lookup=NameIndex(known.names)), NameIndex(())
    above: list[ListPerson] = []
    taken = set(known.numbers.values())
    found: list[PersonCandidate] = []
    for row in rows:
        candidate = _build_candidate(row, known, so_far, above, taken)
        found.append(candidate)
        most -= candidate.what in ASKED_KINDS
        if most < 0:
            raise Unreadable("too_many_questions")
        if not row.unreadable:
            so_far.add(row.name)
            above.append(row)
            taken |= {row.number} if row.number is not None else set()
    return found


def _build_candidate(
    person: ListPerson, known: EntrantIndex, so_far: NameIndex, above: Sequence[ListPerson], taken: set[int]
) -> PersonCandidate:
    if person.unreadable:
        return PersonCandidate(person, UNREADABLE)
    found = _find_people(known, person)
    known_ones = tuple(other for other in found if not _has_other_number(known, person, other))
    there = so_far.find_similar(person.name)
    alike = [(above[at], why) for at, why in there if not _is_somebody_else(person.details, above[at].details)]
    twins = tuple(SimilarPerson(twin.name, why, None, None, twin.row) for twin, why in alike)
    same = _choose_namesake(known, person, [other for other in known_ones if other.why in (SAME, REMEMBERED)])
    others = (*twins[:MOST_OTHERS], *known_ones[:MOST_OTHERS])
    if any(twin.why == SAME for twin in twins):
        return PersonCandidate(person, DOUBLE, None, others)
    if same and same[0].number is not None:
        return PersonCandidate(person, ALREADY_ENTERED, same[0].person, others)
    is_taken = person.number in taken
    if same:
        return PersonCandidate(person, KNOWN_PERSON, same[0].person, others, taken=is_taken)
    is_apart = len(known_ones) < len(found) or len(alike) < len(there)
    what = SIMILAR if others else NEW
    return PersonCandidate(person, what, None, others, taken=is_taken, apart=is_apart)


def _find_people(known: EntrantIndex, person: ListPerson) -> tuple[SimilarPerson, ...]:
    """Find the known people whom a row may mean: by the name, and whoever has its number of the cup."""
    people = find_similar_people(known, person.name)
    folded = fold_name(person.name).text
    labelled = next((at for at, label in enumerate(known.labels) if label == person.name), None)
    remembered = known.spellings.get(folded)
    if labelled is not None:
        people = _put_first(known, known.persons[labelled], SAME, people)
    elif remembered in known.persons and all(other.why != SAME for other in people):
        people = _put_first(known, remembered, REMEMBERED, people)
    number = person.details.player_number
    owner = next((who for who, other in known.players.items() if other == number), None) if number else None
    if owner is None or any(other.person == owner for other in people):
        return people
    return _put_first(known, owner, BY_PLAYER_NUMBER, people)


def _put_first(
    known: EntrantIndex, person: int, why: str, people: Sequence[SimilarPerson]
) -> tuple[SimilarPerson, ...]:
    """Return the people with one of them, or somebody more, as the first."""
    others = (other for other in people if other.person != person)
    return (known.build_similar(known.persons.index(person), why), *others)


def _has_other_number(known: EntrantIndex, person: ListPerson, other: SimilarPerson) -> bool:
    """Return whether a known person has another number of the cup than a row, and so is somebody else."""
    number = known.players.get(other.person or 0, "")
    return bool(number and person.details.player_number and number != person.details.player_number)


def _is_somebody_else(details: PersonDetails, other: PersonDetails) -> bool:
    """Return whether two rows of one list are two people in spite of their names: by number, else by town."""
    if details.player_number and other.player_number:
        return details.player_number != other.player_number
    return bool(details.town and other.town and details.town.casefold() != other.town.casefold())


def _choose_namesake(known: EntrantIndex, person: ListPerson, same: list[SimilarPerson]) -> list[SimilarPerson]:
    """Return the one of the people of the same name whom a row means, by number or town; none where it is open.

    Somebody from another town may be somebody else.
    """
    number, town = person.details.player_number, person.details.town.casefold()
    if number and (found := [other for other in same if known.players.get(other.person or 0) == number]):
        return found
    if town and (found := [other for other in same if known.towns.get(other.person or 0) == town]):
        return found if len(found) == 1 else []
    open_ones = [other for other in same if not (town and known.towns.get(other.person or 0))]
    return open_ones if len(open_ones) == 1 else []


class Newcomer(NamedTuple):
    """A person who is to take part: a known person's id, or a cleaned name."""

    name: str
    person: int | None = None
    number: int | None = None  # start number; none: the next one that is free
    new: bool = False  # somebody else of the same name
    team: str = ""  # from a list; teams are made separately
    paid: bool = False  # from a list; fees are paid separately
    federation_number: str = ""  # from a list, for the register
    details: PersonDetails = NO_DETAILS  # from a list, for the register

    def list_values(self) -> list[object]:
        """Return the newcomer as JSON values."""
        return list(self[:4])
