"""Names, start numbers and teams from the rows of a list: the columns are found by their headings.

>>> people_in([Row(1, ("Nr.", "Nachname", "Vorname")), Row(2, ("7", "Maier", "Anna"))])
[Read(row=2, name='Anna Maier', number=7, unreadable='', team='', paid=False)]
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tarockclub.text import cleaned
from tournaments.name_lists.name_matching import folded
from tournaments.name_lists.rows import Row

HEADING_WITHIN = 10  # rows: above it may stand a title and the like
LONGEST_NAME = 80  # characters, as the database keeps them
HIGHEST_NUMBER = 9999
NAME, FIRST, LAST, NUMBER, TEAM, PAID = "name", "first", "last", "number", "team", "paid"
_NOT_PAID = ("", "nein", "no", "n", "offen", "open", "unpaid", "nicht", "nicht bezahlt", "not paid", "falsch", "false")
_HEADINGS = {
    NAME: (
        "name",
        "namen",
        "spieler",
        "spielerin",
        "spielername",
        "teilnehmer",
        "teilnehmerin",
        "player",
        "full name",
        "vorname nachname",
        "nachname vorname",
        "vorname name",
        "first name last name",
    ),
    FIRST: ("vorname", "vornamen", "rufname", "first name", "firstname", "given name"),
    LAST: ("nachname", "familienname", "zuname", "last name", "lastname", "surname", "family name"),
    TEAM: ("team", "teams", "mannschaft", "mannschaftsname", "teamname", "team name", "paar"),
    PAID: ("bezahlt", "gezahlt", "eingezahlt", "nenngeld bezahlt", "paid", "has paid", "fee paid"),
    NUMBER: ("nr", "nummer", "startnr", "startnummer", "start nr", "start nummer", "no", "number", "start number"),
}
KINDS = {word: kind for kind, words in _HEADINGS.items() for word in words}
_LETTERS = re.compile(r"[^\W\d_]")


class Read(NamedTuple):
    """Somebody in a list; `unreadable` says why a row is left out."""

    row: int
    name: str
    number: int | None = None
    unreadable: str = ""
    team: str = ""  # the name of the team that he plays for, where the list says it
    paid: bool = False  # the list says that the fee is paid


def people_in(rows: Sequence[Row]) -> list[Read]:
    """Everybody in a list, in its order."""
    found = heading(rows)
    if found is None:
        return [guessed(row) for row in rows]
    at, columns = found
    return [by_heading(row, columns) for row in rows[at + 1 :]]


def heading(rows: Sequence[Row], kinds: Mapping[str, str] = KINDS) -> tuple[int, dict[str, int]] | None:
    """The row of the headings and where each kind stands; none: there are no headings. `kinds`: by heading."""
    for at, row in enumerate(rows[:HEADING_WITHIN]):
        columns: dict[str, int] = {}
        for column, cell in enumerate(row.cells):
            kind = kinds.get(folded(cell).text)
            if kind is not None:
                columns.setdefault(kind, column)
        if NAME in columns and (LAST not in columns) and FIRST in columns:
            columns[LAST] = columns.pop(NAME)  # "Name" beside "Vorname" is the surname
        if NAME in columns or LAST in columns:
            return at, columns
    return None


def by_heading(row: Row, columns: Mapping[str, int]) -> Read:
    """Somebody by the headings."""
    named = turned(cell_of(row, columns, NAME))
    name = named if NAME in columns else f"{cell_of(row, columns, FIRST)} {cell_of(row, columns, LAST)}"
    team = cleaned(cell_of(row, columns, TEAM))[:LONGEST_NAME]
    paid = is_paid(cell_of(row, columns, PAID))
    return checked(row.number, name, cell_of(row, columns, NUMBER))._replace(team=team, paid=paid)


def is_paid(cell: str) -> bool:
    """Whether a cell of a column "paid" says so: a tick, a word, an amount above 0.

    >>> [is_paid(cell) for cell in ("x", "ja", "3,00 €", "✓", "", "nein", "0,00", "–")]
    [True, True, True, True, False, False, False, False]
    """
    if any(one.isdigit() for one in cell):
        return any(one in "123456789" for one in cell)
    return folded(cell).text not in _NOT_PAID or any(one in "✓✔☑" for one in cell)


def cell_of(row: Row, columns: Mapping[str, int], kind: str) -> str:
    """What stands in the column of a kind; nothing where there is no such column."""
    at = columns.get(kind)
    return row.cells[at] if at is not None and at < len(row.cells) else ""


def guessed(row: Row) -> Read:
    """Somebody in a list without headings: the first cell with letters is the name, a number before it its number.

    Two single words beside each other are surname and first name.
    """
    for at, cell in enumerate(row.cells):
        if _LETTERS.search(cell):
            beside = row.cells[at + 1] if at + 1 < len(row.cells) else ""
            two = _LETTERS.search(beside) and len(cell.split()) == len(beside.split()) == 1
            name = f"{beside} {cell}" if two else turned(cell)
            return checked(row.number, name, row.cells[at - 1] if at else "")
    return checked(row.number, "", "")


def turned(name: str) -> str:
    """A name with its first name first.

    >>> turned("Maier, Anna"), turned("Anna Maier")
    ('Anna Maier', 'Anna Maier')
    """
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() and "," not in first else name


def checked(row: int, name: str, number: str) -> Read:
    """Somebody with a name that can be kept, or why not."""
    name = cleaned(name)
    digits = number.strip().rstrip(".)")
    given = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 6 else None
    if not _LETTERS.search(name):
        return Read(row, cleaned(name[:LONGEST_NAME]), None, "no_name")
    if len(name) > LONGEST_NAME:
        return Read(row, cleaned(name[:LONGEST_NAME]), None, "too_long")
    return Read(row, name, given if given is not None and 0 < given <= HIGHEST_NUMBER else None)
