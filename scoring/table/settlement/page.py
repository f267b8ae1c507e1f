"""The settlement page: standing, who owes whom, the Pagatkassa, the best and the worst hand, in words and numbers."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.book.ledger.book import Book, number_lines
from scoring.book.ledger.held_hands import load_held_hands
from scoring.book.marks import load_marks
from scoring.engine.agreement import Stakes
from scoring.engine.settlement.settlement import BOX, Transfer
from scoring.models import GameTable
from scoring.table.settlement.accounts import Account, EveningSettlement, PotCourse, compute_settlement
from scoring.table.written_sheet.chart import build_chart
from scoring.table.written_sheet.rows import Dispute, find_seat_name, list_disputes
from scoring.table.written_sheet.selectors import load_book_and_seats
from scoring.table.written_sheet.summary import Summary, compute_summary
from tarockclub.kit.charts.lines import Chart
from tarockclub.kit.words import get_current_language


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
    book, seats = load_book_and_seats(table)
    reckoning = compute_settlement(book, seats, agreed, bytes(table.head))
    order, last = book.now.order, book.number
    players = tuple((place, find_seat_name(seats, place, last)) for place in order)
    settlement = reckoning.settlement
    return SettlementView(
        book=book,
        reckoning=reckoning,
        winners=format_name_list(reckoning.winners),
        payments=_name_payments(settlement.payments, reckoning.accounts),
        in_points=_name_payments(settlement.in_points, reckoning.accounts),
        summary=compute_summary(book, seats, get_current_language()),
        chart=build_chart(book, seats),
        players=players,
        pot_rows=tuple(build_pot_rows(book, reckoning)),
        lucky=format_name_list(list_lucky_names(reckoning.pot, players)),
        disputed_rows=list_disputes(book, seats, load_marks(table)),
        undecided=load_held_hands(table.pk).count_undecided() if table.held else 0,
    )


def format_name_list(names: Sequence[str]) -> str:
    """Join names into a list in words."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def _name_payments(payments: Sequence[Transfer], accounts: Sequence[Account]) -> tuple[NamedPayment, ...]:
    return tuple(
        NamedPayment(
            accounts[payment.payer].name, "" if payment.getter == BOX else accounts[payment.getter].name, payment.amount
        )
        for payment in payments
    )
