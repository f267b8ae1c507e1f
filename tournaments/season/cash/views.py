"""The page of a season's money, for the director and the secretary."""

import uuid
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scoring.access.permissions import find_actor
from scoring.settlement.forms import parse_cents
from scoring.templatetags.amounts import cents as euros
from scoring.templatetags.amounts import direction, signed_cents
from tarockclub.accounts.permissions import staff_only
from tarockclub.tables import Column, List
from tarockclub.text import clean_text, parse_reason
from tournaments import view_helpers
from tournaments.acts import ActionRefused
from tournaments.cash.receipt_views import RECEIPTS as ALL_RECEIPTS
from tournaments.cash.receipt_views import ReceiptRow
from tournaments.cash.views import LONGEST_PARTY, parse_entry, parse_whole
from tournaments.cash_journal.journal import BY_HAND, REVERSAL
from tournaments.cash_journal.messages import WAYS, format_cash_problem, format_moment, format_move
from tournaments.cash_journal.receipts import Receipt
from tournaments.models import Season
from tournaments.season import view_helpers as of_season
from tournaments.season.cash.receipts import list_season_receipts, write_season_receipt
from tournaments.season.cash.services import Part, SeasonBox, count_box, load_season_box, record_move, take_back

PARTS = List(
    caption=_("Cash boxes of the season"),
    columns=(
        Column("name", _("Cash box"), link=lambda part: part.url, sorts=False),
        Column("fees", _("Fees"), show=euros, number=True),
        Column("prizes", _("Prizes"), show=euros, number=True),
        Column("donations", _("Donations"), show=euros, number=True),
        Column("expenses", _("Expenses"), show=euros, number=True),
        Column("other", _("Other"), show=euros, number=True),
        Column("balance", _("In the box"), show=euros, number=True),
    ),
    sort="",
    empty=_("Nothing yet"),
    prefix="b-",
)
MOVES = List(
    caption=_("Cash book"),
    columns=(
        Column("text", _("What for"), sorts=False),
        Column("at", _("When"), show=format_moment, latest=True),
        Column("cents", _("Amount"), show=signed_cents, kind=direction, number=True),
        Column("balance", _("In the box"), show=euros, number=True, sorts=False),
        Column("receipt", _("Receipt"), sorts=False),
    ),
    sort="-at",
    empty=_("Nothing yet"),
)
RECEIPTS = replace(ALL_RECEIPTS, prefix="r-")


class _Box(NamedTuple):
    """A cash box in the list."""

    name: str
    fees: int
    prizes: int
    donations: int
    expenses: int
    other: int
    balance: int
    url: str


class _Move(NamedTuple):
    """A line of the season's own journal."""

    text: str
    at: datetime
    cents: int
    balance: int
    receipt: str  # label; "": there is none


@require_http_methods(["GET", "HEAD", "POST"])
@staff_only
def handle_cash(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the money of a season: all its tournaments, and its own box; POST records something in that."""
    season = of_season.find_own_season(request, slug)
    if request.method != "POST":
        return _render_page(request, season)
    key, by, reason = view_helpers.parse_key(request), find_actor(request), parse_reason(request.POST)
    try:
        if "counted" in request.POST:
            counted = parse_cents(request.POST["counted"])
            count_box(season.pk, key, -1 if counted is None else counted, parse_whole(request, "seen"), by, reason)
        elif "back" in request.POST:
            take_back(season.pk, key, parse_whole(request, "back"), reason, by)
        elif "receipt" in request.POST:
            party = clean_text(request.POST.get("of", ""))[:LONGEST_PARTY]
            write_season_receipt(season.pk, key, parse_whole(request, "receipt"), party, by)
        else:
            record_move(season.pk, key, parse_entry(request), reason, by)
    except ActionRefused as refused:
        return _render_page(request, season, format_cash_problem(refused))
    return view_helpers.redirect_saved("season_cash", slug=slug)


def _render_page(request: HttpRequest, season: Season, refused: str = "") -> HttpResponse:
    box, receipts = load_season_box(season), list_season_receipts(season)
    labels = {receipt.of: receipt.label for receipt in receipts}
    context = {
        "box": {"balance": box.own},
        "whole": box.whole,
        "wrong": [part.name for part in box.parts if not part.adds_up],
        "parts": PARTS.build_page(request, [_build_box_row(part) for part in box.parts]),
        "list": MOVES.build_page(request, _list_journal(box, labels)),
        "receipts": RECEIPTS.build_page(request, [_build_receipt_row(receipt, season) for receipt in receipts]),
        "without": [
            (move.sequence, format_move(move), move.cents)
            for move in box.moves
            if move.what in (*BY_HAND, REVERSAL) and move.sequence not in labels
        ],
        "open": [
            (move.sequence, format_move(move), move.cents)
            for move in box.moves
            if move.what in BY_HAND and not move.taken_back
        ],
        "ways": [(name, words) for name, (_what, _sign, words) in WAYS.items()],
        "problem": refused,
        "typed": request.POST if refused else {},
    }
    return of_season.render_page(request, "cash", season, context, 400 if refused else 200)


def _build_box_row(part: Part) -> _Box:
    url = reverse("cash_box", args=[part.slug]) if part.slug else ""
    return _Box(part.name or _now("The season's own"), *part[2:7], part.balance, url)


def _list_journal(box: SeasonBox, labels: dict[int, str]) -> list[_Move]:
    return [
        _Move(format_move(move), move.at, move.cents, move.balance, labels.get(move.sequence, ""))
        for move in reversed(box.moves)
    ]


def _build_receipt_row(receipt: Receipt, season: Season) -> ReceiptRow:
    return ReceiptRow.build(receipt, reverse("season_receipt_pdf", args=[season.slug, receipt.number]))
