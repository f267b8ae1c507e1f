"""The cash box of a tournament, for director and secretary: movements, counts, donations, receipts; their forms."""

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.book.access.permissions import find_actor
from tarockclub.kit.amounts import format_signed_cents, get_sign_class
from tarockclub.kit.form_fields import CentsField, CleanTextField, IdField, IdsField, PostedForm, TextField, TextsField
from tarockclub.kit.tables import Column, List
from tarockclub.kit.text import parse_whole
from tarockclub.kit.xlsx.cells import EURO, MOMENT
from tarockclub.platform.accounts.looks import RECEIPTS as RECEIPTS_LOOK
from tarockclub.platform.accounts.looks import note_look
from tournaments.core import view_helpers
from tournaments.core.actions.base import perform_posted
from tournaments.core.acts import ActionRefused, Owner, parse_content
from tournaments.core.cash_journal.actions import LONGEST_PARTY, CountBox, RecordMove, ReverseMove, WriteMoveReceipt
from tournaments.core.cash_journal.receipts import MOVE, MOVE_CHOICES, Receipt, find_receipt, format_move, load_receipts
from tournaments.core.cash_journal.services import BY_HAND, DONATION, PRIZE, REVERSAL, load_cash_box
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import load_settings
from tournaments.core.view_helpers import ActionForm, ReasonForm
from tournaments.models import Prize, RoundTable, Tournament
from tournaments.people.teams.forms import match_entrants
from tournaments.people.teams.views import load_members, load_team_index
from tournaments.results.cash.actions import WriteFeesReceipt, WritePrizeReceipt
from tournaments.results.cash.page import (
    DonationBox,
    describe_count,
    draw_balance,
    group_by_round,
    list_box_sources,
    list_journal,
    list_table_debts,
    load_donations,
)
from tournaments.results.final_results.prizes import load_choices_by_prize

_LONGEST_VOUCHER = 40
PIECE_DIGITS = 5  # of a number of pieces


class MovementForm(ReasonForm):
    """A new movement."""

    way = TextField()
    amount = CentsField(otherwise=0)
    voucher = CleanTextField(_LONGEST_VOUCHER)
    party = CleanTextField(LONGEST_PARTY)

    def clean(self) -> dict[str, Any]:
        """Add the values of the movement; of no kind where its way is unknown."""
        data = self.cleaned_data
        what, sign, _words = MOVE_CHOICES.get(data["way"], ("", 0, ""))
        values = {
            "what": what,
            "cents": sign * data.get("amount", 0),
            "voucher": data["voucher"],
            "party": data["party"],
        }
        return {**data, "values": values}


PIECES = (10_000, 5_000, 2_000, 1_000, 500, 200, 100)  # notes and coins that are counted one by one, in cents


class CountForm(PostedForm):
    """A count of the cash: how many there are of each piece, and the rest as an amount."""

    counted = CentsField(otherwise=-1)

    def clean(self) -> dict[str, Any]:
        """Add the pieces to the rest; below 0 if there is nothing, or what is no number."""
        typed = {worth: text for worth in PIECES if (text := self.data.get(f"of-{worth}", "").strip())}
        rest = 0 if typed and not self.data.get("counted", "").strip() else self.cleaned_data.get("counted", -1)
        numbers = [parse_whole(text, PIECE_DIGITS) for text in typed.values()]
        if rest < 0 or None in numbers:
            return {"counted": -1}
        return {"counted": rest + sum(worth * (number or 0) for worth, number in zip(typed, numbers, strict=True))}


class TournamentReceiptForm(ActionForm):
    """The receipt for a prize, or for the fees of a player."""

    prize = IdField()
    player = CleanTextField()


class BankForm(ActionForm):
    """Payments as they were ticked (bank.py, and the settlement of a year)."""

    paid = TextsField()


class HandedInForm(ActionForm):
    """The donation that a table hands in; each table of the page has its own amount."""

    table = TextField()

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        self.amount_name = f"amount-{data.get('table', '')}"
        self.fields[self.amount_name] = CentsField(otherwise=0)

    def clean(self) -> dict[str, Any]:
        """Add the values of the movement, and the numbers of the round and the table."""
        data = self.cleaned_data
        numbers = IdsField().clean(data["table"].split("-"))
        return {**data, "values": {"what": DONATION, "cents": data.get(self.amount_name, 0)}, "numbers": numbers}


def _format_moved(cents: int) -> str:
    return format_signed_cents(cents) if cents else ""


