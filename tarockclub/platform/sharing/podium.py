"""The picture of a podium (SVG): the first three, each on a step; who shares a place shares its step."""

from collections.abc import Sequence
from typing import NamedTuple

from tarockclub.platform.sharing.card import Card, CardRow, format_left_out
from tarockclub.platform.sharing.picture import (
    CARD_COLOUR,
    GOLD,
    GREEN,
    INK,
    MARGIN,
    PictureShape,
    draw_frame,
    draw_text,
    fit_size,
)

ORDER = (2, 1, 3)  # of the places, from left to right
_HEIGHTS = {1: 0.66, 2: 0.53, 3: 0.41}  # of the room
MOST_NAMES = 2  # on a step
GAP = 24


class PodiumStep(NamedTuple):
    """A place with its players."""

    place: int
    rows: tuple[CardRow, ...]


def list_steps(rows: Sequence[CardRow]) -> tuple[PodiumStep, ...]:
    """Return the first three places, from left to right, without one that nobody has because others share theirs.

    >>> rows = CardRow("Anna", place="1."), CardRow("Bert", place="1."), CardRow("Cilli", place="3.")
    >>> [(step.place, [row.name for row in step.rows]) for step in list_steps(rows)]
    [(1, ['Anna', 'Bert']), (3, ['Cilli'])]
    """
    found = [PodiumStep(place, tuple(row for row in rows if row.place == f"{place}.")) for place in ORDER]
    return tuple(step for step in found if step.rows)


def build_podium_svg(card: Card, shape: PictureShape) -> str:
    """Return the picture of the podium of a card."""
    steps = list_steps(card.rows)
    top, bottom = 190, shape.height - 70
    width = (shape.width - 2 * MARGIN - GAP * (len(ORDER) - 1)) // len(ORDER)
    left = MARGIN + (len(ORDER) - len(steps)) * (width + GAP) // 2
    drawn = (_draw_step(step, left + at * (width + GAP), width, top, bottom) for at, step in enumerate(steps))
    return draw_frame(card, shape, "\n".join(drawn))


def _draw_step(step: PodiumStep, x: int, width: int, top: int, bottom: int) -> str:
    room = bottom - top
    high = int(room * _HEIGHTS[step.place])
    y = bottom - high
    shown = step.rows[:MOST_NAMES]
    middle = x + width // 2
    names = "".join(
        _draw_middle(
            row.name,
            middle,
            y - 20 - 44 * (len(shown) - 1 - at),
            fit_size(row.name, width, (36, 32, 28, 24)),
            width,
            INK,
        )
        for at, row in enumerate(shown)
    )
    left = len(step.rows) - len(shown)
    more = _draw_middle(format_left_out(left), middle, y + 96 + 74, 26, width - 20, CARD_COLOUR) if left else ""
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{high}" rx="10" fill="{GREEN}"/>'
        f'<rect x="{x}" y="{y}" width="{width}" height="10" rx="5" fill="{GOLD}"/>'
        + _draw_middle(str(step.place), middle, y + 86, 76, width, GOLD)
        + _draw_middle(shown[0].amount, middle, y + 128, 32, width - 20, CARD_COLOUR)
        + names
        + more
    )


def _draw_middle(text: str, x: int, y: int, size: int, room: float, colour: str) -> str:
    return draw_text(text, x, y, size, room, f'fill="{colour}" font-weight="600" text-anchor="middle"')
