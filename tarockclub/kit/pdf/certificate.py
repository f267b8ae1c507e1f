"""A certificate: A4 landscape, festive, for a name of any length."""

from collections.abc import Iterable
from typing import NamedTuple

from tarockclub.kit.pdf.canvas import CENTRE, MM, THICK, THIN, Box, Paper
from tarockclub.kit.pdf.fonts import BOLD, ITALIC, compute_width

_GOLD, _RED, _INK = (0.66, 0.46, 0.16), (0.6, 0.16, 0.11), (0.1, 0.12, 0.11)
_RED_SUITS = (1, 2)  # hearts and diamonds
_LEAVES, _GARLAND = 6, 44  # leaves on each side, and mm from the middle to the first one
# The four suits as shapes, independent of the font.
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


class Certificate(NamedTuple):
    """The texts of a certificate, from top to bottom."""

    club: str
    heading: str
    rank: str
    name: str
    occasion: tuple[str, ...]  # lines: event, date
    achieved: str  # the result in points
    signers: tuple[str, ...]
    logo: bytes = b""  # PNG; in the place of the suits


def render_certificates(some: Iterable[Certificate], title: str, language: str) -> bytes:
    """Return certificates as a PDF, one page for each."""
    paper = Paper(title, language, landscape=True, plain=True)
    for certificate in some:
        paper.begin_page(f"{certificate.rank} {certificate.name}")
        _draw_certificate(paper, certificate)
    return paper.build_pdf()


def _draw_certificate(paper: Paper, certificate: Certificate) -> None:
    room = paper.room
    inner = Box(room.x + 4 * MM, room.y + 4 * MM, room.width - 8 * MM, room.height - 8 * MM)
    with paper.draw_in_colour(*_GOLD):
        paper.draw_frame(room, THICK * 3)
        paper.draw_frame(Box(room.x + 2.2 * MM, room.y + 2.2 * MM, room.width - 4.4 * MM, room.height - 4.4 * MM), THIN)
        paper.draw_frame(inner, THICK)
    _draw_corners(paper, inner)
    box = inner.shrink(26 * MM)

    def draw_line(y: float, height: float, text: str, size: float, font: str, lines: int = 1, least: float = 9) -> None:
        place = Box(box.x, inner.y + y * MM, box.width, height * MM)
        paper.write(place, text, size, font=font, align=CENTRE, lines=lines, least=least)

    draw_line(13, 10, certificate.club, 16, ITALIC)
    draw_line(26, 25, certificate.heading, 58, BOLD, least=20)
    if certificate.logo:
        paper.draw_picture(Box(box.x, inner.y + 51 * MM, box.width, 16 * MM), certificate.logo)
    else:
        for which, colour in enumerate((_INK, _RED, _RED, _INK)):
            with paper.draw_in_colour(*colour):
                x = paper.width / 2 + (which - 2) * 11.2 * MM + 1.6 * MM
                draw_suit(paper, which, Box(x, inner.y + 55 * MM, 8 * MM, 8 * MM), grey=0)
    draw_line(69, 16, certificate.rank, 32, BOLD)
    if compute_width(certificate.rank, 32, BOLD) < 2 * (_GARLAND - 4) * MM:
        _draw_garland(paper, inner.y + 77 * MM)
    draw_line(86, 28, certificate.name, 42, BOLD, lines=2, least=12)
    with paper.draw_in_colour(*_GOLD):
        middle, y = paper.width / 2, inner.y + 116 * MM
        paper.draw_line(middle - 75 * MM, y, middle + 75 * MM, y, THICK)
    for at, text in enumerate(certificate.occasion):
        draw_line(119 + at * 10, 10, text, 18 if at == 0 else 15, ITALIC)
    draw_line(140, 10, certificate.achieved, 17, BOLD)
    _draw_signatures(paper, Box(box.x, inner.y + inner.height - 25 * MM, box.width, 20 * MM), certificate.signers)


def _draw_garland(paper: Paper, y: float) -> None:
    """Draw a bough of leaves on both sides of the rank, growing towards it."""
    with paper.draw_in_colour(*_GOLD):
        for side in (-1, 1):
            for at in range(_LEAVES):
                x, size = paper.width / 2 + side * (_GARLAND + at * 7) * MM, (5.5 - at * 0.45) * MM
                for up in (-1, 1):
                    tip_x, tip_y = x - side * size * 0.9, y + up * size * 0.75
                    bend = (x - side * size * 0.1, y + up * size * 0.8)
                    paper.draw_curve(
                        [(x, y), (*bend, *bend, tip_x, tip_y), (tip_x, y + up * 0.2 * size, x, y, x, y)], grey=0
                    )
            end = paper.width / 2 + side * (_GARLAND + _LEAVES * 7) * MM
            paper.draw_line(paper.width / 2 + side * (_GARLAND - 3) * MM, y, end, y, THIN)


def _draw_corners(paper: Paper, inner: Box) -> None:
    side, gap = 11 * MM, 5 * MM
    right, low = inner.x + inner.width - side - gap, inner.y + inner.height - side - gap
    for which, (x, y) in enumerate(
        ((inner.x + gap, inner.y + gap), (right, inner.y + gap), (inner.x + gap, low), (right, low))
    ):
        with paper.draw_in_colour(*(_RED if which in _RED_SUITS else _INK)):
            draw_suit(paper, which, Box(x, y, side, side), grey=0.15)


def _draw_signatures(paper: Paper, box: Box, signers: tuple[str, ...]) -> None:
    gap = 18 * MM
    each = (box.width - gap * (len(signers) - 1)) / len(signers)
    for at, name in enumerate(signers):
        x = box.x + at * (each + gap)
        paper.draw_line(x, box.y + 9 * MM, x + each, box.y + 9 * MM)
        paper.write(Box(x, box.y + 10 * MM, each, 5 * MM), name, 10, align=CENTRE, lines=1)


def draw_suit(paper: Paper, which: int, box: Box, grey: float) -> None:
    """Draw one of the suits in a square: spades, hearts, diamonds, clubs."""
    for shape in SUITS[which]:
        paper.draw_curve((_place_shape(points, box) for points in shape), grey=grey)


def _place_shape(points: tuple[float, ...], box: Box) -> tuple[float, ...]:
    """Place points of the unit square in a box: x, y, x, y …"""
    sides = (box.x, box.width), (box.y, box.height)
    return tuple(sides[at % 2][0] + value * sides[at % 2][1] for at, value in enumerate(points))