JOURNAL = List(
    caption=_("Cash book"),
    columns=(
        Column("text", _("What for"), link=lambda row: row["url"], sorts=False),
        Column("at", _("When"), kind=MOMENT, sorts=False),
        Column("receipt", _("Receipt"), sorts=False),
        Column("in", _("In"), kind=EURO, show=_format_moved, sorts=False),
        Column("out", _("Out"), kind=EURO, show=_format_moved, css=get_sign_class, sorts=False),
        Column("balance", _("In the box:"), kind=EURO, css=lambda _cents: "titled", sorts=False),
    ),
    sort="-at",
    empty=_("Nothing yet"),
    size=25,
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
        perform_posted(request, owner, CountBox, counted=CountForm(request.POST).parse()["counted"])
    else:
        sent, by = MovementForm(request.POST).parse(), view_helpers.get_director(request)
        RecordMove.build(**sent["values"]).perform(owner, sent["key"], by, sent["reason"])


def build_entry_context(request: HttpRequest, refused: str) -> dict[str, Any]:
    """Build what the forms for movements and counts take, with what was typed where it was refused."""
    ways = [(name, words) for name, (_what, _sign, words) in MOVE_CHOICES.items()]
    typed = request.POST if refused else QueryDict()
    pieces = [(worth // 100, f"of-{worth}", typed.get(f"of-{worth}", "")) for worth in PIECES]
    return {"ways": ways, "pieces": pieces, "problem": refused, "typed": typed}


def _render_page(request: HttpRequest, tournament: Tournament, refused: str = "") -> HttpResponse:
    box, receipts = load_cash_box(tournament), load_receipts(tournament)
    owed = list_table_debts(tournament, box)
    context: dict[str, Any] = {
        "tournament": tournament,
        "box": box,
        "sources": list_box_sources(tournament, box),
        "list": JOURNAL.build_page(request, list_journal(tournament, box, receipts)),
        "count": describe_count(box.journal),
        "chart": draw_balance(box),
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


RECEIPTS = List(
    caption=_("Receipts"),
    columns=(
        Column("number", _("Receipt"), show=str, link=lambda receipt: receipt["url"]),
        Column("name", _("From whom or to whom")),
        Column("text", _("What for"), sorts=False),
        Column("cents", _("Amount"), kind=EURO, show=format_signed_cents),
        Column("at", _("When"), kind=MOMENT),
    ),
    sort="-number",
    empty=_("There is no receipt yet."),
)


def show_receipts(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show all receipts; write one for an entrant's fees, or for a prize that is handed out."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        note_look(request, tournament.club_id, RECEIPTS_LOOK, of=tournament.pk)
        return _render_receipt_page(request, tournament)
    content, by = TournamentReceiptForm(request.POST).parse(), find_actor(request)
    try:
        if content["prize"] is not None:
            done = WritePrizeReceipt.build(prize=content["prize"]).perform(tournament, content["key"], by)
        else:
            entrant = _find_entrant(tournament, content["player"])
            done = WriteFeesReceipt(entrant=entrant).perform(tournament, content["key"], by)
    except ActionRefused as refused:
        return _render_receipt_page(request, tournament, format_refusal(refused))
    return view_helpers.redirect_saved("cash_receipt", slug=slug, number=parse_content(done)["number"])


def _find_entrant(tournament: Tournament, typed: str) -> int:
    """Return the entrant with this start number or name; 0 if not known."""
    meant = match_entrants(typed, load_team_index(tournament))
    return meant[0] if len(meant) == 1 else 0


def _render_receipt_page(request: HttpRequest, tournament: Tournament, refused: str = "") -> HttpResponse:
    written = load_receipts(tournament)
    context = {
        "tournament": tournament,
        "list": RECEIPTS.build_page(request, list_receipt_rows(written, "cash_receipt", tournament)),
        "people": list(load_members(tournament).values()),
        "prizes": _list_prizes_left(tournament, written),
        "problem": refused,
        "typed": request.POST if refused else {},
    }
    return view_helpers.render_page(
        request, "tournaments/results/cash/cash_receipts.html", context, status=400 if refused else 200
    )


def list_receipt_rows(receipts: Iterable[Receipt], route: str, owner: Owner) -> list[dict[str, Any]]:
    """Return the rows of receipts in a list; `route`: the page where one is read or printed."""
    return [
        {
            "number": receipt.number,
            "name": receipt.name,
            "text": ", ".join(line.text for line in receipt.lines),
            "cents": receipt.cents if receipt.paid_in else -receipt.cents,
            "at": receipt.at,
            "url": reverse(route, args=[owner.slug, receipt.number]),
        }
        for receipt in receipts
    ]


def _list_prizes_left(tournament: Tournament, written: tuple[Receipt, ...]) -> list[tuple[int, str, str]]:
    """Return the prizes that were chosen and have no receipt yet: id, name and recipient."""
    names = {receipt.of: receipt.name for receipt in written if receipt.kind == PRIZE}
    chosen = {prize: choice.entrant for prize, choice in load_choices_by_prize(tournament).items()}
    people = load_members(tournament)
    prizes = Prize.objects.filter(tournament=tournament, pk__in=chosen).order_by("number")
    left = (
        (prize.pk, prize.name, people[chosen[prize.pk]].name if chosen[prize.pk] in people else "") for prize in prizes
    )
    return [choice for choice in left if names.get(choice[0]) != choice[2]]


def show_receipt(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show one receipt, to read and to print."""
    tournament = view_helpers.find_own_tournament(request, slug)
    written = find_receipt(tournament, number)
    if written is None:
        raise Http404
    note_look(request, tournament.club_id, RECEIPTS_LOOK, of=tournament.pk)
    context = {"tournament": tournament, "receipt": written, "club": tournament.club}
    return view_helpers.render_page(request, "tournaments/results/cash/cash_receipt.html", context)
