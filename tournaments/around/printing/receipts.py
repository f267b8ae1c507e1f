"""Receipts on paper: two copies on a page, one for the person who paid or was paid, one for the cash box."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import format_cents
from tarockclub.kit.days import convert_to_local, format_day
from tarockclub.kit.pdf.canvas import HAIR, MM, RIGHT, THIN, TOP, Box, Paper
from tarockclub.kit.pdf.fonts import BOLD
from tarockclub.platform.privacy.club_settings import load_privacy
from tournaments.around.printing.amount_words import format_in_words
from tournaments.around.printing.context import PrintContext
from tournaments.core.acts import Owner
from tournaments.core.cash_journal.journal import PRIZE
from tournaments.core.cash_journal.receipts import Receipt, find_receipt
from tournaments.models import Season

_LINE = 6.5 * MM


class Issuer(NamedTuple):
    """The owner of the cash box that issues a receipt, and the language."""

    club: str
    name: str  # of the tournament or season
    about: str  # the same with the day, to tell it apart
    language: str
    address: str = ""  # of the club, in one line


def build_issuer(context: PrintContext) -> Issuer:
    """Return the issuer for a tournament's cash box."""
    club = context.tournament.club
    return Issuer(club.name, context.tournament.name, context.about, context.language, _load_address(club.pk))


def _load_address(club: int) -> str:
    """Return the club's address as it stands on the page of data protection, without the empty lines."""
    lines = (line.strip() for line in load_privacy(club).contact.splitlines())
    return " · ".join(line for line in lines if line)


def build_season_issuer(season: Season, language: str) -> Issuer:
    """Return the issuer for a season's own cash box."""
    return Issuer(season.club.name, season.name, season.name, language, _load_address(season.club_id))


def render_receipt(issuer: Issuer, owner: Owner, number: int) -> tuple[bytes, str] | None:
    """Render the receipt with a number; also return its name as a file, without the ending. None if there is none."""
    receipt = find_receipt(owner, number)
    if receipt is None:
        return None
    label = _("Receipt %(label)s") % {"label": receipt.label.replace("/", "-")}
    return render_receipts(issuer, [receipt]), f"{issuer.name} {label}"


def render_receipts(issuer: Issuer, receipts: Sequence[Receipt]) -> bytes:
    """Render receipts, one on each page."""
    paper = Paper(
        " · ".join((_("Receipt"), issuer.name)), issuer.language, foot=f"{issuer.club} · {issuer.about}", plain=True
    )
    for receipt in receipts:
        paper.begin_page(_("Receipt %(label)s") % {"label": receipt.label})
        half = paper.room.height / 2
        for at, copy in enumerate((_("Original"), _("Copy for the cash box"))):
            _print_half(
                paper,
                Box(paper.room.x, paper.room.y + at * half, paper.room.width, half - 6 * MM),
                issuer,
                receipt,
                copy,
            )
        middle = paper.room.y + half - 1 * MM
        paper.draw_line(paper.room.x, middle, paper.room.x + paper.room.width, middle, HAIR, dashed=True)
    return paper.build_pdf()


def _print_half(paper: Paper, box: Box, issuer: Issuer, receipt: Receipt, copy: str) -> None:
    y = box.y + 2 * MM
    paper.write(Box(box.x, y, box.width * 0.6, 6 * MM), issuer.club, 11, lines=1)
    paper.write(Box(box.x, y, box.width, 6 * MM), copy, 9, align=RIGHT, lines=1)
    if issuer.address:
        paper.write(Box(box.x, y + 5.5 * MM, box.width * 0.75, 4.5 * MM), issuer.address, 8.5, lines=1, least=6)
        y += 4 * MM
    y += 7 * MM
    title = _("Receipt %(label)s") % {"label": receipt.label}
    paper.write(Box(box.x, y, box.width * 0.65, 10 * MM), title, 18, font=BOLD, lines=1)
    paper.write(
        Box(box.x, y, box.width, 10 * MM), format_day(convert_to_local(receipt.at).date()), 11, align=RIGHT, lines=1
    )
    y += 11 * MM
    paper.write(Box(box.x, y, box.width, 6 * MM), issuer.about, 9, lines=1)
    y += 8 * MM
    who = _("Received from") if receipt.paid_in else _("Given to") if receipt.kind == PRIZE else _("Paid to")
    paper.write(Box(box.x, y, 34 * MM, 8 * MM), who, 10, lines=1)
    if receipt.name:
        paper.write(Box(box.x + 36 * MM, y, box.width - 36 * MM, 8 * MM), receipt.name, 13, font=BOLD, lines=2)
    else:
        paper.draw_line(box.x + 36 * MM, y + 6.5 * MM, box.x + box.width, y + 6.5 * MM, THIN)
    y = _print_lines(paper, Box(box.x, y + 11 * MM, box.width, box.y + box.height - 37 * MM - y - 11 * MM), receipt)
    if receipt.cents and (words := format_in_words(receipt.cents)):
        said = _("In words: %(amount)s") % {"amount": words}
        paper.write(Box(box.x, y, box.width, 6 * MM), said, 10, align=RIGHT, lines=1, least=6)
    _print_foot(paper, Box(box.x, box.y + box.height - 20 * MM, box.width, 20 * MM), receipt)


def _print_lines(paper: Paper, box: Box, receipt: Receipt) -> float:
    """Print the lines of the receipt and the sum; lines are lower if there are many."""
    height = min(_LINE, box.height / (len(receipt.lines) + 1))
    y = box.y
    paper.draw_line(box.x, y, box.x + box.width, y, THIN)
    for line in receipt.lines:
        paper.write(Box(box.x, y, box.width - 34 * MM, height), line.text, 10, lines=1, least=6)
        amount = line.cents if receipt.paid_in or receipt.kind == PRIZE else -line.cents  # as the sum below it
        said = format_cents(amount) if amount else "–"
        paper.write(Box(box.x, y, box.width, height), said, 10, align=RIGHT, lines=1)
        y += height
        paper.draw_line(box.x, y, box.x + box.width, y, HAIR)
    paper.draw_line(box.x, y, box.x + box.width, y, THIN * 2)
    paper.write(Box(box.x, y, box.width - 40 * MM, height), _("Together"), 11, font=BOLD, lines=1)
    paper.write(Box(box.x, y, box.width, height), format_cents(receipt.cents), 12, font=BOLD, align=RIGHT, lines=1)
    return y + height


def _print_foot(paper: Paper, box: Box, receipt: Receipt) -> None:
    """Print the signature lines: for the cashier, or for the person who got the money or the prize."""
    if receipt.reverses:
        said = _("Cancels receipt %(label)s") % {"label": receipt.reverses}
        paper.write(Box(box.x, box.y - 8 * MM, box.width, 6 * MM), said, 9, lines=1)
    gap = 10 * MM
    each = (box.width - gap) / 2
    signer = _("Cashier") if receipt.paid_in else _("Received (signature)")
    by = " ".join((_("Issued by"), receipt.by)) if receipt.by else _("For the club")
    for at, said in enumerate((by, signer)):
        x = box.x + at * (each + gap)
        paper.draw_line(x, box.y + 11 * MM, x + each, box.y + 11 * MM, THIN)
        paper.write(Box(x, box.y + 12 * MM, each, 5 * MM), said, 9, lines=1, stand=TOP)
