"""The announcement of a tournament to hang up: name, day, inn, what matters, and the code of the invitation."""

from django.urls import reverse
from django.utils.translation import gettext as _

from tarockclub.pdf.canvas import CENTRE, MM, TOP, Box, Paper
from tarockclub.pdf.fonts import BOLD
from tarockclub.pdf.qr_codes import draw_code
from tarockclub.pdf.text_fitting import fit_text
from tournaments.invitations.page import find_invitation, format_when, list_facts
from tournaments.models import Invitation, InvitationPicture
from tournaments.printing.context import PrintContext
from tournaments.registration.services import is_open

_CODE = 52 * MM
_LABEL = 48 * MM
_GAP = 1.5 * MM
_SIZES, MOST_LINES = (14, 12, 10, 8, 7), 200  # of the remarks


def render_invitation(told: PrintContext) -> bytes | None:
    """Render the announcement on one page; None as long as nobody is invited."""
    invitation = find_invitation(told.tournament)
    if invitation is None:
        return None
    paper = told.create_paper(_("Announcement"))
    paper.begin_page()
    room = paper.room
    y = _print_head(paper, told, invitation)
    bottom = room.y + room.height - _CODE - 12 * MM
    picture = InvitationPicture.objects.filter(invitation=invitation).first()
    if picture is not None:
        paper.draw_picture(Box(room.x, y, room.width, 58 * MM), bytes(picture.png))
        y += 62 * MM
    y = _print_facts(paper, told, invitation, y, bottom)
    if invitation.remarks and bottom - y > 10 * MM:
        _print_remarks(paper, Box(room.x, y + 3 * MM, room.width, bottom - y - 5 * MM), invitation.remarks)
    _print_code(paper, told, invitation)
    return paper.build_pdf()


def _print_head(paper: Paper, told: PrintContext, invitation: Invitation) -> float:
    """Print club, name, day and inn; return the height at which the rest begins."""
    room, y = paper.room, paper.room.y + 4 * MM
    paper.write(Box(room.x, y, room.width, 9 * MM), told.tournament.club.name, 15, align=CENTRE, lines=1)
    paper.write(
        Box(room.x, y + 10 * MM, room.width, 30 * MM), told.tournament.name, 40, font=BOLD, align=CENTRE, lines=2
    )
    when = format_when(told.tournament, invitation)
    paper.write(Box(room.x, y + 42 * MM, room.width, 13 * MM), when, 24, font=BOLD, align=CENTRE, lines=1)
    place = ", ".join(filter(None, (invitation.place, invitation.address)))
    if place:
        paper.write(Box(room.x, y + 55 * MM, room.width, 12 * MM), place, 17, align=CENTRE, lines=2)
    return y + 72 * MM


def _print_facts(paper: Paper, told: PrintContext, invitation: Invitation, y: float, bottom: float) -> float:
    for fact in list_facts(told.tournament, invitation, told.language):
        if fact.label == _("Inn") or y + 8 * MM > bottom:  # it stands in the head
            continue
        paper.write(Box(paper.room.x, y, _LABEL, 8 * MM), fact.label, 13, lines=1)
        box = Box(paper.room.x + _LABEL, y, paper.room.width - _LABEL, 8 * MM)
        paper.write(box, fact.text, 14, font=BOLD, lines=2)
        y += 9 * MM
    return y


def _print_remarks(paper: Paper, box: Box, text: str) -> None:
    """Print the remarks line by line, as large as all of them have room."""
    lines, found = list(filter(None, text.split("\n"))), []
    for size in _SIZES:
        found = [fit_text(line, box.width, size, lines=MOST_LINES, least=size) for line in lines]
        if sum(fitted.height + _GAP for fitted in found) <= box.height:
            break
    y = box.y
    for fitted in found:
        if y + fitted.height > box.y + box.height:
            break
        paper.draw_lines(Box(box.x, y, box.width, fitted.height), fitted, stand=TOP)
        y += fitted.height + _GAP


def _print_code(paper: Paper, told: PrintContext, invitation: Invitation) -> None:
    """Print the code that leads to the registration, or to the invitation."""
    route = "sign_up" if is_open(told.tournament, invitation) else "invitation"
    address = told.site + reverse(route, args=[told.tournament.slug])
    room = paper.room
    code = Box(room.x, room.y + room.height - _CODE - 4 * MM, _CODE, _CODE)
    draw_code(paper, code, address)
    beside = Box(room.x + _CODE + 6 * MM, code.y, room.width - _CODE - 6 * MM, 14 * MM)
    text = _("Register with your phone") if route == "sign_up" else _("More about it")
    paper.write(beside._replace(y=code.y + 8 * MM), text, 20, font=BOLD, lines=1)
    paper.write(beside._replace(y=code.y + 24 * MM), address, 11, lines=2)
