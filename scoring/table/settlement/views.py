"""The settlement of an evening: its page, the end of the evening, and changes about money."""

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.book.access.permissions import find_actor, is_table_director, may_write, writers_only
from scoring.book.hooks import is_paid_later
from scoring.book.ledger.book import Book, number_lines
from scoring.book.ledger.entries import Outcome, WriteResult, format_problems, list_outcome_sentences
from scoring.book.ledger.held_hands import load_held_hands
from scoring.book.ledger.seats import find_game_table
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.book.marks import load_marks
from scoring.book.table_clock import format_clock_refusal
from scoring.engine.agreement import Stakes, format_agreement
from scoring.engine.settlement import BOX
from scoring.engine.settlement import Transfer as Payment
from scoring.models import GameTable
from scoring.table.corrections.changes import ChangeRequest
from scoring.table.corrections.services import write_change
from scoring.table.settlement.forms import CashForm, OtherAgreementForm, SettlementForm, build_settlement_initial
from scoring.table.settlement.services import (
    Account,
    EveningSettlement,
    PotCourse,
    compute_settlement,
    format_agreed,
    is_just_over,
    load_agreed,
    request_agreement,
    request_cash,
    request_end,
    request_reopening,
)
from scoring.table.written_sheet.rows import Dispute, find_seat_name, list_disputes
from scoring.table.written_sheet.selectors import load_book_and_seats
from scoring.table.written_sheet.summary import Summary, build_chart, compute_summary
from tarockclub.kit.bank import Transfer, build_transfer
from tarockclub.kit.charts.lines import Chart
from tarockclub.kit.charts.sparks import render_row_bar
from tarockclub.kit.days import format_day
from tarockclub.kit.text import LONGEST_REASON
from tarockclub.kit.words import get_current_language
from tarockclub.models import Person
from tarockclub.platform.accounts.permissions import find_rights, must_direct
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.privacy.readers import INSIDE


class PotRow(NamedTuple):
    """The moves of a line of the book in the Pagatkassa; cents by account."""

    number: int  # of the deal; 0 for cash by hand
    words: str
    moves: tuple[int, ...]
    pot: int
    missing: int


def build_pot_rows(book: Book, settlement: EveningSettlement) -> Iterator[PotRow]:
    """Yield the lines that moved something in the Pagatkassa."""
    if settlement.pot is None:
        return
    for (number, _one), moved, moves in zip(
        number_lines(book), settlement.pot.moved, settlement.pot_moves, strict=False
    ):
        if moved.steps:
            words = ", ".join(_format_step(step.what) for step in moved.steps)
            yield PotRow(number, words, moves, moved.pot, moved.missing)


def _format_step(what: str) -> str:
    return {
        "start": _("start payment"),
        "stake": _("stake"),
        "won": _("Pagat won"),
        "lost": _("Pagat lost"),
        "cash": _("by hand"),
    }[what]


