"""From the preview of a list to the newcomers: the rows as the page carries them, and the choices."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from tarockclub.kit.json_text import encode_compact
from tarockclub.kit.text import clean_text
from tarockclub.models import FEDERATION_NUMBER_LENGTH, NAME_LENGTH, normalize_federation_number
from tarockclub.platform.accounts.person_details import NO_DETAILS, PersonDetails, clean_details
from tournaments.people.name_lists.candidates import (
    ASKED_KINDS,
    DOUBLE,
    KNOWN_PERSON,
    NEW,
    Newcomer,
    PersonCandidate,
)
from tournaments.people.name_lists.columns import HIGHEST_NUMBER, ListPerson
from tournaments.people.name_lists.name_matching import NO_UMLAUTS, ONE_LETTER
from tournaments.people.name_lists.rows import MOST_ROWS

LEAVE_OUT, AS_NEW = "out", "new"
R = TypeVar("R")  # a row of a list


def encode_rows(rows: Sequence[ListPerson]) -> str:
    """Encode rows as JSON text for a page; `parse_rows` is the inverse.

    >>> rows = [ListPerson(2, "Anna", 7, "", "T", True, "", PersonDetails("Wien", birth_year=1950))]
    >>> parse_rows(encode_rows(rows)) == rows, parse_rows('[[3, "", null, ""]]')
    (True, None)
    """
    return encode_compact([list(row) for row in rows])


def parse_rows(text: str) -> list[ListPerson] | None:
    """Parse the rows that a page has carried; None for anything else.

    >>> parse_rows("[[1]]"), parse_rows('[[1,"Anna",true,""]]'), parse_rows("[" * 9999)
    (None, None, None)
    """
    return decode_rows(text, _parse_row)


def decode_rows(text: str, parse: Callable[[Any], R | None]) -> list[R] | None:
    """Decode rows from the JSON text that a page has carried; None for anything else."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, list) or not 0 < len(said) <= MOST_ROWS:
        return None
    found = [row for row in map(parse, said) if row is not None]
    return found if len(found) == len(said) else None


def _parse_row(values: Any) -> ListPerson | None:
    if not isinstance(values, list) or not _SHORTEST <= len(values) <= len(_TYPES):
        return None
    if not all(type(value) in kinds for value, kinds in zip(values, _TYPES, strict=False)):
        return None
    # Older pages say neither team nor payment nor a number of the federation nor more about a person.
    defaults: list[Any] = ["", False, "", []]
    row, name, number, unreadable, team, paid, given, told = values + defaults[len(values) - _SHORTEST :]
    details = _parse_details(told)
    if details is None or given != normalize_federation_number(given) or len(given) > FEDERATION_NUMBER_LENGTH:
        return None
    if team != clean_text(team) or len(team) > NAME_LENGTH:
        return None
    if name != clean_text(name) or len(name) > NAME_LENGTH or not (name or unreadable) or not 0 < row < 1 << 31:
        return None
    return (
        ListPerson(row, name, number, unreadable, team, paid, given, details)
        if number is None or 0 < number <= HIGHEST_NUMBER
        else None
    )


def _parse_details(values: list[Any]) -> PersonDetails | None:
    """Return the details of a row, which must be as they are stored."""
    if not values:
        return NO_DETAILS
    if len(values) != len(NO_DETAILS) or type(values[3]) not in (int, type(None)):
        return None
    if not all(isinstance(value, str) for at, value in enumerate(values) if at != 3):
        return None
    details = PersonDetails(*values)
    year = "" if details.birth_year is None else str(details.birth_year)
    return details if details == clean_details(*details[:3], year, details.contact) else None


_TYPES = ((int,), (str,), (int, type(None)), (str,), (str,), (bool,), (str,), (list,))
_SHORTEST = 4


def parse_choices(candidates: Sequence[PersonCandidate], posted: Mapping[str, Any], *, numbers: bool) -> list[Newcomer]:
    """Return the newcomers to be entered; rows without a question or an answer get the default."""
    newcomers = []
    for candidate in candidates:
        listed = candidate.listed
        number = listed.number if numbers and not candidate.taken else None
        said = str(posted.get(f"as-{listed.row}", ""))
        if candidate.what in (NEW, KNOWN_PERSON):
            is_new = candidate.what == NEW and candidate.apart
            newcomers.append(_build_newcomer(listed, listed.name, candidate.person, number, new=is_new))
        elif candidate.what in ASKED_KINDS:
            newcomers += _parse_answer(candidate, said or choose_default(candidate), number)
    return newcomers


def _build_newcomer(
    listed: ListPerson, name: str, person: int | None, number: int | None, *, new: bool = False
) -> Newcomer:
    """Return a newcomer with what the list says beside name and start number."""
    return Newcomer(name, person, number, new, listed.team, listed.paid, listed.federation_number, listed.details)


def choose_default(candidate: PersonCandidate) -> str:
    """Return the default: nobody is entered twice unless chosen, and participants only enter the rounds."""
    if candidate.what == DOUBLE:
        return LEAVE_OUT
    if candidate.person is not None:
        return str(candidate.person)
    sure = [other for other in candidate.others if other.why not in (NO_UMLAUTS, ONE_LETTER)]
    if not sure:
        return AS_NEW
    return LEAVE_OUT if sure[0].row else str(sure[0].person)  # a person further up is not entered twice


def _parse_answer(candidate: PersonCandidate, text: str, number: int | None) -> list[Newcomer]:
    listed = candidate.listed
    if text == AS_NEW:
        return [_build_newcomer(listed, listed.name, None, number, new=True)]
    offered = {str(other.person): other for other in candidate.others if other.person is not None}
    if candidate.person is not None and text == str(candidate.person):
        return [_build_newcomer(listed, listed.name, candidate.person, number)]
    return [_build_newcomer(listed, offered[text].name, offered[text].person, number)] if text in offered else []
