"""From the preview of a list to the newcomers: the answers that the page has sent."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.people.name_lists.candidates import (
    ASKED_KINDS,
    DOUBLE,
    KNOWN_PERSON,
    NEW,
    SIMILAR,
    ListPerson,
    Newcomer,
    PersonCandidate,
)
from tournaments.people.name_lists.name_matching import BY_PLAYER_NUMBER, NO_UMLAUTS, ONE_LETTER, PART, REMEMBERED, SAME

LEAVE_OUT, AS_NEW = "out", "new"
OPEN = ""  # a question that nobody has answered: the row stays out
ANSWER = "as-"  # the name of the field of a row's answer, before the row's number


def parse_choices(candidates: Sequence[PersonCandidate], posted: Mapping[str, Any], *, numbers: bool) -> list[Newcomer]:
    """Return the newcomers to be entered; a row without an answer gets the default, an open one stays out."""
    newcomers = []
    for candidate in candidates:
        listed = candidate.listed
        number = listed.number if numbers and not candidate.taken else None
        if parse_answer(candidate, posted) == LEAVE_OUT:
            continue
        if candidate.what in (NEW, KNOWN_PERSON):
            is_new = candidate.what == NEW and candidate.apart
            newcomers.append(_build_newcomer(listed, listed.name, candidate.person, number, new=is_new))
        elif candidate.what in ASKED_KINDS:
            newcomers += _build_answered(candidate, parse_answer(candidate, posted), number)
    return newcomers


def tell_apart(newcomers: Sequence[Newcomer]) -> list[object]:
    """Return for each newcomer who it is: the same value for two of them who are one person, a person's id if known."""
    return [
        newcomer.person or (newcomer.name, place if newcomer.new else 0) for place, newcomer in enumerate(newcomers, 1)
    ]


def parse_answer(candidate: PersonCandidate, posted: Mapping[str, Any]) -> str:
    """Return the answer to the question of a row: a person's id, AS_NEW, LEAVE_OUT, or OPEN."""
    return str(posted.get(f"{ANSWER}{candidate.listed.row}", "")) or choose_default(candidate)


def list_spellings(candidates: Sequence[PersonCandidate], posted: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return the spellings of which somebody has said who it is, with the persons."""
    spellings = []
    for candidate in candidates:
        answer = parse_answer(candidate, posted) if candidate.what == SIMILAR else OPEN
        person = next(
            (other.person for other in candidate.others if str(other.person) == answer and other.why != PART), None
        )
        if person is not None:
            spellings.append((candidate.listed.name, person))
    return spellings


def choose_default(candidate: PersonCandidate) -> str:
    """Return the default: nobody is entered twice unless chosen, and participants only enter the rounds.

    A number alone, with another name, is nobody's answer, nor is a name with facts against it, or of two people: OPEN.
    """
    if candidate.what == DOUBLE:
        return LEAVE_OUT
    if candidate.person is not None:
        return str(candidate.person)
    if any(other.why == BY_PLAYER_NUMBER for other in candidate.others):
        return OPEN
    sure = [other for other in candidate.others if other.why not in (NO_UMLAUTS, ONE_LETTER)]
    if not sure:
        return AS_NEW
    if sure[0].row:
        return LEAVE_OUT  # a person further up is not entered twice
    if sure[0].why == PART:  # a surname that only one has; a first name is nobody's answer
        is_surname = sure[0].name.split()[-1] in candidate.listed.name.split()
        return str(sure[0].person) if is_surname and len(sure) == 1 and not sure[0].against else OPEN
    return OPEN if sure[0].against or sure[0].why in (SAME, REMEMBERED) else str(sure[0].person)


def _build_newcomer(
    listed: ListPerson, name: str, person: int | None, number: int | None, *, new: bool = False
) -> Newcomer:
    """Return a newcomer with what the list says beside name and start number."""
    return Newcomer(name, person, number, new, listed.team, listed.paid, listed.federation_number, listed.details)


def _build_answered(candidate: PersonCandidate, answer: str, number: int | None) -> list[Newcomer]:
    """Return the newcomer whom an answer means; nobody for an open question, or somebody who was not offered."""
    listed = candidate.listed
    if answer == AS_NEW:
        return [_build_newcomer(listed, listed.name, None, number, new=True)]
    offered = {str(other.person): other for other in candidate.others if other.person is not None}
    if candidate.person is not None and answer == str(candidate.person):
        return [_build_newcomer(listed, listed.name, candidate.person, number)]
    if answer not in offered:
        return []
    return [_build_newcomer(listed, offered[answer].name, offered[answer].person, number)]
