"""Bar charts of how often games were played and how they ended, and grids of cells: values in, shapes out.

Bars stretch, letters do not. A grid has a row for somebody, a column for something, a sign on a tone in each cell; it
is a table, to be read aloud too.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tarockclub.kit.charts.lines import format_share

# In pixels: from name to name, the height of a bar, the height of the first line of letters.
ROW, BAR, TOP = 31, 9, 17
MOST = 12  # bars; the table below has the others
KINDS = ("won", "lost", "open")


class BarCount(NamedTuple):
    """The counts of one bar."""

    name: str
    won: int
    lost: int
    open: int = 0  # neither

    @property
    def all(self) -> int:
        """The sum of all parts."""
        return self.won + self.lost + self.open


class BarPart(NamedTuple):
    """A stretch of a bar, in parts of the chart's width."""

    x: str
    width: str
    kind: str  # one of KINDS


class Bar(NamedTuple):
    """A bar with its name above it."""

    name: str
    number: int
    text_y: int
    bar_y: int
    parts: tuple[BarPart, ...]


class Bars(NamedTuple):
    """The complete drawing."""

    height: int
    tall: int  # a bar
    bars: tuple[Bar, ...]
    kinds: tuple[str, ...]  # those that occur


def build_bars(counted: Sequence[BarCount]) -> Bars | None:
    """Return the chart of the most frequent, in descending order; None if there is nothing to compare."""
    counts = sorted((count for count in counted if count.all), key=lambda count: -count.all)[:MOST]
    if len(counts) < 2:
        return None
    most = counts[0].all
    drawn = tuple(_build_bar(index, count, most) for index, count in enumerate(counts))
    kinds = {part.kind for bar in drawn for part in bar.parts}
    return Bars(ROW * len(counts) + 4, BAR, drawn, tuple(kind for kind in KINDS if kind in kinds))


def _build_bar(index: int, count: BarCount, most: int) -> Bar:
    """Return a bar whose parts touch each other and end at their sum."""
    parts, so_far = [], 0
    for kind, number in zip(KINDS, (count.won, count.lost, count.open), strict=True):
        start, so_far = so_far, so_far + number
        if number:
            parts.append(BarPart(format_share(start, most), format_share(number, most), kind))
    return Bar(count.name, count.all, index * ROW + TOP, index * ROW + TOP + 5, tuple(parts))


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