def list_lucky_names(pot: PotCourse | None, players: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    """Return the names of those who got one of the odd cents; `players`: place and name."""
    if pot is None or not pot.odd:
        return ()
    return tuple(name for place, name in players if pot.shares[place] > pot.left // len(players))


class NamedPayment(NamedTuple):
    """A payment with names; no getter means the donation box."""

    payer: str
    getter: str
    amount: int
    transfer: Transfer | None = None  # from account to account, where the getter has one


class SettlementView(NamedTuple):
    """A table's settlement as its page shows it."""

    book: Book
    reckoning: EveningSettlement
    winners: str  # names in one text, "" if nobody leads
    payments: tuple[NamedPayment, ...]  # cents
    in_points: tuple[NamedPayment, ...]  # sixths
    summary: Summary
    chart: Chart | None
    players: tuple[tuple[int, str], ...]  # place and name of everybody at the table
    pot_rows: tuple[PotRow, ...]
    lucky: str  # names of those who got the odd cents
    disputed_rows: tuple[Dispute, ...]
    undecided: int  # hands that came too late
    is_paid_later: bool  # a year settles it: nobody pays now

    @property
    def bars(self) -> list[tuple[Account, SafeString]]:
        """The accounts by written score, each with its bar."""
        ranked = self.reckoning.ranked
        sums = [account.owed.written for account in ranked]
        return [(account, render_row_bar(account.owed.written, sums)) for account in ranked]

    @property
    def names(self) -> str:
        """The names of the players at the table."""
        return ", ".join(name for _place, name in self.players)

    @property
    def pot_width(self) -> int:
        """The number of columns for the words of a line of the Pagatkassa."""
        return len(self.reckoning.accounts) + 1


def load_settlement_view(table: GameTable, agreed: Stakes) -> SettlementView:
    """Load everything the page shows; the number of queries does not depend on the length of the evening."""
    book, seats = load_book_and_seats(table, INSIDE)
    reckoning = compute_settlement(book, seats, agreed, bytes(table.head))
    order, last, is_over = book.now.order, book.number, table.ended is not None and reckoning.in_euros
    is_later = is_over and is_paid_later(table)
    transfers = _find_transfers(table, reckoning) if is_over and not is_later else {}
    players = tuple((place, find_seat_name(seats, place, last)) for place in order)
    settlement = reckoning.settlement
    return SettlementView(
        book=book,
        reckoning=reckoning,
        winners=format_name_list(reckoning.winners),
        payments=_name_payments(settlement.payments, reckoning.accounts, transfers),
        in_points=_name_payments(settlement.in_points, reckoning.accounts),
        summary=compute_summary(book, seats, get_current_language()),
        chart=build_chart(book, seats),
        players=players,
        pot_rows=tuple(build_pot_rows(book, reckoning)),
        lucky=format_name_list(list_lucky_names(reckoning.pot, players)),
        disputed_rows=list_disputes(book, seats, load_marks(table)),
        undecided=load_held_hands(table.pk).count_undecided() if table.held else 0,
        is_paid_later=is_later,
    )


def format_name_list(names: Sequence[str]) -> str:
    """Join names into a list in words."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def _name_payments(
    payments: Sequence[Payment], accounts: Sequence[Account], transfers: Mapping[Payment, Transfer | None] | None = None
) -> tuple[NamedPayment, ...]:
    names, by_bank = {BOX: ""} | {number: account.name for number, account in enumerate(accounts)}, transfers or {}
    return tuple(
        NamedPayment(names[payment.payer], names[payment.getter], payment.amount, by_bank.get(payment))
        for payment in payments
    )


def _find_transfers(table: GameTable, reckoning: EveningSettlement) -> dict[Payment, Transfer | None]:
    """Return how payments go to the getters' own accounts."""
    getters = {
        payment: reckoning.accounts[payment.getter].person
        for payment in reckoning.settlement.payments
        if payment.getter != BOX
    }
    people = Person.objects.select_related("merged_into").in_bulk([pk for pk in getters.values() if pk])
    owners = {pk: person.merged_into or person for pk, person in people.items()}
    text = _("Tarock on %(day)s") % {"day": format_day(table.started)}
    return {
        payment: build_transfer(owners[pk].name, owners[pk].iban, payment.amount, text)
        for payment, pk in getters.items()
        if pk in owners
    }


Forms = dict[str, forms.Form]


@partial(writers_only, reading=Right.TABLES, writing=Right.TREASURE)
def handle_settlement(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show who owes whom, now or at the end; POST ends the evening, reopens it, or changes the agreement."""
    table = find_game_table(slug)
    if request.method != "POST":
        return _render_page(request, table, {})
    action = _ACTIONS.get(SettlementForm(request.POST).parse()["what"])
    return (
        _render_page(request, table, {}, WriteResult(Outcome.NO_PREVIOUS)) if action is None else action(request, table)
    )


def _end_evening(request: HttpRequest, table: GameTable) -> HttpResponse:
    return _write_change(request, table, request_end(), "end", {})


def _reopen_evening(request: HttpRequest, table: GameTable) -> HttpResponse:
    if not is_just_over(table):
        must_direct(request, table.club_id)
    return _write_change(request, table, request_reopening(), "reopen", {})


def _change_agreement(request: HttpRequest, table: GameTable) -> HttpResponse:
    form = OtherAgreementForm(parse_sheet(table.sheet_version), request.POST, language=get_current_language())
    if not form.is_valid():
        return _render_page(request, table, {"form": form}, WriteResult(Outcome.INVALID))
    return _write_change(request, table, request_agreement(form.agreed), format_agreement(form.agreed), {"form": form})


def _move_cash(request: HttpRequest, table: GameTable) -> HttpResponse:
    form = CashForm(request.POST)
    if not form.is_valid():
        return _render_page(request, table, {"cash": form}, WriteResult(Outcome.INVALID))
    place, cents = form.cleaned_data["place"], form.cents
    return _write_change(request, table, request_cash(place, cents), ["cash", place, cents], {"cash": form})


_ACTIONS: dict[str, Callable[[HttpRequest, GameTable], HttpResponse]] = {
    "end": _end_evening,
    "reopen": _reopen_evening,
    "agree": _change_agreement,
    "cash": _move_cash,
}


def _write_change(request: HttpRequest, table: GameTable, ask: ChangeRequest, sent: Any, filled: Forms) -> HttpResponse:
    """Write a change, and show the page after it."""
    content, who = SettlementForm(request.POST).parse(), find_actor(request, table)
    written = write_change(table, content["key"], content["seen"], ask, content["reason"], sent=sent, who=who)
    if written.outcome is Outcome.SAVED:
        return redirect("settlement", slug=table.slug)
    return _render_page(request, find_game_table(table.slug), filled, written)


def _render_page(
    request: HttpRequest, table: GameTable, filled: Forms, written: WriteResult | None = None
) -> HttpResponse:
    """Show the page; after a failed write, with the problems and the forms as filled in."""
    agreed = load_agreed(table)
    view = load_settlement_view(table, agreed)
    sheet, posted = view.book.sheet, SettlementForm(request.POST)
    context = {
        "table": table,
        "view": view,
        "agreed": format_agreed(agreed),
        "form": OtherAgreementForm(
            sheet,
            initial=build_settlement_initial(agreed, sheet, get_current_language()),
            language=get_current_language(),
        ),
        "cash": CashForm(),
        "keys": {what: str(uuid.uuid4()) for what in _ACTIONS},
        "seen": table.last_sequence,
        "is_just_over": is_just_over(table),
        "here": reverse("settlement", args=[table.slug]),
        "may_settle": may_write(request, table) or find_rights(request).has(Right.TREASURE),
        "directs": is_table_director(request, table),
        "open": posted.parse()["what"],
        "reason": str(posted["reason"].value() or "")[:LONGEST_REASON],  # as typed
        **filled,
        **(_build_complaint(written) if written is not None else {}),
    }
    return render(
        request, "scoring/table/settlement/settlement.html", context, status=written.outcome.value if written else 200
    )


def _build_complaint(written: WriteResult) -> dict[str, Any]:
    """Return the problems of a write, in words."""
    if written.code:
        return {"message": _("Nothing was changed."), "problems": [format_clock_refusal(written.code)]}
    messages = {
        **list_outcome_sentences(),
        Outcome.STALE: _("Somebody else was quicker: check what is there now. Nothing was changed."),
        Outcome.OTHER_BODY: _(
            "This form has been sent before with different content. Check the page before you continue."
        ),
    }
    if any(problem.path == "key" for problem in written.problems):
        return {"message": messages[Outcome.NO_PREVIOUS]}
    return {"message": messages[written.outcome], "problems": format_problems(written.problems)}
