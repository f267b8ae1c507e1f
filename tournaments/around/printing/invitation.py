"""The announcement of a tournament to hang up: name, day, inn, what matters, and the code of the invitation."""

from django.urls import reverse
from django.utils.translation import gettext as _

from tarockclub.kit.pdf.canvas import CENTRE, MM, TOP, Box, Paper
from tarockclub.kit.pdf.fonts import BOLD
from tarockclub.kit.pdf.qr_codes import draw_code
from tarockclub.kit.pdf.text_fitting import FittedText, fit_text
from tournaments.around.printing.context import PrintContext
from tournaments.models import Invitation, InvitationPicture
from tournaments.people.invitations.page import find_invitation, format_when, list_invitation_facts
from tournaments.people.registration.services import is_open

_CODE = 46 * MM
_ROW, _PICTURE, _LEAST_PICTURE = 8.5 * MM, 62 * MM, 24 * MM
_LABEL = 48 * MM
_GAP = 1.5 * MM
_SIZES, MOST_LINES = (14, 12, 10, 8, 7), 200  # of the remarks


def render_invitation(context: PrintContext) -> bytes | None:
    """Render the announcement on one page; None as long as nobody is invited."""
    invitation = find_invitation(context.tournament)
    if invitation is None:
        return None
    paper = context.create_paper(_("Announcement"))
    paper.begin_page()
    room = paper.room
    y = _print_head(paper, context, invitation)
    bottom = room.y + room.height - _CODE - 10 * MM
    # The inn stands in the head.
    facts = [
        (label, text)
        for label, text in list_invitation_facts(context.tournament, invitation, context.language)
        if label != _("Inn")
    ]
    remarks = _fit_remarks(invitation.remarks, Box(room.x, 0, room.width, bottom - y - len(facts) * _ROW - 4 * MM))
    needed = len(facts) * _ROW + sum(fitted.height + _GAP for fitted in remarks) + 4 * MM
    y = _print_picture(paper, invitation, y, min(_PICTURE, bottom - y - needed))
    for label, text in facts:
        paper.write(Box(room.x, y, _LABEL, _ROW - MM), label, 13, lines=1)
        paper.write(Box(room.x + _LABEL, y, room.width - _LABEL, _ROW - MM), text, 14, font=BOLD, lines=2)
        y += _ROW
    y += 4 * MM
    for fitted in remarks:
        paper.draw_lines(Box(room.x, y, room.width, fitted.height), fitted, stand=TOP)
        y += fitted.height + _GAP
    _print_code(paper, context, invitation)
    return paper.build_pdf()


def _print_head(paper: Paper, context: PrintContext, invitation: Invitation) -> float:
    """Print club, name, day and inn; return the height at which the rest begins."""
    room, y = paper.room, paper.room.y + 4 * MM
    paper.write(Box(room.x, y, room.width, 9 * MM), context.tournament.club.name, 15, align=CENTRE, lines=1)
    paper.write(
        Box(room.x, y + 10 * MM, room.width, 30 * MM), context.tournament.name, 40, font=BOLD, align=CENTRE, lines=2
    )
    when = format_when(context.tournament, invitation)
    paper.write(Box(room.x, y + 42 * MM, room.width, 13 * MM), when, 24, font=BOLD, align=CENTRE, lines=1)
    place = ", ".join(filter(None, (invitation.place, invitation.address)))
    if place:
        paper.write(Box(room.x, y + 55 * MM, room.width, 12 * MM), place, 17, align=CENTRE, lines=2)
    return y + 72 * MM


def _print_picture(paper: Paper, invitation: Invitation, y: float, height: float) -> float:
    """Print the picture where there is room for it; return the height at which the rest begins."""
    picture = InvitationPicture.objects.filter(invitation=invitation).first()
    if picture is None or height < _LEAST_PICTURE:
        return y
    paper.draw_picture(Box(paper.room.x, y, paper.room.width, height - 4 * MM), bytes(picture.png))
    return y + height


def _fit_remarks(text: str, box: Box) -> list[FittedText]:
    """Fit the remarks line by line, as large as all of them have room; at the least size, what has room."""
    found: list[FittedText] = []
    for size in _SIZES:
        found = [fit_text(line, box.width, size, lines=MOST_LINES, least=size) for line in text.split("\n") if line]
        if sum(fitted.height + _GAP for fitted in found) <= box.height:
            return found
    while found and sum(fitted.height + _GAP for fitted in found) > box.height:
        found.pop()
    return found


def _print_code(paper: Paper, context: PrintContext, invitation: Invitation) -> None:
    """Print the code that leads to the registration, or to the invitation."""
    route = "sign_up" if is_open(context.tournament, invitation) else "invitation"
    address = context.site + reverse(route, args=[context.tournament.slug])
    room = paper.room
    code = Box(room.x, room.y + room.height - _CODE - 4 * MM, _CODE, _CODE)
    draw_code(paper, code, address)
    beside = Box(room.x + _CODE + 6 * MM, code.y, room.width - _CODE - 6 * MM, 14 * MM)
    text = _("Register with your phone") if route == "sign_up" else _("More about it")
    paper.write(beside._replace(y=code.y + 8 * MM), text, 20, font=BOLD, lines=1)
    paper.write(beside._replace(y=code.y + 24 * MM), address, 11, lines=2)
