"""An evening, a settlement and a hand as text and as picture, for whoever may open their pages.

A picture goes anywhere: whoever shares an evening or a hand, it shows the names that everybody may see.
"""

import uuid
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.book.access.permissions import writers_only
from scoring.book.ledger.seats import find_game_table, list_real_seats
from scoring.models import GameTable
from scoring.table.settlement.services import load_agreed
from scoring.table.settlement.views import NamedPayment, SettlementView, load_settlement_view
from scoring.table.written_sheet.selectors import ScoredHand, TableView, build_scored_line, load_table_view
from scoring.table.written_sheet.summary import compute_summary
from tarockclub.kit.amounts import format_cents, format_points, format_signed_points
from tarockclub.kit.charts.lines import Chart
from tarockclub.kit.days import format_day
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.accounts.secret_links import hide_address
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.sharing.picture import Card, CardChart, CardLine, CardRow, build_club_card, rank_rows
from tarockclub.platform.sharing.responses import render_share_page

CHART_WHOLE = 1000  # of the height of a chart; its width is as much already


def build_evening_card(table: GameTable, view: TableView) -> Card:
    """Return an evening as a picture shows it: the totals, the best first, how they came about, and the best hand."""
    hands = sum(row.counts for row in view.rows)
    counted = ngettext("%(hands)s hand", "%(hands)s hands", hands) % {"hands": hands}
    title = _("Tarock evening") if not table.clock else _("Tarock table")
    about = f"{format_day(table.started)} · {view.book.sheet.name} · {counted}"
    best = compute_summary(view.book, view.seats, view.language).best
    lines = {seat.id: number for number, seat in enumerate(list_real_seats(view.seats))}
    totals = zip(view.columns, view.names, view.sums, strict=True)
    return build_club_card(
        table.club,
        title,
        about,
        rank_rows((name, total, lines.get(seat.id)) for seat, name, total in totals),
        chart=None if view.chart is None else build_card_chart(view.chart),
        best=None if best is None else CardRow(best.words, format_signed_points(best.amount), _("Best hand")),
    )


def build_card_chart(chart: Chart) -> CardChart:
    """Return the chart of a page as a picture draws it, whatever its shape."""

    def compute_y(y: int) -> int:
        return y * CHART_WHOLE // chart.tall

    lines = (
        CardLine(tuple((x, compute_y(y)) for x, y in line.points), line.shape, line.colour) for line in chart.lines
    )
    levels = ((compute_y(tick.position), tick.label) for tick in chart.y_ticks)
    return CardChart(tuple(lines), tuple(levels), chart.doubled)


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
    return build_club_card(table.club, title, about, paid, story=story)


def _build_payment(payment: NamedPayment, amount: str) -> CardRow:
    getter = payment.getter or _("the donation box")
    return CardRow(_("%(payer)s to %(getter)s") % {"payer": payment.payer, "getter": getter}, amount)


def build_hand_card(table: GameTable, sheet: str, number: int, hand: ScoredHand) -> Card:
    """Return a hand of the book in words and amounts."""
    title = _("Hand %(number)s") % {"number": number} if number else _("Hand")
    amounts = sorted(hand.amounts, key=lambda pair: -pair[1])
    rows = (
        CardRow(name, format_signed_points(amount), is_first=amount == amounts[0][1] > 0, is_below=amount < 0)
        for name, amount in amounts
    )
    story = ": ".join(filter(None, (hand.story, hand.formula)))
    return build_club_card(table.club, title, f"{format_day(table.started)} · {sheet}", rows, story=story)


def show_evening(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Share the totals of an evening; 404 before its first hand."""
    table = find_game_table(slug)
    view = load_table_view(table, EVERYBODY)
    if not view.rows:
        raise Http404
    return hide_address(render_share_page(request, build_evening_card(table, view), reverse("table", args=[slug])))


@partial(writers_only, reading=Right.TABLES)
def show_settlement(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Share who pays whom."""
    table = find_game_table(slug)
    card = build_settlement_card(table, load_settlement_view(table, load_agreed(table)))
    return render_share_page(request, card, reverse("settlement", args=[slug]))


def show_hand(request: HttpRequest, slug: uuid.UUID, line: int) -> HttpResponse:
    """Share a hand; 404 for a line that is none."""
    table = find_game_table(slug)
    view = load_table_view(table, EVERYBODY)
    ledger_line = view.book.find_line(line)
    hand = build_scored_line(ledger_line, view.seats, get_current_language()) if ledger_line is not None else None
    if hand is None:
        raise Http404
    number = next((row.number for row in view.rows if row.line == line), 0)
    card = build_hand_card(table, view.book.sheet.name, number, hand)
    return hide_address(render_share_page(request, card, reverse("deal", args=[slug, line])))
