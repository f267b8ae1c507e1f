"""A row of a list as a person, what a page takes from a list, and what somebody has chosen about it."""

from datetime import date
from fractions import Fraction
from typing import Literal, NamedTuple

LONGEST_NAME = 80  # characters, as the database keeps them
HIGHEST_NUMBER = 9999


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
    """A row of a list; `out`: why nobody is read from it (OUTS); `looks`: why somebody should look at it (LOOKS)."""

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
    days: int | None = None
    day: date | None = None
    cup: str = ""
    looks: tuple[str, ...] = ()
    remark: str = ""
    out: str = ""


# "place": it does not follow from the others; "order": it contradicts the points; "name": the comma has two meanings.
# "odd": a name with digits, or of several people.
LOOKS = ("name", "odd", "remark", "letters", "error", "twice", "place", "order", "points")
# "dot": an amount waits for the answer; "waiting": the row stands in a list of people who do not take part;
# "one_round": other rows of the list are about all rounds.
OUTS = (
    "total",
    "no_name",
    "too_long",
    "no_place",
    "no_points",
    "no_written",
    "no_days",
    "wrong_sum",
    "dot",
    "waiting",
    "one_round",
)
