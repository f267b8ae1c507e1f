"""The page of a season's money, for director and secretary."""

import uuid
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scoring.access.permissions import who
from scoring.settlement.forms import cents_of
from scoring.templatetags.amounts import cents as euros
from scoring.templatetags.amounts import direction, signed_cents
from tarockclub.accounts.permissions import staff_only
from tarockclub.tables import Column, List
from tarockclub.text import cleaned, parse_reason
from tournaments import view_helpers
from tournaments.acts import Refused
from tournaments.cash.receipt_views import RECEIPTS as ALL_RECEIPTS
from tournaments.cash.receipt_views import ReceiptRow
from tournaments.cash.views import LONGEST_PARTY, entry_in, whole_in
from tournaments.cash_journal.journal import BY_HAND, REVERSAL
from tournaments.cash_journal.messages import WAYS, moment_text, problem, told
from tournaments.cash_journal.receipts import Receipt
from tournaments.models import Season
from tournaments.season import view_helpers as of_season
from tournaments.season.cash.receipts import for_season_move, season_receipts
from tournaments.season.cash.services import Part, SeasonBox, count_box, put, season_box, take_back

PARTS = List(
    caption=_("Cash boxes of the season"),
    columns=(
        Column("name", _("Cash box"), link=lambda one: one.url, sorts=False),
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
        Column("at", _("When"), show=moment_text, latest=True),
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
def cash_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The money of a season: of all its tournaments, and of its own box, in which something is written down."""
    season = of_season.own(request, slug)
    if request.method != "POST":
        return _page(request, season)
    key, by, reason = view_helpers.key_in(request), who(request), parse_reason(request.POST)
    try:
        if "counted" in request.POST:
            counted = cents_of(request.POST["counted"])
            count_box(season.pk, key, -1 if counted is None else counted, whole_in(request, "seen"), by, reason)
        elif "back" in request.POST:
            take_back(season.pk, key, whole_in(request, "back"), reason, by)
        elif "receipt" in request.POST:
            party = cleaned(request.POST.get("of", ""))[:LONGEST_PARTY]
            for_season_move(season.pk, key, whole_in(request, "receipt"), party, by)
        else:
            put(season.pk, key, entry_in(request), reason, by)
    except Refused as refused:
        return _page(request, season, problem(refused))
    return view_helpers.saved("season_cash", slug=slug)


def _page(request: HttpRequest, season: Season, refused: str = "") -> HttpResponse:
    box, receipts = season_box(season), season_receipts(season)
    labels = {one.of: one.label for one in receipts}
    context = {
        "box": {"balance": box.own},
        "whole": box.whole,
        "wrong": [one.name for one in box.parts if not one.adds_up],
        "parts": PARTS.shown(request, [_box_row(one) for one in box.parts]),
        "list": MOVES.shown(request, _journal(box, labels)),
        "receipts": RECEIPTS.shown(request, [_receipt_row(one, season) for one in receipts]),
        "without": [
            (one.sequence, told(one), one.cents)
            for one in box.moves
            if one.what in (*BY_HAND, REVERSAL) and one.sequence not in labels
        ],
        "open": [
            (one.sequence, told(one), one.cents) for one in box.moves if one.what in BY_HAND and not one.taken_back
        ],
        "ways": [(name, words) for name, (_what, _sign, words) in WAYS.items()],
        "problem": refused,
        "typed": request.POST if refused else {},
    }
    return of_season.page(request, "cash", season, context, 400 if refused else 200)


def _box_row(one: Part) -> _Box:
    url = reverse("cash_box", args=[one.slug]) if one.slug else ""
    return _Box(one.name or _now("The season's own"), *one[2:7], one.balance, url)


def _journal(box: SeasonBox, labels: dict[int, str]) -> list[_Move]:
    return [
        _Move(told(one), one.at, one.cents, one.balance, labels.get(one.sequence, "")) for one in reversed(box.moves)
    ]


def _receipt_row(one: Receipt, season: Season) -> ReceiptRow:
    return ReceiptRow.of(one, reverse("season_receipt_pdf", args=[season.slug, one.number]))
