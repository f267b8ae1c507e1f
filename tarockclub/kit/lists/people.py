"""The people and the results in a table of cells; everything is settled here except who the people are."""

from datetime import date
from fractions import Fraction
from typing import Literal, NamedTuple

from tarockclub.kit.lists.columns import Column
from tarockclub.kit.lists.table import Note, Table


class Purpose(NamedTuple):
    """The columns that a page takes from a list, and the people that it knows."""

    kinds: frozenset[str]  # of columns.py
    fee: int = 0  # in cents
    known: frozenset[str] = frozenset()  # folded names of the club's people, and how they are told apart


class Choices(NamedTuple):
    """The choices that somebody has made in the preview."""

    sheet: int | None = None
    hidden: bool = False  # hidden rows are read as well
    columns: tuple[str, ...] = ()  # a kind for each column; (): as recognised
    order: Literal["", "first", "last"] = ""  # which part of a name stands first
    dot: Literal["", "thousands", "decimal"] = ""  # what a dot in an amount is


class PersonRow(NamedTuple):
    """A row of a list; `out`: why nobody is read from it."""

    row: int
    cells: tuple[str, ...] = ()  # as they stand there
    name: str = ""
    number: int | None = None
    player: str = ""
    federation: str = ""
    town: str = ""
    team: str = ""
    categories: str = ""
    birth_year: int | None = None
    contact: str = ""
    paid: Literal["yes", "no", "ask", ""] = ""
    paid_word: str = ""  # folded, where it asks
    owes: str = ""  # an amount that is neither the fee nor nothing, as it stands there
    place: int | None = None
    points: Fraction | None = None
    written: Fraction | None = None
    day: date | None = None
    cup: str = ""
    looks: tuple[str, ...] = ()  # why somebody should look at the row
    remark: str = ""
    out: str = ""


class Reading(NamedTuple):
    """The outcome of reading a table."""

    sheet: int
    columns: tuple[Column, ...]
    is_headed: bool
    rows: tuple[PersonRow, ...]
    hidden: int = 0  # rows that are left out since they are hidden
    outside: tuple[tuple[int, str], ...] = ()  # lines above and below that are not read: number, text
    notes: tuple[Note, ...] = ()
    questions: tuple[str, ...] = ()  # "order", "dot": open for the whole list


def read_rows(table: Table, purpose: Purpose, choices: Choices = Choices()) -> Reading:  # noqa: B008 -- immutable
    """Read the rows of a table."""
    raise NotImplementedError
