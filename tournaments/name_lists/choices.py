"""From the preview of a list to those who are entered: the rows as the page carries them, and what was chosen."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tarockclub.models import NAME_LENGTH
from tarockclub.text import cleaned
from tournaments.name_lists.candidates import ALIKE, DOUBLE, ENTERED, KNOWN, NEW, Candidate, Newcomer
from tournaments.name_lists.columns import HIGHEST_NUMBER, Read
from tournaments.name_lists.name_matching import ONE_LETTER
from tournaments.name_lists.rows import MOST_ROWS

OUT, AS_NEW = "out", "new"
MOST_QUESTIONS = 800  # a form of more fields is not taken
_ASKED = (ALIKE, DOUBLE, ENTERED)


def rows_text(rows: Sequence[Read]) -> str:
    """Rows as JSON text, as a page carries them; `rows_from` is its inverse.

    >>> rows_from(rows_text([Read(2, "Anna", 7, "", "T", True)])), rows_from('[[3, "", null, ""]]')
    ([Read(row=2, name='Anna', number=7, unreadable='', team='T', paid=True)], None)
    """
    return json.dumps([list(one) for one in rows], separators=(",", ":"), ensure_ascii=False)


def rows_from(text: str) -> list[Read] | None:
    """The rows that a page has carried; None for anything else.

    >>> rows_from("[[1]]"), rows_from('[[1,"Anna",true,""]]'), rows_from("[" * 9999)
    (None, None, None)
    """
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, list) or not 0 < len(said) <= MOST_ROWS:
        return None
    found = [_row(one) for one in said]
    return [one for one in found if one is not None] if None not in found else None


def _row(said: Any) -> Read | None:
    if not isinstance(said, list) or [type(one) for one in said] not in (*_NUMBERED, *_UNNUMBERED):
        return None
    defaults: list[Any] = ["", False]  # older pages say neither team nor payment
    row, name, number, unreadable, team, paid = said + defaults[len(said) - 4 :]
    if team != cleaned(team) or len(team) > NAME_LENGTH:
        return None
    if name != cleaned(name) or len(name) > NAME_LENGTH or not (name or unreadable) or not 0 < row < 1 << 31:
        return None
    return Read(row, name, number, unreadable, team, paid) if number is None or 0 < number <= HIGHEST_NUMBER else None


_NUMBERED = ([int, str, int, str], [int, str, int, str, str], [int, str, int, str, str, bool])
_UNNUMBERED = tuple([type(None) if at == 2 else one for at, one in enumerate(kinds)] for kinds in _NUMBERED)


def questions(found: Sequence[Candidate]) -> list[Candidate]:
    """Those about whom somebody must say who they are."""
    return [one for one in found if one.what in _ASKED]


def chosen(found: Sequence[Candidate], posted: Mapping[str, Any], *, numbers: bool) -> list[Newcomer]:
    """Those who are to be entered; who was not asked about, or not answered, is as it was offered first."""
    newcomers = []
    for one in found:
        number = one.number if numbers and not one.taken else None
        said = str(posted.get(f"as-{one.row}", ""))
        if one.what in (NEW, KNOWN):
            newcomers.append(Newcomer(one.name, one.person, number, team=one.team, paid=one.paid))
        elif one.what in _ASKED:
            newcomers += [
                who._replace(team=one.team, paid=one.paid) for who in _answered(one, said or default(one), number)
            ]
    return newcomers


def default(one: Candidate) -> str:
    """What is offered first: nobody is entered twice unless that was said; who takes part only enters the rounds."""
    if one.what == DOUBLE:
        return OUT
    if one.person is not None:
        return str(one.person)
    sure = [other for other in one.others if other.why != ONE_LETTER]
    if not sure:
        return AS_NEW
    return OUT if sure[0].row else str(sure[0].person)  # who stands further up is not entered twice


def _answered(one: Candidate, said: str, number: int | None) -> list[Newcomer]:
    if said == AS_NEW:
        return [Newcomer(one.name, None, number, new=True)]
    offered = {str(other.person): other for other in one.others if other.person is not None}
    if one.person is not None and said == str(one.person):
        return [Newcomer(one.name, one.person, number)]
    return [Newcomer(offered[said].name, offered[said].person, number)] if said in offered else []
