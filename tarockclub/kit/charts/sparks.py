"""Small charts within a row, moves, and columns: the course of a few amounts at a glance."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tarockclub.kit.charts.lines import Point, format_share, join_points

WIDTH, HEIGHT, EDGE = 80, 20, 3  # of a sparkline, in pixels
MOST = 60  # points of it
MOST_COLUMNS = 10  # as wide as they can be
TALL, TOP = 75, 15  # the tallest column and a line of letters, in pixels


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


def render_move(places: int) -> SafeString:
    """Render the places that somebody has gained, or, below 0, lost since what counted before; read aloud in words.

    >>> render_move(-2), render_move(0)
    ('<small class="move down" role="img" aria-label="2 hinunter">▼2</small>', '')
    """
    if not places:
        return SafeString("")
    way, sign, words = ("up", "▲", _("%(places)s up")) if places > 0 else ("down", "▼", _("%(places)s down"))
    label = words % {"places": abs(places)}
    return format_html('<small class="move {}" role="img" aria-label="{}">{}{}</small>', way, label, sign, abs(places))


class ChartColumn(NamedTuple):
    """A column from the zero line to y; across in parts of the chart's width."""

    x: str
    y: int
    label: str  # below the chart
    amount: str
    amount_y: int
    is_loss: bool


class Columns(NamedTuple):
    """The shapes of a chart of columns."""

    height: int
    zero: int
    columns: tuple[ChartColumn, ...]


def draw_columns(amounts: Sequence[tuple[str, int, str]]) -> Columns | None:
    """Return the chart of amounts (label, size, text), the first one at the left; None of one."""
    if len(amounts) < 2:
        return None
    most, least = max(0, *(size for _label, size, _text in amounts)), min(0, *(size for _label, size, _text in amounts))
    span = (most - least) or 1
    zero = TOP + most * TALL // span
    columns = []
    for number, (label, size, text) in enumerate(amounts):
        height = max(2 if size else 0, abs(size) * TALL // span)
        y, amount_y = (zero + height, zero + height + TOP - 3) if size < 0 else (zero - height, zero - height - 4)
        x = format_share(2 * number + 1, 2 * max(MOST_COLUMNS, len(amounts)))
        columns.append(ChartColumn(x, y, label, text, amount_y, size < 0))
    bottom = zero - least * TALL // span + (TOP if least < 0 else 0)
    return Columns(bottom + TOP, zero, tuple(columns))
