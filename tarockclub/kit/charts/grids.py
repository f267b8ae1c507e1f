"""Grids: a row for somebody, a column for something, a sign on a tone in each cell; a table, to be read aloud too."""

from typing import NamedTuple

POSSIBLE, SURE = "place-possible", "place-sure"  # tones of places
TONES = 5  # of a rate, from none to all


class GridCell(NamedTuple):
    """A cell; empty: there is nothing to say."""

    text: str = ""
    tone: str = ""  # the class of its ground
    words: str = ""  # read aloud in place of the text


class GridRow(NamedTuple):
    """The cells of somebody."""

    name: str
    href: str
    cells: tuple[GridCell, ...]
    aside: str = ""  # a few words after the name


class Grid(NamedTuple):
    """A whole grid."""

    corner: str  # what the rows are
    heads: tuple[str, ...]
    rows: tuple[GridRow, ...]
    legend: tuple[GridCell, ...] = ()  # tones with their words


def choose_tone(many: int, total: int) -> str:
    """Return the tone of a rate.

    >>> choose_tone(0, 3), choose_tone(1, 2), choose_tone(3, 3)
    ('of-rate-0', 'of-rate-2', 'of-rate-4')
    """
    return f"of-rate-{min(TONES - 1, TONES * many // total)}"
