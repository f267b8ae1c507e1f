"""A certificate: A4 landscape, festive, for a name of any length."""

from collections.abc import Iterable
from typing import NamedTuple

from tarockclub.pdf.canvas import CENTRE, MM, THICK, THIN, Box, Paper
from tarockclub.pdf.fonts import BOLD, ITALIC
from tarockclub.pdf.suits import draw_suit, draw_suits


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
    paper.draw_frame(room, THICK * 1.6)
    inner = Box(room.x + 2.5 * MM, room.y + 2.5 * MM, room.width - 5 * MM, room.height - 5 * MM)
    paper.draw_frame(inner, THIN)
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
        draw_suits(paper, paper.width / 2, inner.y + 55 * MM, 8 * MM)
    draw_line(69, 16, certificate.rank, 32, BOLD)
    draw_line(86, 28, certificate.name, 42, BOLD, lines=2, least=12)
    paper.draw_line(paper.width / 2 - 75 * MM, inner.y + 116 * MM, paper.width / 2 + 75 * MM, inner.y + 116 * MM, THIN)
    for at, text in enumerate(certificate.occasion):
        draw_line(119 + at * 10, 10, text, 18 if at == 0 else 15, ITALIC)
    draw_line(140, 10, certificate.achieved, 17, BOLD)
    _draw_signatures(paper, Box(box.x, inner.y + inner.height - 25 * MM, box.width, 20 * MM), certificate.signers)


def _draw_corners(paper: Paper, inner: Box) -> None:
    side, gap = 11 * MM, 5 * MM
    right, low = inner.x + inner.width - side - gap, inner.y + inner.height - side - gap
    for which, (x, y) in enumerate(
        ((inner.x + gap, inner.y + gap), (right, inner.y + gap), (inner.x + gap, low), (right, low))
    ):
        draw_suit(paper, which, Box(x, y, side, side), grey=0.15)


def _draw_signatures(paper: Paper, box: Box, signers: tuple[str, ...]) -> None:
    gap = 18 * MM
    each = (box.width - gap * (len(signers) - 1)) / len(signers)
    for at, name in enumerate(signers):
        x = box.x + at * (each + gap)
        paper.draw_line(x, box.y + 9 * MM, x + each, box.y + 9 * MM)
        paper.write(Box(x, box.y + 10 * MM, each, 5 * MM), name, 10, align=CENTRE, lines=1)
