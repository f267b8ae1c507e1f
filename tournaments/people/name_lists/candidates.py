"""The people whom names mean: known ones, participants, or similar names with the reason; nothing is written."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tarockclub.kit.lists.names import fold_name
from tarockclub.kit.lists.people import PersonRow
from tarockclub.kit.lists.table import Unreadable
from tarockclub.models import FEDERATION_NUMBER_LENGTH, normalize_federation_number
from tarockclub.platform.accounts.persons import NO_DETAILS, PersonDetails, clean_details
from tarockclub.platform.privacy.public_names import filter_people
from tarockclub.platform.privacy.readers import INSIDE
from tarockclub.platform.server.apart.pool import run_apart
from tournaments.models import Entrant, Tournament
from tournaments.people.name_lists.name_matching import (
    BY_PLAYER_NUMBER,
    NO_UMLAUTS,
    ONE_LETTER,
    PART,
    REMEMBERED,
    SAME,
    NameIndex,
    find_similar,
    is_part,
)


class ListPerson(NamedTuple):
    """A person in a list; `unreadable`: the reason for leaving out the row."""

    row: int
    name: str
    number: int | None = None
    unreadable: str = ""
    team: str = ""  # the name of their team, if the list has it
    paid: bool = False  # the list says that the fee is paid
    federation_number: str = ""  # as the list has it, normalized
    details: PersonDetails = NO_DETAILS


def build_person(row: PersonRow, payments: Mapping[str, str] | None = None) -> ListPerson:
    """Build the person of a row; `payments`: "yes" or "no" for words of the column "paid" that say neither."""
    paid = (payments or {}).get(row.paid_word, "") if row.paid == "ask" else row.paid
    federation = normalize_federation_number(row.federation)
    year = "" if row.birth_year is None else str(row.birth_year)
    return ListPerson(
        row.row,
        row.name,
        row.number,
        row.out or ("" if row.name else "no_name"),
        row.team,
        paid == "yes",
        federation if len(federation) <= FEDERATION_NUMBER_LENGTH else "",
        clean_details(row.town, row.player, row.categories, year, row.contact),
    )


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
RIVAL = "rival"  # two of this name are listed, and nothing says which of them is known


class PersonFacts(NamedTuple):
    """Facts that tell people of one name apart, the surest first; "" and None: not known."""

    player_number: str = ""
    federation_number: str = ""
    birth_year: int | None = None
    town: str = ""

    def find_comparable(self, other: "PersonFacts") -> tuple[bool, ...]:
        """Return of each fact whether it is known of both."""
        return tuple(bool(own and theirs) for own, theirs in zip(self, other, strict=True))

    def find_against(self, other: "PersonFacts") -> tuple[str, ...]:
        """Return the names of the facts that contradict another's; a number that is the same outweighs them.

        >>> PersonFacts("", "", 1985, "Graz").find_against(PersonFacts("", "", 1950, "Linz"))
        ('birth_year', 'town')
        >>> PersonFacts("7", "", 1985).find_against(PersonFacts("7", "", 1950))
        ()
        """
        if any(map(_is_same_number, self[:2], other[:2])):
            return ()
        own_town, town = ({*fold_name(facts.town).text.split()} for facts in (self, other))
        differs = [own != theirs for own, theirs in zip(self[:3], other[:3], strict=True)]
        differs.append(not (own_town <= town or town <= own_town))
        facts = zip(self._fields, differs, self.find_comparable(other), strict=True)
        return tuple(field for field, is_other, is_comparable in facts if is_other and is_comparable)


class SimilarPerson(NamedTuple):
    """A match for a name: a person, or a row further up (person None)."""

    name: str
    why: str
    person: int | None
    number: int | None  # their start number, if they take part
    row: int = 0
    against: tuple[str, ...] = ()  # facts that contradict it, or RIVAL
    comparable: tuple[bool, ...] = ()  # facts that are known of both


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
    facts: Mapping[int, PersonFacts] = {}  # by person
    lookup: NameIndex | None = None  # of the names; without, each is compared
    there: frozenset[int] = frozenset()  # persons to whom a list adds nothing
    spellings: Mapping[str, int] = {}  # persons by folded names of whom somebody has said who it is

    def find_places(self, name: str) -> list[tuple[int, str]]:
        """Return the places of names that are like one, and why."""
        if self.lookup is None:
            return find_similar(name, enumerate(self.names))
        return self.lookup.find_similar(name) or self.lookup.find_whole(name)

    def list_labels(self, at: int) -> tuple[str, ...]:
        """Return how the person at a place is told apart from namesakes: in the register, and here by start number."""
        return self.labels[at], f"{self.names[at]} ({self.numbers.get(self.persons[at])})"

    def build_similar(self, at: int, why: str, facts: PersonFacts) -> SimilarPerson:
        """Build the match for the person at a place of the index; `facts`: of whom it may be."""
        name, person = self.labels[at] if self.labels else self.names[at], self.persons[at]
        theirs = self.facts.get(person, PersonFacts())
        against, comparable = facts.find_against(theirs), facts.find_comparable(theirs)
        return SimilarPerson(name, why, person, self.numbers.get(person), 0, against, comparable)


def load_entrant_index(tournament: Tournament, *, asked_often: bool = False) -> EntrantIndex:
    """Load the known people; two queries. `asked_often`: build an index, which takes time but makes lookups quick."""
    entrants = Entrant.objects.filter(tournament=tournament).values_list("person", "number", "withdrawn")
    index = load_club_index(tournament.club_id, {row[0]: row[1] for row in entrants}, asked_often=asked_often)
    return index._replace(there=frozenset(row[0] for row in entrants if row[2] is None))


def load_club_index(club: int, numbers: Mapping[int, int], *, asked_often: bool = False) -> EntrantIndex:
    """Load the people known to a club, with the start numbers of those who have one; one query."""
    known_people = filter_people(club).order_by("number")
    people = list(known_people.values_list("pk", "name", INSIDE.build_name(), *PersonFacts._fields))
    names = tuple(row[1] for row in people)
    return EntrantIndex(
        names,
        tuple(row[0] for row in people),
        dict(numbers),
        tuple(row[2] for row in people),
        {row[0]: PersonFacts(*row[3:]) for row in people},
        NameIndex(names) if asked_often else None,
    )


def find_similar_people(known: EntrantIndex, name: str, facts: PersonFacts) -> tuple[SimilarPerson, ...]:
    """Find the known people with similar names, the surest first; `facts`: what is known of whom the name means."""
    return tuple(known.build_similar(place, why, facts) for place, why in known.find_places(name))


def match_candidates(known: EntrantIndex, rows: Iterable[ListPerson]) -> list[PersonCandidate]:
    """Match each row of a list against known people, in another process; Unreadable if that asks too many questions."""
    return run_apart(_match_rows, known, tuple(rows), MOST_QUESTIONS)


def _match_rows(index: EntrantIndex, rows: Sequence[ListPerson], questions_left: int) -> list[PersonCandidate]:
    index, so_far = index._replace(lookup=NameIndex(index.names)), NameIndex(())
    above: list[ListPerson] = []
    taken = set(index.numbers.values())
    candidates: list[PersonCandidate] = []
    named: dict[str, set[PersonFacts]] = {}
    for row in rows:
        named.setdefault(fold_name(row.name).turned, set()).update(() if row.unreadable else (get_facts(row),))
    for row in rows:
        has_rival = any(get_facts(row).find_against(facts) for facts in named[fold_name(row.name).turned])
        candidate = _build_candidate(row, index, so_far, above, taken, has_rival=has_rival)
        candidates.append(candidate)
        questions_left -= candidate.what in ASKED_KINDS
        if questions_left < 0:
            raise Unreadable("too_many_questions")
        if not row.unreadable:
            so_far.add(row.name)
            above.append(row)
            taken |= {row.number} if row.number is not None else set()
    return candidates


def get_facts(person: "ListPerson | Newcomer") -> PersonFacts:
    """Return the facts about somebody in a list, or who is to take part."""
    details = person.details
    return PersonFacts(details.player_number, person.federation_number, details.birth_year, details.town)


def _build_candidate(
    person: ListPerson,
    known: EntrantIndex,
    so_far: NameIndex,
    above: Sequence[ListPerson],
    taken: set[int],
    *,
    has_rival: bool,
) -> PersonCandidate:
    if person.unreadable:
        return PersonCandidate(person, UNREADABLE)
    facts = get_facts(person)
    similar = _find_people(known, person, facts, has_rival=has_rival)
    known_ones = tuple(other for other in similar if not _is_surely_another(other))
    earlier = so_far.find_similar(person.name)
    alike = [(above[place], why) for place, why in earlier if not facts.find_against(get_facts(above[place]))]
    twins = tuple(SimilarPerson(twin.name, why, None, None, twin.row) for twin, why in alike)
    namesake = _choose_namesake([other for other in known_ones if other.why in (SAME, REMEMBERED)])
    possible = (*twins[:MOST_OTHERS], *known_ones[:MOST_OTHERS])
    if any(twin.why == SAME for twin in twins):
        return PersonCandidate(person, DOUBLE, None, possible)
    if namesake is not None and namesake.number is not None:
        return PersonCandidate(person, ALREADY_ENTERED, namesake.person, possible)
    is_taken = person.number in taken
    if namesake is not None:
        return PersonCandidate(person, KNOWN_PERSON, namesake.person, possible, taken=is_taken)
    is_apart = len(known_ones) < len(similar) or len(alike) < len(earlier)
    what = SIMILAR if possible else NEW
    return PersonCandidate(person, what, None, possible, taken=is_taken, apart=is_apart)


def _find_people(
    known: EntrantIndex, person: ListPerson, facts: PersonFacts, *, has_rival: bool
) -> tuple[SimilarPerson, ...]:
    """Find the known people whom a row may mean: by the name, and whoever has one of its numbers.

    `has_rival`: somebody else of this name is in the list, too.
    """
    people = find_similar_people(known, person.name, facts)
    folded = fold_name(person.name).text
    labelled = next((place for place, label in enumerate(known.labels) if label == person.name), None)
    remembered = known.spellings.get(folded)
    first: list[tuple[int, str]] = []
    if labelled is not None:
        first.append((known.persons[labelled], SAME))
    elif remembered in known.persons and all(other.why != SAME for other in people):
        first.append((remembered, REMEMBERED))
    owner = next((who for who, other in known.facts.items() if any(map(_is_same_number, facts[:2], other[:2]))), None)
    if owner is not None and all(owner != other.person for other in people) and owner not in dict(first):
        first.append((owner, BY_PLAYER_NUMBER))
    for who, why in first:
        one = known.build_similar(known.persons.index(who), why, facts)
        people = (one, *(other for other in people if other.person != who))
    if has_rival:
        people = tuple(
            other if any(other.comparable) or other.against else other._replace(against=(RIVAL,)) for other in people
        )
    return people


def _is_same_number(number: object, other: object) -> bool:
    return bool(number) and str(number).lstrip("0") == str(other).lstrip("0")


def _is_surely_another(other: SimilarPerson) -> bool:
    """Return whether a similar name with another number is somebody else; of the very name somebody has to say so."""
    return other.why in (NO_UMLAUTS, ONE_LETTER) and not {*PersonFacts._fields[:2]}.isdisjoint(other.against)


def _choose_namesake(same: Sequence[SimilarPerson]) -> SimilarPerson | None:
    """Return the one of the people of the same name whom a row means; None where it is open.

    It is the one whom no fact contradicts and of whom the surest facts are known: tuples compare from the left.
    """
    fitting = [other for other in same if not other.against]
    best = [other for other in fitting if other.comparable == max(each.comparable for each in fitting)]
    return best[0] if len(best) == 1 else None


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


MOST_ASKED = 8  # people offered for one typed name


class Question(NamedTuple):
    """A name that may mean a known person."""

    name: str
    others: tuple[SimilarPerson, ...]  # the surest first


def identify(
    tournament: Tournament, name: str, *, town: str = "", person: int | None = None, new: bool = False
) -> Newcomer | Question:
    """Return the person meant by a name, or a question; `person`, `new`: the answer.

    A name that only one person has means that person, unless they are from another town. One similar to others, or a
    part of them, leads to a question.
    """
    if person is not None:
        return Newcomer(name, person=person)
    if new:
        return Newcomer(name, new=True)
    index, facts = load_entrant_index(tournament), PersonFacts(town=town)
    # "Anna Maier (Wien)", "Anna Maier (7)"; a name that nobody shares is its own label
    labelled = [
        index.build_similar(place, SAME, facts)
        for place in range(len(index.persons))
        if name in index.list_labels(place)
    ]
    similar = find_similar_people(index, name, facts)
    for namesakes in (labelled, [other for other in similar if other.why == SAME]):
        if len(namesakes) == 1 and not namesakes[0].against:
            return Newcomer(name, person=namesakes[0].person)
    possible = {other.person: other for other in (*labelled, *similar, *_list_partial_matches(index, name))}
    return Question(name, tuple(possible.values())[:MOST_ASKED]) if possible else Newcomer(name)


def _list_partial_matches(known: EntrantIndex, name: str) -> list[SimilarPerson]:
    """Return the people of whose names this one is only a part, participants first."""
    partial = [
        known.build_similar(place, PART, PersonFacts())
        for place, other in enumerate(known.names)
        if is_part(name, other)
    ]
    return sorted(partial, key=lambda person: person.number is None)
