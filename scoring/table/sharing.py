"""An evening, a settlement and a hand as text and as picture, for whoever may open their pages."""

import uuid
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.book.access.permissions import writers_only
from scoring.book.ledger.selectors import find_game_table
from scoring.models import GameTable
from scoring.table.settlement.page import NamedPayment, SettlementView, load_settlement_view
from scoring.table.settlement.services import load_agreed
from scoring.table.written_sheet.selectors import ScoredHand, TableView, build_scored_line, load_table_view
from tarockclub.kit.amounts import format_cents, format_points, format_signed_points
from tarockclub.kit.days import format_day
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.sharing.card import Card, CardRow
from tarockclub.platform.sharing.responses import build_picture_response, render_share_page


def _load_evening(slug: uuid.UUID) -> Card:
    """Return the card of an evening; raise 404 before its first hand."""
    table = find_game_table(slug)
    view = load_table_view(table)
    if not view.rows:
        raise Http404
    return build_evening_card(table, view)


def show_evening(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Share the totals of an evening."""
    return render_share_page(request, _load_evening(slug), reverse("table", args=[slug]))


def serve_evening_picture(request: HttpRequest, slug: uuid.UUID, shape: str) -> HttpResponse:
    """Serve the picture of an evening."""
    return build_picture_response(request, _load_evening(slug), shape)


def _load_settlement(slug: uuid.UUID) -> Card:
    table = find_game_table(slug)
    return build_settlement_card(table, load_settlement_view(table, load_agreed(table)))


@partial(writers_only, reading=Right.TABLES)
def show_settlement(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Share who pays whom."""
    return render_share_page(request, _load_settlement(slug), reverse("settlement", args=[slug]))


@partial(writers_only, reading=Right.TABLES)
def serve_settlement_picture(request: HttpRequest, slug: uuid.UUID, shape: str) -> HttpResponse:
    """Serve the picture of a settlement."""
    return build_picture_response(request, _load_settlement(slug), shape)


def _load_hand(slug: uuid.UUID, line: int) -> Card:
    """Return the card of a hand; raise 404 for a line that is none."""
    table = find_game_table(slug)
    view = load_table_view(table)
    ledger_line = view.book.find_line(line)
    hand = build_scored_line(ledger_line, view.seats, get_current_language()) if ledger_line is not None else None
    if hand is None:
        raise Http404
    number = next((row.number for row in view.rows if row.line == line), 0)
    return build_hand_card(table, number, hand)


def show_hand(request: HttpRequest, slug: uuid.UUID, line: int) -> HttpResponse:
    """Share a hand."""
    return render_share_page(request, _load_hand(slug, line), reverse("deal", args=[slug, line]))


def serve_hand_picture(request: HttpRequest, slug: uuid.UUID, line: int, shape: str) -> HttpResponse:
    """Serve the picture of a hand."""
    return build_picture_response(request, _load_hand(slug, line), shape)


def build_evening_card(table: GameTable, view: TableView) -> Card:
    """Return the totals of an evening, the best first."""
    hands = sum(row.counts for row in view.rows)
    counted = ngettext("%(hands)s hand", "%(hands)s hands", hands) % {"hands": hands}
    totals = sorted(zip(view.names, view.sums, strict=True), key=lambda pair: -pair[1])
    best = totals[0][1] if totals else 0
    rows = (
        CardRow(name, format_signed_points(total), is_first=total == best > 0, is_below=total < 0)
        for name, total in totals
    )
    title = _("Tarock evening") if not table.clock else _("Tarock table")
    about = f"{format_day(table.started)} · {view.book.sheet.name} · {counted}"
    return Card(title, about, tuple(rows), table.club.name)


def build_settlement_card(table: GameTable, view: SettlementView) -> Card:
    """Return who pays whom, or, where nothing is paid, the standing."""
    title = _("Settlement") if table.ended else _("Standings so far")
    paid = [_build_payment(payment, format_cents(payment.amount)) for payment in view.payments]
    if not view.reckoning.in_euros:
        paid = [
            _build_payment(payment, _("%(points)s points") % {"points": format_points(payment.amount)})
            for payment in view.in_points
        ]
    about = f"{format_day(table.started)} · {view.book.sheet.name}"
    story = _("Nobody owes anybody anything.") if not paid else ""
    return Card(title, about, tuple(paid), table.club.name, story)


def _build_payment(payment: NamedPayment, amount: str) -> CardRow:
    getter = payment.getter or _("the donation box")
    return CardRow(_("%(payer)s to %(getter)s") % {"payer": payment.payer, "getter": getter}, amount)


def build_hand_card(table: GameTable, number: int, hand: ScoredHand) -> Card:
    """Return a hand of the book in words and amounts."""
    title = _("Hand %(number)s") % {"number": number} if number else _("Hand")
    best = max((amount for _name, amount in hand.amounts), default=0)
    rows = (
        CardRow(name, format_signed_points(amount), is_first=amount == best > 0, is_below=amount < 0)
        for name, amount in hand.amounts
    )
    return Card(title, f"{format_day(table.started)} · {table.club.name}", tuple(rows), table.club.name, hand.story)
