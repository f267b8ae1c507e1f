"""The cells of a workbook as plain values: what stands in them, how it is shown, and the formula that comes to it."""

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from scoring.engine.points import SIXTHS

Value = str | int | float | datetime | None
# How a value is shown: as text, a count, an amount that was won or lost, where somebody stands, euros, a moment.
TEXT, COUNT, AMOUNT, STANDING, FACTOR, EURO, MOMENT = "text", "count", "amount", "standing", "factor", "euro", "moment"
PLAY = "play"  # play money
POINTS = "points"  # of places, and sums with them: any fraction, as a decimal number
# What a cell is.
PLAIN, TITLE, LINE, HEAD, SUM, STRUCK_LOOK, NOTE = "", "title", "line", "head", "sum", "struck", "note"


class Cell(NamedTuple):
    """One cell. With a formula (no "=" before it), `value` is what it must come to."""

    value: Value = None
    shown: str = TEXT
    look: str = PLAIN
    formula: str = ""
    edge: bool = False  # a line on its left: another group of columns begins


Rows = tuple[tuple[Cell, ...], ...]


class Page(NamedTuple):
    """One sheet of the workbook."""

    title: str
    widths: tuple[int, ...]  # of the columns, in characters
    rows: Rows
    heading: tuple[int, int] = (0, 0)  # first and last row (from 1) of the headings: they stay on top, on every page
    still: int = 0  # columns that stay on the left
    filtered: bool = False  # rows can be picked out and sorted by the last row of the headings


EMPTY = Cell()
BLANK: tuple[Cell, ...] = ()  # a row between two tables


def text_cell(value: str, look: str = PLAIN) -> Cell:
    """A cell with text."""
    return Cell(value or None, TEXT, look)


def count_cell(value: int, look: str = PLAIN, formula: str = "") -> Cell:
    """A cell with a number of things."""
    return Cell(value, COUNT, look, formula)


def amount_cell(sixths: int, shown: str = AMOUNT, look: str = PLAIN, formula: str = "") -> Cell:
    """A cell with an amount of points."""
    return Cell(convert_to_points(sixths), shown, look, formula)


def euro_cell(cents: int, look: str = PLAIN, formula: str = "") -> Cell:
    """A cell with an amount of money."""
    return Cell(cents / 100, EURO, look, formula)


def convert_to_points(sixths: int) -> int | float:
    """An amount in sixths as a number of points, as exact as a workbook holds it.

    >>> convert_to_points(12), convert_to_points(-21)
    (2, -3.5)
    """
    whole, rest = divmod(sixths, SIXTHS)
    return sixths / SIXTHS if rest else whole


def build_heads(words: Iterable[str], shown: str = TEXT) -> tuple[Cell, ...]:
    """The headings of columns; they stand where what is shown below them does."""
    return tuple(Cell(word or None, shown, HEAD) for word in words)


def build_group_head(label: str, width: int) -> tuple[Cell, ...]:
    """The heading over a group of columns."""
    return (text_cell(label, HEAD)._replace(edge=True), *[Cell(None, TEXT, HEAD)] * (width - 1))


def add_left_edge(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The same cells with a line before the first."""
    first, *others = cells
    return first._replace(edge=True), *others


@lru_cache(maxsize=1024)
def format_column_name(at: int) -> str:
    """The letters of a column, the first being 0.

    >>> (
    ...     format_column_name(0),
    ...     format_column_name(25),
    ...     format_column_name(26),
    ...     format_column_name(701),
    ...     format_column_name(702),
    ... )
    ('A', 'Z', 'AA', 'ZZ', 'AAA')
    """
    letters = ""
    at += 1
    while at:
        at, letter = divmod(at - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def replace_formulas(page: Page, title: str) -> Page:
    """The same sheet with values in the place of formulas."""
    rows = tuple(tuple(cell._replace(formula="") for cell in row) for row in page.rows)
    return page._replace(title=title, rows=rows)
