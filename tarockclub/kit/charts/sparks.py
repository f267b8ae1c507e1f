"""Small charts within a row, and columns: the course of a few amounts at a glance."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString

from tarockclub.kit.charts.lines import Point, join_points

WIDTH, HEIGHT, EDGE = 80, 20, 3  # of a sparkline, in pixels
MOST = 60  # points of it
COLUMN, GAP, TALL, TOP = 60, 12, 150, 30  # of a chart of columns: two units are one pixel on a phone


def render_sparkline(totals: Sequence[int]) -> SafeString:
    """Render how totals went up and down, with the last one as a dot; it says nothing that numbers do not say.

    >>> render_sparkline([0]), render_sparkline([0, 6, 3])[:47]
    ('', '<svg class="spark" viewBox="0 0 80 20" width="8')
    """
    if len(totals) < 2:
        return SafeString("")
    shown = (
        [totals[number * (len(totals) - 1) // (MOST - 1)] for number in range(MOST)] if len(totals) > MOST else totals
    )
    low, high = min(*shown, 0), max(*shown, 0)

    def place_point(number: int, total: int) -> Point:
        x = EDGE + (WIDTH - 2 * EDGE) * number // (len(shown) - 1)
        return Point(x, HEIGHT - EDGE - (total - low) * (HEIGHT - 2 * EDGE) // ((high - low) or 1))

    points = [place_point(number, total) for number, total in enumerate(shown)]
    zero = place_point(0, 0).y
    return format_html(
        '<svg class="spark" viewBox="0 0 {0} {1}" width="{0}" height="{1}" aria-hidden="true" focusable="false">'
        '<path d="M0 {2}H{0}"/><polyline points="{3}"/><circle cx="{4}" cy="{5}" r="2.5"/></svg>',
        WIDTH,
        HEIGHT,
        zero,
        join_points(points),
        points[-1].x,
        points[-1].y,
    )


def render_row_bar(size: Fraction | int, sizes: Collection[Fraction | int]) -> SafeString:
    """Render an amount among those of other rows, from a zero that all of them share; the number stands beside it.

    >>> render_row_bar(5, (5, -5))[-84:]
    '<rect class="of-won" x="40" y="3" width="40" height="8" /><path d="M40 0V14"/></svg>'
    """
    low, high = min(0, *sizes), max(0, *sizes)
    zero, end = (int((place - low) * WIDTH / ((high - low) or 1)) for place in (0, size))
    return format_html(
        '<svg class="row-bar" viewBox="0 0 {0} 14" width="{0}" height="14" aria-hidden="true" focusable="false">'
        '<rect class="{1}" x="{2}" y="3" width="{3}" height="8" /><path d="M{4} 0V14"/></svg>',
        WIDTH,
        "of-lost" if size < 0 else "of-won",
        min(zero, end),
        abs(end - zero),
        zero,
    )


class ChartColumn(NamedTuple):
    """A column above the zero line, or below it."""

    x: int
    middle: int
    y: int
    height: int
    label: str  # below the chart
    amount: str
    amount_y: int
    is_loss: bool


class Columns(NamedTuple):
    """The shapes of a chart of columns."""

    width: int
    height: int
    zero: int
    thick: int  # a column
    columns: tuple[ChartColumn, ...]


def draw_columns(amounts: Sequence[tuple[str, int, str]]) -> Columns | None:
    """Return the chart of amounts (label, size, text), the first one at the left; None if there are fewer than two."""
    if len(amounts) < 2:
        return None
    most, least = max(0, *(size for _label, size, _text in amounts)), min(0, *(size for _label, size, _text in amounts))
    span = (most - least) or 1
    zero = TOP + most * TALL // span
    columns = []
    for number, (label, size, text) in enumerate(amounts):
        height = max(2, abs(size) * TALL // span)
        y = zero if size < 0 else zero - height
        amount_y = y + height + TOP - 6 if size < 0 else y - 8
        x = number * (COLUMN + GAP)
        columns.append(ChartColumn(x, x + COLUMN // 2, y, height, label, text, amount_y, size < 0))
    bottom = zero - least * TALL // span + (TOP if least < 0 else 0)
    return Columns(len(amounts) * (COLUMN + GAP) - GAP, bottom + TOP, zero, COLUMN, tuple(columns))
