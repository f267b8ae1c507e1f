"""Receipts on paper: two copies on a page, one for the person who paid or was paid, one for the cash box."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import format_cents
from tarockclub.kit.days import convert_to_local, format_day
from tarockclub.models import Club
from tarockclub.platform.club_look.services import build_look
from tarockclub.platform.privacy.club_settings import load_privacy
from tarockclub.platform.server.apart.papers import render_paper
from tournaments.around.printing.amount_words import format_in_words
from tournaments.around.printing.context import PrintContext
from tournaments.core.acts import Owner
from tournaments.core.cash_journal.journal import PRIZE
from tournaments.core.cash_journal.receipts import Receipt, find_receipt
from tournaments.models import Season


class Issuer(NamedTuple):
    """The owner of the cash box that issues a receipt."""

    club: Club
    name: str  # of the tournament or season
    about: str  # the same with the day, to tell it apart
    address: str = ""  # of the club, in one line


def build_issuer(context: PrintContext) -> Issuer:
    """Return the issuer for a tournament's cash box."""
    club = context.tournament.club
    return Issuer(club, context.tournament.name, context.about, _load_address(club.pk))


def _load_address(club: int) -> str:
    """Return the club's address as it stands on the page of data protection, without the empty lines."""
    lines = (line.strip() for line in load_privacy(club).contact.splitlines())
    return " · ".join(line for line in lines if line)


def build_season_issuer(season: Season) -> Issuer:
    """Return the issuer for a season's own cash box."""
    return Issuer(season.club, season.name, season.name, _load_address(season.club_id))


def render_receipt(issuer: Issuer, owner: Owner, number: int) -> tuple[bytes, str] | None:
    """Render the receipt with a number; also return its name as a file, without the ending. None if there is none."""
    receipt = find_receipt(owner, number)
    if receipt is None:
        return None
    label = _("Receipt %(label)s") % {"label": receipt.label.replace("/", "-")}
    return render_receipts(issuer, [receipt]), f"{issuer.name} {label}"


def render_receipts(issuer: Issuer, receipts: Sequence[Receipt]) -> bytes:
    """Render receipts, one on each page."""
    data = {
        **build_look(issuer.club),
        "address": issuer.address,
        "owner": issuer.about,
        "receipts": [_build_receipt(receipt) for receipt in receipts],
        "words": {"original": _("Original"), "copy": _("Copy for the cash box"), "together": _("Together")},
    }
    return render_paper("tournaments/around/printing/receipts", " · ".join((_("Receipt"), issuer.name)), data)


def _build_receipt(receipt: Receipt) -> dict[str, Any]:
    """Return what a receipt says; the cashier signs it, or the person who got the money or the prize."""
    in_words = format_in_words(receipt.cents) if receipt.cents else ""
    return {
        "title": _("Receipt %(label)s") % {"label": receipt.label},
        "day": format_day(convert_to_local(receipt.at).date()),
        "who": _("Received from") if receipt.paid_in else _("Given to") if receipt.kind == PRIZE else _("Paid to"),
        "name": receipt.name,
        "lines": [(line.text, _format_amount(receipt, line.cents)) for line in receipt.lines],
        "total": format_cents(receipt.cents),
        "in_words": _("In words: %(amount)s") % {"amount": in_words} if in_words else "",
        "reverses": _("Cancels receipt %(label)s") % {"label": receipt.reverses} if receipt.reverses else "",
        "signers": [
            " ".join((_("Issued by"), receipt.by)) if receipt.by else _("For the club"),
            _("Cashier") if receipt.paid_in else _("Received (signature)"),
        ],
    }


def _format_amount(receipt: Receipt, cents: int) -> str:
    """Return the amount of a line with the sign that the sum below it has."""
    amount = cents if receipt.paid_in or receipt.kind == PRIZE else -cents
    return format_cents(amount) if amount else "–"
