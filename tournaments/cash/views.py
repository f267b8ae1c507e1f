"""The cash box of a tournament, for director and secretary: what moves, what was counted, the tables' donations."""

import uuid
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.access.permissions import who
from scoring.settlement.forms import cents_of
from scoring.templatetags.amounts import cents as euros
from scoring.templatetags.amounts import direction, signed_cents
from tarockclub.accounts.permissions import staff_only
from tarockclub.tables import Column, List
from tarockclub.text import cleaned, parse_reason
from tournaments import view_helpers
from tournaments.acts import Refused
from tournaments.cash.donations import Box, by_round, donations_of
from tournaments.cash.page import journal_of, owed_by_tables, sums_of
from tournaments.cash.services import cash_box, count_box, put, take_back
from tournaments.cash.tournament_receipts import for_move, receipts_of
from tournaments.cash_journal.journal import BY_HAND, DONATION, REVERSAL, Entry
from tournaments.cash_journal.messages import WAYS, moment_text, problem, told
from tournaments.cash_journal.receipts import MOVE
from tournaments.models import RoundTable, Tournament
from tournaments.selectors import settings_of

form_methods = require_http_methods(["GET", "HEAD", "POST"])
LONGEST_VOUCHER, LONGEST_PARTY = 40, 80
JOURNAL = List(
    caption=_("Cash book"),
    columns=(
        Column("text", _("What for"), link=lambda one: one.url, sorts=False),
        Column("at", _("When"), show=moment_text, latest=True),
        Column("cents", _("Amount"), show=signed_cents, kind=direction, number=True),
        Column("balance", _("In the box"), show=euros, number=True, sorts=False),
        Column("receipt", _("Receipt"), sorts=False),
    ),
    sort="-at",
    empty=_("Nothing yet"),
)


@form_methods
@staff_only
def cash_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """What is in the box and where it comes from; something is written down, or the box is counted."""
    tournament = view_helpers.own(request, slug)
    if request.method != "POST":
        return _page(request, tournament)
    key, by, reason = view_helpers.key_in(request), who(request), parse_reason(request.POST)
    try:
        if "counted" in request.POST:
            counted = cents_of(request.POST["counted"])
            count_box(tournament.pk, key, -1 if counted is None else counted, whole_in(request, "seen"), by, reason)
        else:
            entry = entry_in(request)
            put(tournament.pk, key, entry.cents, reason, by, entry=entry)
    except Refused as refused:
        return _page(request, tournament, problem(refused))
    return view_helpers.saved("cash_box", slug=slug)


def whole_in(request: HttpRequest, name: str) -> int:
    """A whole number that a form carries, maybe below 0; 0 for what is none."""
    text = request.POST.get(name, "")
    digits = text.removeprefix("-")
    number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 12 else 0
    return -number if text.startswith("-") else number


def entry_in(request: HttpRequest) -> Entry:
    """What somebody has typed; no amount where it is none, or nobody knows what it is."""
    what, sign, _words = WAYS.get(request.POST.get("way", ""), ("", 0, ""))
    cents = sign * (cents_of(request.POST.get("amount", "")) or 0)
    voucher = cleaned(request.POST.get("voucher", ""))[:LONGEST_VOUCHER]
    return Entry(what, cents, voucher, cleaned(request.POST.get("party", ""))[:LONGEST_PARTY])


def _page(request: HttpRequest, tournament: Tournament, refused: str = "") -> HttpResponse:
    box, receipts = cash_box(tournament), receipts_of(tournament)
    owed = owed_by_tables(tournament, box)
    context: dict[str, Any] = {
        "tournament": tournament,
        "box": box,
        "sums": sums_of(box.moves),
        "list": JOURNAL.shown(request, journal_of(tournament, box, receipts)),
        "receipts": len(receipts),
        "owed": owed,
        "left": sum(one.left for one in owed),
        "ways": [(name, words) for name, (_what, _sign, words) in WAYS.items()],
        "problem": refused,
        "typed": request.POST if refused else {},
    }
    return view_helpers.page(request, "cash/cash", context, status=400 if refused else 200)


@form_methods
@staff_only
def move_page(request: HttpRequest, slug: uuid.UUID, sequence: int) -> HttpResponse:
    """Something that was written down by hand: it is taken back, or gets a receipt."""
    tournament = view_helpers.own(request, slug)
    move = next((one for one in cash_box(tournament).journal if one.sequence == sequence), None)
    if move is None or move.what in ("fees", "prize"):
        raise Http404
    refused = ""
    if request.method == "POST":
        key, by = view_helpers.key_in(request), who(request)
        try:
            if "receipt" in request.POST:
                party = cleaned(request.POST.get("party", ""))[:LONGEST_PARTY]
                for_move(tournament.pk, key, sequence, party, by)
                return view_helpers.saved("cash_move", slug=slug, sequence=sequence)
            take_back(tournament.pk, key, sequence, parse_reason(request.POST), by)
            return view_helpers.saved("cash_box", slug=slug)
        except Refused as found:
            refused = problem(found)
    written = next((one for one in receipts_of(tournament) if one.kind == MOVE and one.of == sequence), None)
    context = {
        "tournament": tournament,
        "move": move,
        "text": told(move),
        "receipt": written,
        "may_take_back": move.what in BY_HAND and not move.taken_back,
        "may_receipt": move.what in (*BY_HAND, REVERSAL) and written is None,
        "problem": refused,
        "typed": request.POST if refused else {},
    }
    return view_helpers.page(request, "cash/cash_move", context, status=400 if refused else 200)


@form_methods
@staff_only
def donations_handed_in(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The donation boxes of the tables: what each owes, and what is handed in."""
    tournament = view_helpers.own(request, slug)
    refused = ""
    if request.method == "POST":
        numbers = view_helpers.ids_in(request.POST.get("table", "").split("-"))
        table = _table(tournament, numbers)
        cents = cents_of(request.POST.get(f"amount-{request.POST.get('table', '')}", "")) or 0
        entry = Entry(DONATION, cents)
        text = str(_("donation box of the table"))
        try:
            put(tournament.pk, view_helpers.key_in(request), cents, text, who(request), entry=entry, table=table)
            return view_helpers.saved("cash_donations", slug=slug)
        except Refused as found:
            refused = problem(found)
    context = {"tournament": tournament, "owed": owed_by_tables(tournament, cash_box(tournament)), "problem": refused}
    return view_helpers.page(request, "cash/cash_donations", context, status=400 if refused else 200)


def _table(tournament: Tournament, numbers: list[int]) -> RoundTable:
    """The table of a round's number and its own; 404."""
    found = RoundTable.objects.filter(round__tournament=tournament).select_related("round")
    table = found.filter(round__number=numbers[0], number=numbers[1]).first() if len(numbers) == 2 else None
    if table is None:
        raise Http404
    return table


class RoundBox(NamedTuple):
    """The box of one round."""

    number: int
    box: Box


@require_safe
@staff_only
def donations_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The donation box, round by round and table by table; 404 where the tournament has none."""
    tournament = view_helpers.own(request, slug)
    settings = settings_of(tournament)
    if not settings.donation:
        raise Http404
    donations = donations_of(tournament)
    rounds = [RoundBox(number, box) for number, box in sorted(by_round(donations).items(), reverse=True)]
    context = {"tournament": tournament, "rate": settings.rate, "rounds": rounds, "whole": Box(donations)}
    return view_helpers.page(request, "cash/donations", context)
