"""Table cards with their links as PDF, four or six on a page, to be cut apart."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tarockclub.kit.pdf.canvas import CENTRE, MM, RIGHT, THICK, THIN, TOP, Box, Paper
from tarockclub.kit.pdf.fonts import BOLD, REGULAR
from tarockclub.kit.pdf.qr_codes import draw_code
from tournaments.hall.table_cards.services import TableCard
from tournaments.models import Round, Tournament

_COLUMNS = 2


def render_cards(tournament: Tournament, round_: Round, cards: Sequence[TableCard], size: int, language: str) -> bytes:
    """Render all cards; `size`: number of cards on a page."""
    paper = Paper(" · ".join((_("Table cards"), tournament.name)), language, plain=True)
    title = " · ".join((tournament.name, _("Round %(number)s") % {"number": round_.number}))
    for box, card in zip(paper.lay_cards(len(cards), _COLUMNS, size // _COLUMNS), cards, strict=True):
        inside = Box(box.x + 4 * MM, box.y + 3 * MM, box.width - 8 * MM, box.height - 6 * MM)
        _print_card(paper, inside, title, card)
    return paper.build_pdf()


def _print_card(paper: Paper, box: Box, title: str, card: TableCard) -> None:
    """Print the title; on the left the table's number and players, on the right the code and its instructions.

    Nobody takes the guests' code for the other: that one is large in a thick frame, theirs small in a dashed one.
    """
    paper.write(Box(box.x, box.y, box.width, 6 * MM), title, 9.5, lines=1)
    paper.draw_line(box.x, box.y + 6.5 * MM, box.x + box.width, box.y + 6.5 * MM, THIN)
    top, foot = box.y + 8 * MM, box.y + box.height - 5 * MM
    large = min(box.width * 0.56, foot - top - 6 * MM)
    left = Box(box.x, top, box.width - large - 2 * MM, foot - top)
    paper.write(Box(left.x, top, left.width, 5 * MM), _("Table"), 11, lines=1)
    paper.write(Box(left.x, top + 4 * MM, left.width, 17 * MM), str(card.number), 46, font=BOLD, lines=1, least=12)
    small = min(28 * MM, left.width, left.height * 0.34)
    names = Box(left.x, top + 22 * MM, left.width, left.height - 27 * MM - small)
    each = min(11 * MM, names.height / max(1, len(card.players)))
    for at, name in enumerate(card.players):
        deals = at == card.dealer
        said, font = (_("%(name)s (deals first)") % {"name": name}, BOLD) if deals else (name, REGULAR)
        paper.write(Box(names.x, names.y + at * each, names.width, each), said, 13, font=font, lines=2, least=5.5)
    right = Box(box.x + box.width - large, top, large, large)
    _print_code(paper, right, card.to_write.address, _("To enter hands"), 11, BOLD)
    paper.draw_frame(right, THICK)
    _print_instructions(paper, right._replace(y=top + large + 7 * MM, height=foot - top - large - 8 * MM))
    guests = Box(left.x, foot - small - 4.5 * MM, small, small)
    _print_code(paper, guests, card.to_watch.address, _("Watch only"))
    paper.draw_frame(guests, dashed=True)
    paper.write(Box(box.x, foot, box.width, 5 * MM), card.to_write.address, 7, align=RIGHT, lines=1, least=5.5)


def _print_instructions(paper: Paper, box: Box) -> None:
    """Print the steps for using the code; on a small card only the first ones."""
    steps = (
        _("Point the camera at the code and open the address: no log-in is needed."),
        _("Enter every hand; one phone at the table is enough, and the others see it at once."),
        _("No network? Keep entering: the phone sends the hands later."),
        _("Made a mistake? Tap the number of the hand to correct it."),
    )
    each = max(9 * MM, box.height / len(steps))
    for at, step in enumerate(steps[: int(box.height / each + 0.01)]):
        paper.write(Box(box.x, box.y + at * each, box.width, each), f"{at + 1}. {step}", 10, lines=4, stand=TOP)


def _print_code(paper: Paper, box: Box, address: str, text: str, size: float = 8.5, font: str = REGULAR) -> None:
    draw_code(paper, box, address)
    below = Box(box.x, box.y + box.height, box.width, 5 * MM if size > 9 else 4.5 * MM)
    paper.write(below, text, size, font=font, align=CENTRE, lines=1)
