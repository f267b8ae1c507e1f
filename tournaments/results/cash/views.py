"""The cash box of a tournament, for director and secretary: movements, counts, the tables' donations."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.amounts import format_signed_cents, get_sign_class
from tarockclub.kit.tables import Column, List
from tarockclub.kit.xlsx.cells import EURO, MOMENT
from tournaments.core import view_helpers
from tournaments.core.actions.pages import perform_posted
from tournaments.core.acts import ActionRefused, Owner
from tournaments.core.cash_journal.actions import CountBox, RecordMove, ReverseMove, WriteMoveReceipt
from tournaments.core.cash_journal.journal import BY_HAND, REVERSAL
from tournaments.core.cash_journal.messages import WAYS, format_move
from tournaments.core.cash_journal.receipts import MOVE, load_receipts
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import load_settings
from tournaments.models import RoundTable, Tournament
from tournaments.results.cash.donations import DonationBox, group_by_round, load_donations
from tournaments.results.cash.forms import HandedInForm, MovementForm
from tournaments.results.cash.page import list_box_sources, list_journal, list_table_debts

JOURNAL = List(
    caption=_("Cash book"),
    columns=(
        Column("text", _("What for"), link=lambda row: row["url"], sorts=False),
        Column("at", _("When"), kind=MOMENT),
        Column("cents", _("Amount"), kind=EURO, show=format_signed_cents, css=get_sign_class),
        Column("balance", _("In the box"), kind=EURO, sorts=False),
        Column("receipt", _("Receipt"), sorts=False),
    ),
    sort="-at",
    empty=_("Nothing yet"),
)


def show_cash(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the content of the box and its sources; record a movement or a count."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_page(request, tournament)
    try:
        write_posted_entry(tournament, request)
    except ActionRefused as refused:
        return _render_page(request, tournament, format_refusal(refused))
    return view_helpers.redirect_saved("cash_box", slug=slug)


def write_posted_entry(owner: Owner, request: HttpRequest) -> None:
    """Record the posted movement in a cash box, or the count."""
    if "counted" in request.POST:
        perform_posted(request, owner, CountBox)
    else:
        sent, by = MovementForm(request.POST).parse(), view_helpers.get_director(request)
        RecordMove.build(**sent["values"]).perform(owner, sent["key"], by, sent["reason"])


def build_entry_context(request: HttpRequest, refused: str) -> dict[str, Any]:
    """Build what the forms for movements and counts take, with what was typed where it was refused."""
    ways = [(name, words) for name, (_what, _sign, words) in WAYS.items()]
    return {"ways": ways, "problem": refused, "typed": request.POST if refused else {}}


def _render_page(request: HttpRequest, tournament: Tournament, refused: str = "") -> HttpResponse:
    box, receipts = load_cash_box(tournament), load_receipts(tournament)
    owed = list_table_debts(tournament, box)
    context: dict[str, Any] = {
        "tournament": tournament,
        "box": box,
        "sources": list_box_sources(tournament, box),
        "list": JOURNAL.build_page(request, list_journal(tournament, box, receipts)),
        "receipts": len(receipts),
        "owed": owed,
        "left": sum(debt.left for debt in owed),
        **build_entry_context(request, refused),
    }
    return view_helpers.render_page(
        request, "tournaments/results/cash/cash.html", context, status=400 if refused else 200
    )


def show_move(request: HttpRequest, slug: uuid.UUID, sequence: int) -> HttpResponse:
    """Show a movement that was entered by hand; take it back, or write a receipt for it."""
    tournament = view_helpers.find_own_tournament(request, slug)
    move = next((move for move in load_cash_box(tournament).journal if move.sequence == sequence), None)
    if move is None or move.what in ("fees", "prize"):
        raise Http404
    refused = ""
    if request.method == "POST":
        try:
            if "receipt" in request.POST:
                perform_posted(request, tournament, WriteMoveReceipt, movement=sequence)
                return view_helpers.redirect_saved("cash_move", slug=slug, sequence=sequence)
            perform_posted(request, tournament, ReverseMove, sequence=sequence)
            return view_helpers.redirect_saved("cash_box", slug=slug)
        except ActionRefused as refusal:
            refused = format_refusal(refusal)
    written = next(
        (receipt for receipt in load_receipts(tournament) if receipt.kind == MOVE and receipt.of == sequence), None
    )
    context = {
        "tournament": tournament,
        "move": move,
        "text": format_move(move),
        "receipt": written,
        "may_take_back": move.what in BY_HAND and not move.taken_back,
        "may_receipt": move.what in (*BY_HAND, REVERSAL) and written is None,
        "problem": refused,
        "typed": request.POST if refused else {},
    }
    return view_helpers.render_page(
        request, "tournaments/results/cash/cash_move.html", context, status=400 if refused else 200
    )


def show_handed_in_donations(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the donation boxes of the tables: amounts owed, and amounts handed in."""
    tournament = view_helpers.find_own_tournament(request, slug)
    refused = ""
    if request.method == "POST":
        sent, by = HandedInForm(request.POST).parse(), view_helpers.get_director(request)
        table = _find_table(tournament, sent["numbers"])
        try:
            move = RecordMove.build(**sent["values"])
            move.perform(table, sent["key"], by, str(_("donation box of the table")))
            return view_helpers.redirect_saved("cash_donations", slug=slug)
        except ActionRefused as refusal:
            refused = format_refusal(refusal)
    context = {
        "tournament": tournament,
        "owed": list_table_debts(tournament, load_cash_box(tournament)),
        "problem": refused,
    }
    return view_helpers.render_page(
        request, "tournaments/results/cash/cash_donations.html", context, status=400 if refused else 200
    )


def _find_table(tournament: Tournament, numbers: list[int]) -> RoundTable:
    """Return the table of a round's number and its own; 404."""
    tables = RoundTable.objects.filter(round__tournament=tournament).select_related("round")
    table = tables.filter(round__number=numbers[0], number=numbers[1]).first() if len(numbers) == 2 else None
    if table is None:
        raise Http404
    return table


def show_donations(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the donation box, round by round and table by table; 404 where the tournament has none."""
    tournament = view_helpers.find_own_tournament(request, slug)
    settings = load_settings(tournament)
    if not settings.donation:
        raise Http404
    donations = load_donations(tournament)
    rounds = sorted(group_by_round(donations).items(), reverse=True)
    context = {"tournament": tournament, "rate": settings.rate, "rounds": rounds, "whole": DonationBox(donations)}
    return view_helpers.render_page(request, "tournaments/results/cash/donations.html", context)
