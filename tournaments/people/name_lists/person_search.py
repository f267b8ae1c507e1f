"""The meaning of a typed name: a known person, a new one, or a question with the possible people."""

from typing import NamedTuple

from tournaments.models import Tournament
from tournaments.people.name_lists.candidates import (
    EntrantIndex,
    Newcomer,
    PersonFacts,
    SimilarPerson,
    find_similar_people,
    load_entrant_index,
)
from tournaments.people.name_lists.name_matching import PART, SAME, is_part

MOST_ASKED = 8


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
    known, facts = load_entrant_index(tournament), PersonFacts(town=town)
    # "Anna Maier (Wien)", "Anna Maier (7)"; a name that nobody shares is its own label
    labelled = [
        known.build_similar(at, SAME, facts) for at in range(len(known.persons)) if name in known.list_labels(at)
    ]
    others = find_similar_people(known, name, facts)
    for same in (labelled, [other for other in others if other.why == SAME]):
        if len(same) == 1 and not same[0].against:
            return Newcomer(name, person=same[0].person)
    found = {other.person: other for other in (*labelled, *others, *_list_partial_matches(known, name))}
    return Question(name, tuple(found.values())[:MOST_ASKED]) if found else Newcomer(name)


def _list_partial_matches(known: EntrantIndex, name: str) -> list[SimilarPerson]:
    """Return the people of whose names this one is only a part, participants first."""
    found = [
        known.build_similar(at, PART, PersonFacts()) for at, other in enumerate(known.names) if is_part(name, other)
    ]
    return sorted(found, key=lambda person: person.number is None)
