"""Whom a typed name means: somebody who is known, somebody new, or a question with those who may be meant."""

from typing import NamedTuple

from tournaments.models import Tournament
from tournaments.name_lists.candidates import Known, Newcomer, Other, known_to, others_like
from tournaments.name_lists.name_matching import PART, SAME, is_part

MOST_ASKED = 8


class Question(NamedTuple):
    """A name that may mean somebody who is known."""

    name: str
    others: tuple[Other, ...]  # the surest first


def identify(tournament: Tournament, name: str, *, person: int | None = None, new: bool = False) -> Newcomer | Question:
    """Return who is meant by a name, or ask; `person`, `new`: what was answered.

    A name that only one person has is that person's. One that is like others', or a part of them, is asked about.
    """
    if person is not None:
        return Newcomer(name, person=person)
    if new:
        return Newcomer(name, new=True)
    known = known_to(tournament)
    others = others_like(known, name)
    same = [one for one in others if one.why == SAME]
    if len(same) == 1:
        return Newcomer(name, person=same[0].person)
    found = {one.person: one for one in (*others, *_parts(known, name))}
    return Question(name, tuple(found.values())[:MOST_ASKED]) if found else Newcomer(name)


def _parts(known: Known, name: str) -> list[Other]:
    """Those of whose name this one is only a part, those who take part first."""
    found = [
        Other(other, PART, person, known.numbers.get(person))
        for other, person in zip(known.names, known.persons, strict=True)
        if is_part(name, other)
    ]
    return sorted(found, key=lambda one: one.number is None)
