"""The four suits as shapes for festive papers: independent of the font."""

from tarockclub.kit.pdf.canvas import Box, Paper

_ROUND = 0.5523  # of the radius: control points for a circle of curves
_HEART = (
    (0.5, 0.95),
    (0.35, 0.75, 0.04, 0.6, 0.04, 0.32),
    (0.04, 0.02, 0.42, 0.02, 0.5, 0.3),
    (0.58, 0.02, 0.96, 0.02, 0.96, 0.32),
    (0.96, 0.6, 0.65, 0.75, 0.5, 0.95),
)
_DIAMOND = ((0.5, 0.02), (0.86, 0.5), (0.5, 0.98), (0.14, 0.5))
_SPADE = (
    (0.5, 0.04),
    (0.62, 0.24, 0.94, 0.4, 0.94, 0.62),
    (0.94, 0.88, 0.6, 0.86, 0.54, 0.66),
    (0.4, 0.86, 0.06, 0.88, 0.06, 0.62),
    (0.06, 0.4, 0.38, 0.24, 0.5, 0.04),
)
_STEM = ((0.5, 0.6), (0.53, 0.8, 0.58, 0.92, 0.68, 0.96), (0.32, 0.96), (0.42, 0.92, 0.47, 0.8, 0.5, 0.6))
Shape = tuple[tuple[float, ...], ...]


def _build_circle(x: float, y: float, radius: float) -> Shape:
    bend = radius * _ROUND
    return (
        (x, y - radius),
        (x + bend, y - radius, x + radius, y - bend, x + radius, y),
        (x + radius, y + bend, x + bend, y + radius, x, y + radius),
        (x - bend, y + radius, x - radius, y + bend, x - radius, y),
        (x - radius, y - bend, x - bend, y - radius, x, y - radius),
    )


_CLUB = (_build_circle(0.5, 0.27, 0.23), _build_circle(0.27, 0.6, 0.23), _build_circle(0.73, 0.6, 0.23), _STEM)
SUITS: tuple[tuple[Shape, ...], ...] = ((_SPADE, _STEM), (_HEART,), (_DIAMOND,), _CLUB)


def draw_suit(paper: Paper, which: int, box: Box, grey: float) -> None:
    """Draw one of the suits in a square: spades, hearts, diamonds, clubs."""
    for shape in SUITS[which]:
        paper.draw_curve((_place_shape(points, box) for points in shape), grey=grey)


def _place_shape(points: tuple[float, ...], box: Box) -> tuple[float, ...]:
    """Place points of the unit square in a box: x, y, x, y …"""
    sides = (box.x, box.width), (box.y, box.height)
    return tuple(sides[at % 2][0] + value * sides[at % 2][1] for at, value in enumerate(points))
