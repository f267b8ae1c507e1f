"""The receipts of a tournament: the list, writing them for fees and prizes, and the page of one."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.book.access.permissions import find_actor
from tarockclub.kit.amounts import format_signed_cents
from tarockclub.kit.tables import Column, List
from tarockclub.kit.xlsx.cells import EURO, MOMENT
from tarockclub.platform.accounts.looks import RECEIPTS as RECEIPTS_LOOK
from tarockclub.platform.accounts.looks import note_look
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused, parse_content
from tournaments.core.cash_journal.journal import PRIZE
from tournaments.core.cash_journal.receipts import Receipt, find_receipt, load_receipts
from tournaments.core.messages import format_refusal
from tournaments.models import Prize, Tournament
from tournaments.people.teams.parsing import match_entrants
from tournaments.people.teams.selectors import load_members, load_team_index
from tournaments.results.cash.actions import WriteFeesReceipt, WritePrizeReceipt
from tournaments.results.cash.forms import TournamentReceiptForm
from tournaments.results.final_results.prizes import load_choices_by_prize

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
        return _render_page(request, tournament)
    content, by = TournamentReceiptForm(request.POST).parse(), find_actor(request)
    try:
        if content["prize"] is not None:
            done = WritePrizeReceipt.build(prize=content["prize"]).perform(tournament, content["key"], by)
        else:
            entrant = _find_entrant(tournament, content["player"])
            done = WriteFeesReceipt(entrant=entrant).perform(tournament, content["key"], by)
    except ActionRefused as refused:
        return _render_page(request, tournament, format_refusal(refused))
    return view_helpers.redirect_saved("cash_receipt", slug=slug, number=parse_content(done)["number"])


def _find_entrant(tournament: Tournament, typed: str) -> int:
    """Return the entrant with this start number or name; 0 if not known."""
    meant = match_entrants(typed, load_team_index(tournament))
    return meant[0] if len(meant) == 1 else 0


def _render_page(request: HttpRequest, tournament: Tournament, refused: str = "") -> HttpResponse:
    written = load_receipts(tournament)
    rows = [
        build_receipt_row(receipt, reverse("cash_receipt", args=[tournament.slug, receipt.number]))
        for receipt in written
    ]
    context = {
        "tournament": tournament,
        "list": RECEIPTS.build_page(request, rows),
        "people": list(load_members(tournament).values()),
        "prizes": _list_prizes_left(tournament, written),
        "problem": refused,
        "typed": request.POST if refused else {},
    }
    return view_helpers.render_page(
        request, "tournaments/results/cash/cash_receipts.html", context, status=400 if refused else 200
    )


def build_receipt_row(receipt: Receipt, url: str) -> dict[str, Any]:
    """Build the row of a receipt in the list; `url`: the page where it is read or printed."""
    return {
        "number": receipt.number,
        "name": receipt.name,
        "text": ", ".join(line.text for line in receipt.lines),
        "cents": receipt.cents if receipt.paid_in else -receipt.cents,
        "at": receipt.at,
        "url": url,
    }


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
