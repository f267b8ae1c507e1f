"""An evening, a settlement and a hand as text and as picture, for whoever may open their pages."""

import uuid
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from scoring.book.access.permissions import writers_only
from scoring.book.ledger.selectors import find_game_table
from scoring.table.settlement.page import load_settlement_view
from scoring.table.settlement.services import load_agreed
from scoring.table.sharing.cards import build_evening_card, build_hand_card, build_settlement_card
from scoring.table.written_sheet.selectors import build_scored_line, load_table_view
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.sharing.card import Card
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
    return build_hand_card(table, view.book.sheet.name, number, hand)


def show_hand(request: HttpRequest, slug: uuid.UUID, line: int) -> HttpResponse:
    """Share a hand."""
    return render_share_page(request, _load_hand(slug, line), reverse("deal", args=[slug, line]))


def serve_hand_picture(request: HttpRequest, slug: uuid.UUID, line: int, shape: str) -> HttpResponse:
    """Serve the picture of a hand."""
    return build_picture_response(request, _load_hand(slug, line), shape)
