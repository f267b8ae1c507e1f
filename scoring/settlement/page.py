"""The settlement page: standing, who owes whom, the Pagatkassa, the best and the worst hand, in words and numbers."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.agreement import Stakes
from scoring.engine.settlement.payments import BOX, Payment
from scoring.ledger.book import Book, numbered
from scoring.ledger.held_hands import read_held
from scoring.marks.services import read_marks
from scoring.models import GameTable
from scoring.settlement.accounts import Account, Reckoning, reckoning
from scoring.settlement.final_standing import Ranked, ranked
from scoring.settlement.messages import agreed_words
from scoring.settlement.pagatkassa import PotCourse
from scoring.written_sheet.chart import Chart, chart_of
from scoring.written_sheet.disputes import Dispute, disputes
from scoring.written_sheet.rows import name_of
from scoring.written_sheet.selectors import read_together
from scoring.written_sheet.summary import Summary, summary


class PotRow(NamedTuple):
    """What a line of the book moved in the Pagatkassa; cents by account."""

    number: int  # of the deal; 0 for cash by hand
    words: str
    moves: tuple[int, ...]
    pot: int
    missing: int


def pot_rows(book: Book, told: Reckoning) -> Iterator[PotRow]:
    """The lines that moved something in the Pagatkassa."""
    if told.pot is None:
        return
    for (number, _one), moved, moves in zip(numbered(book), told.pot.moved, told.pot_moves, strict=False):
        if moved.steps:
            words = ", ".join(_step(step.what) for step in moved.steps)
            yield PotRow(number, words, moves, moved.pot, moved.missing)


def _step(what: str) -> str:
    return {
        "start": _("start payment"),
        "stake": _("stake"),
        "won": _("Pagat won"),
        "lost": _("Pagat lost"),
        "cash": _("by hand"),
    }[what]


def lucky(pot: PotCourse | None, here: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    """The names of those who got one of the odd cents; `here`: place and name."""
    if pot is None or not pot.odd:
        return ()
    return tuple(name for place, name in here if pot.shares[place] > pot.left // len(here))


class Paid(NamedTuple):
    """A payment with names; no getter: the donation box."""

    payer: str
    getter: str
    amount: int


class SettlementView(NamedTuple):
    """A table's settlement as its page shows it."""

    table: GameTable
    book: Book
    agreed: Stakes
    reckoning: Reckoning
    ranked: tuple[Ranked, ...]
    winners: str  # names in one text, "" where nobody is ahead
    shared: bool  # more than one of them
    payments: tuple[Paid, ...]  # cents
    in_points: tuple[Paid, ...]  # sixths
    summary: Summary
    chart: Chart | None
    hands: int
    here: tuple[tuple[int, str], ...]  # place and name of those at the table
    pot_rows: tuple[PotRow, ...]
    lucky: str  # who got the odd cents
    disputed: tuple[Dispute, ...]
    undecided: int  # hands that came too late
    ended_by: int  # sequence number of the entry that ended the evening; 0: it goes on

    @property
    def names(self) -> str:
        """Who sits at the table."""
        return ", ".join(name for _place, name in self.here)

    @property
    def in_euros(self) -> bool:
        """Whether there is anything to pay in money."""
        return self.agreed.rate > 0 or self.agreed.pagatkassa is not None

    @property
    def pot_width(self) -> int:
        """How many columns the words of a line of the Pagatkassa may take."""
        return len(self.reckoning.accounts) + 1

    @property
    def agreed_words(self) -> list[str]:
        """What is agreed about money, in words."""
        return agreed_words(self.agreed)


def settlement_view(table: GameTable, agreed: Stakes, language: str) -> SettlementView:
    """Everything the page shows; the same number of queries however long the evening."""
    book, seats = read_together(table)
    found = reckoning(book, seats, agreed, bytes(table.head))
    order, last = book.now.order, book.number
    here = tuple((place, name_of(seats, place, last)) for place in order)
    told = summary(book, seats, language)
    settlement = found.settlement
    return SettlementView(
        table=table,
        book=book,
        agreed=agreed,
        reckoning=found,
        ranked=ranked(found.ranked, found.winners),
        winners=listed(found.winners),
        shared=len(found.winners) > 1,
        payments=_named(settlement.payments, found.accounts),
        in_points=_named(settlement.in_points, found.accounts),
        summary=told,
        chart=chart_of(book, seats),
        hands=told.hands,
        here=here,
        pot_rows=tuple(pot_rows(book, found)),
        lucky=listed(lucky(found.pot, here)),
        disputed=disputes(book, seats, read_marks(table)),
        undecided=len(read_held(table.pk).open) if table.held else 0,
        ended_by=_ended_by(table),
    )


def listed(names: Sequence[str]) -> str:
    """Names as they are said one after the other."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def _ended_by(table: GameTable) -> int:
    """The entry that ended the evening is its last one: nothing but opening it again may follow."""
    return table.last_sequence if table.ended else 0


def _named(payments: Sequence[Payment], accounts: Sequence[Account]) -> tuple[Paid, ...]:
    return tuple(
        Paid(accounts[one.payer].name, "" if one.getter == BOX else accounts[one.getter].name, one.amount)
        for one in payments
    )
