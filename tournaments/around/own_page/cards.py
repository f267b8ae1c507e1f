"""Cards for the members with the codes of their own pages, as PDF, to be cut apart."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tarockclub.kit.pdf.canvas import MM, Box, Paper
from tarockclub.kit.pdf.fonts import BOLD
from tarockclub.kit.pdf.qr_codes import draw_code
from tarockclub.models import Person
from tarockclub.platform.privacy.public_names import get_called_name

_COLUMNS, _ROWS = 2, 4


def render_member_cards(club: str, cards: Sequence[tuple[Person, str]], language: str) -> bytes:
    """Render the cards of these persons with these addresses, eight on a page."""
    paper = Paper(" · ".join((_("Cards for the members"), club)), language, plain=True)
    boxes = paper.lay_cards(len(cards), _COLUMNS, _ROWS)
    for box, (person, address) in zip(boxes, cards, strict=True):
        inside = Box(box.x + 4 * MM, box.y + 4 * MM, box.width - 8 * MM, box.height - 8 * MM)
        _print_card(paper, inside, club, person, address)
    return paper.build_pdf()


def _print_card(paper: Paper, box: Box, club: str, person: Person, address: str) -> None:
    """Print the name and the instruction on the left, the code on the right."""
    side = min(box.height, box.width * 0.48)
    left = Box(box.x, box.y, box.width - side - 3 * MM, box.height)
    paper.write(Box(left.x, left.y, left.width, 6 * MM), club, 9, lines=1)
    paper.write(
        Box(left.x, left.y + 8 * MM, left.width, 16 * MM), get_called_name(person), 15, font=BOLD, lines=2, least=7
    )
    if person.player_number:
        said = _("Player number %(number)s") % {"number": person.player_number}
        paper.write(Box(left.x, left.y + 24 * MM, left.width, 6 * MM), said, 10, lines=1)
    text = _("My own page: results and statistics. Whoever has the code can open it.")
    paper.write(Box(left.x, left.y + 32 * MM, left.width, box.height - 32 * MM), text, 9, lines=5, least=6)
    code = Box(box.x + box.width - side, box.y + (box.height - side) / 2, side, side)
    draw_code(paper, code, address)
