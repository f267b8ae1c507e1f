"""The page of a season's money, for the director and the secretary."""

import uuid
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.amounts import format_signed_cents, get_sign_class
from tarockclub.kit.days import parse_day_or_none
from tarockclub.kit.form_fields import CleanTextField
from tarockclub.kit.tables import Column, List
from tarockclub.kit.xlsx.cells import EURO
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.looks import SEASON_RECEIPTS, note_look
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.accounts.rights import Right
from tournaments.core import view_helpers
from tournaments.core.actions.base import perform_posted
from tournaments.core.acts import ActionRefused
from tournaments.core.cash_journal.actions import LONGEST_PARTY, ReverseMove, WriteMoveReceipt
from tournaments.core.cash_journal.receipts import format_move, load_receipts
from tournaments.core.cash_journal.services import BY_HAND, REVERSAL, REVERSIBLE
from tournaments.core.messages import format_refusal
from tournaments.models import Season
from tournaments.results.cash.bank import Debt, DebtBook, build_bank_view
from tournaments.results.cash.page import build_journal_row
from tournaments.results.cash.views import JOURNAL, BankForm, build_entry_context, list_receipt_rows, write_posted_entry
from tournaments.results.cash.views import RECEIPTS as ALL_RECEIPTS
from tournaments.seasons.season.cash.services import load_season_box
from tournaments.seasons.season.cash.settlement import (
    PayYear,
    SettleYear,
    list_year_debts,
    list_year_settlements,
    load_year_settlement,
)
from tournaments.seasons.season.settings import parse_season_settings
from tournaments.seasons.season.view_helpers import render_season_page


def _build_amount(name: str, title: Any) -> Column:
    """Build a column of amounts; where nothing was moved it is empty."""
    return Column(name, title, of=lambda part: getattr(part, name) or None, kind=EURO, sorts=False)


PARTS = List(
    caption=_("Cash boxes of the season"),
    columns=(
        Column(
            "name",
            _("Cash box"),
            of=lambda part: part.name or _("The season's own"),
            link=lambda part: reverse("cash_box", args=[part.slug]) if part.slug else "",
            sorts=False,
        ),
        Column("balance", _("In the box"), kind=EURO, sorts=False),  # first: what phones show large
        _build_amount("fees", _("Fees")),
        _build_amount("prizes", _("Prizes")),
        _build_amount("donations", _("Donations")),
        _build_amount("expenses", _("Expenses")),
        _build_amount("other", _("Other")),
    ),
    sort="",
    empty=_("Nothing yet"),
    prefix="b-",
)
YEAR_LINES = List(
    caption=_("Who pays and who gets what"),
    columns=(
        Column("name", _("Name"), sorts=False),
        Column("cents", _("Gets, or pays (−)"), kind=EURO, show=format_signed_cents, css=get_sign_class, sorts=False),
    ),
    sort="",
    prefix="y-",
)
RECEIPTS = replace(ALL_RECEIPTS, prefix="r-")


def handle_cash(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the money of a season: all its tournaments, and its own box; POST records something in that."""
    season = view_helpers.find_own_season(request, slug)
    if request.method != "POST":
        note_look(request, season.club_id, SEASON_RECEIPTS, of=season.pk)
        return _render_page(request, season)
    try:
        _write_posted(season, request)
    except ActionRefused as refused:
        return _render_page(request, season, format_refusal(refused))
    return view_helpers.redirect_saved("season_cash", slug=slug)


def _write_posted(season: Season, request: HttpRequest) -> None:
    """Record what was posted: a movement or a count, the opposite of a movement, a receipt."""
    if "counted" in request.POST:
        write_posted_entry(season, request)
    elif "back" in request.POST:
        perform_posted(request, season, ReverseMove)
    elif "until" in request.POST:
        perform_posted(request, season, SettleYear)
    elif "paid" in request.POST:
        _write_paid(season, request)
    elif "receipt" in request.POST:
        party = CleanTextField(LONGEST_PARTY).clean(request.POST.get("of"))
        perform_posted(request, season, WriteMoveReceipt, party=party)
    else:
        write_posted_entry(season, request)


def _write_paid(season: Season, request: HttpRequest) -> None:
    """Record who has paid, or got, what was left of a settlement: all that was ticked, or nothing."""
    sent, by = BankForm(request.POST).parse(), view_helpers.get_director(request)
    with transaction.atomic():
        for tick in sent["paid"]:
            debtor, _sign, _cents = tick.partition("=")  # a key has no room for more
            PayYear.parse(tick).perform(season, f"{sent['key']}.{debtor}", by)


def _build_year_book(request: HttpRequest, slug: uuid.UUID) -> DebtBook:
    """Return what is owed to the club for the evenings of a season."""
    season = view_helpers.find_own_season(request, slug)

    def list_debts() -> list[Debt]:
        owed = (debt for debt in list_year_debts(season) if debt.line.cents < 0)
        return [Debt(debt.tick, debt.line.number, debt.line.name, -debt.line.cents, debt.format_text) for debt in owed]

    def settle(debt: Debt, key: str, who: Actor) -> None:
        PayYear.parse(debt.debtor, bank=True).perform(season, key, who)

    return DebtBook(season, "season_bank", SEASON_RECEIPTS, list_debts, settle)


handle_bank = build_bank_view(_build_year_book)


def _render_page(request: HttpRequest, season: Season, refused: str = "") -> HttpResponse:
    box, receipts = load_season_box(season), load_receipts(season)
    labels = {receipt.of: receipt.label for receipt in receipts}
    context = {
        "box": {"balance": box.own},
        "whole": box.whole,
        "boxes": len(box.parts),
        "marathons": [
            ranking for ranking in parse_season_settings(season.settings).rankings if ranking.fee and not ranking.gone
        ],
        "wrong": [part.name for part in box.parts if not part.adds_up],
        "parts": PARTS.build_page(request, [*box.parts, box.whole._replace(name=gettext("All boxes together"))]),
        "list": JOURNAL.build_page(
            request,
            [build_journal_row(move, format_move(move), labels.get(move.sequence, "")) for move in reversed(box.moves)],
        ),
        "receipts": RECEIPTS.build_page(request, list_receipt_rows(receipts, "season_receipt_pdf", season)),
        "without": [
            (move.sequence, format_move(move), move.cents)
            for move in box.moves
            if move.what in (*BY_HAND, REVERSAL) and move.sequence not in labels
        ],
        "open": [
            (move.sequence, format_move(move), move.cents)
            for move in box.moves
            if move.what in REVERSIBLE and not move.taken_back
        ],
        **_build_year_context(request, season),
        **build_entry_context(request, refused),
    }
    return render_season_page(request, "cash", season, context, 400 if refused else 200)


def _build_year_context(request: HttpRequest, season: Season) -> dict[str, Any]:
    """Return who pays and who gets what for the evenings until a day, if they are settled in the year."""
    until = parse_day_or_none((request.POST or request.GET).get("until", ""))
    settlement = load_year_settlement(season, until)
    if settlement is None:
        return {}
    return {
        "year": settlement,
        "year_lines": YEAR_LINES.build_page(request, settlement.lines),
        "years": list_year_settlements(season),
        "debts": list_year_debts(season) if find_rights(request).has_for_club(Right.TREASURE) else (),
    }
