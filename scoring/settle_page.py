"""The settlement page: standing, who owes whom, the Pagatkassa, the best and the worst hand, in words and numbers."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.agreement_words import agreed_words
from scoring.book import Book
from scoring.engine.agreed import Agreed
from scoring.engine.explain import remark
from scoring.engine.payments import BOX, Payment
from scoring.engine.record import SEATS
from scoring.models import GameTable
from scoring.money import Account, Reckoning, reckoning
from scoring.pot_page import PotRow, lucky, numbered, pot_rows
from scoring.reading import read_together
from scoring.rows import name_of, score_names
from scoring.seats import Seat


class Ranked(NamedTuple):
    """A line of the standing."""

    rank: int  # who has the same score shares it
    account: Account
    wins: bool


class Paid(NamedTuple):
    """A payment with names; no getter: the donation box."""

    payer: str
    getter: str
    amount: int


class Peak(NamedTuple):
    """The hand in which somebody got or lost the most of the evening."""

    number: int  # as on the written sheet
    names: tuple[str, ...]
    amount: int  # sixths, written score
    remark: str


class SettlementView(NamedTuple):
    """A table's settlement as its page shows it."""

    table: GameTable
    book: Book
    agreed: Agreed
    reckoning: Reckoning
    ranked: tuple[Ranked, ...]
    winners: str  # names in one text, "" where nobody is ahead
    shared: bool  # more than one of them
    payments: tuple[Paid, ...]  # cents
    in_points: tuple[Paid, ...]  # sixths
    best: Peak | None
    worst: Peak | None
    hands: int
    here: tuple[tuple[int, str], ...]  # place and name of those at the table
    pot_rows: tuple[PotRow, ...]
    lucky: str  # who got the odd cents
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


def settlement_view(table: GameTable, agreed: Agreed, language: str) -> SettlementView:
    """Everything the page shows; the same number of queries however long the evening."""
    book, seats = read_together(table)
    found = reckoning(book, seats, agreed, bytes(table.head))
    order, last = book.now.order, book.number
    here = tuple((place, name_of(seats, place, last)) for place in order)
    best, worst = _peaks(book, seats, language)
    settlement = found.settlement
    return SettlementView(
        table=table,
        book=book,
        agreed=agreed,
        reckoning=found,
        ranked=_ranked(found),
        winners=listed(found.winners),
        shared=len(found.winners) > 1,
        payments=_named(settlement.payments, found.accounts),
        in_points=_named(settlement.in_points, found.accounts),
        best=best,
        worst=worst,
        hands=sum(one.score is not None for one in book.played),
        here=here,
        pot_rows=tuple(pot_rows(book, found)),
        lucky=listed(lucky(found.pot, here)),
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


def _ranked(found: Reckoning) -> tuple[Ranked, ...]:
    written = [one.owed.written for one in found.ranked]
    return tuple(Ranked(1 + written.index(one.owed.written), one, one.name in found.winners) for one in found.ranked)


def _named(payments: Sequence[Payment], accounts: Sequence[Account]) -> tuple[Paid, ...]:
    return tuple(
        Paid(accounts[one.payer].name, "" if one.getter == BOX else accounts[one.getter].name, one.amount)
        for one in payments
    )


def _peaks(book: Book, seats: tuple[Seat, ...], language: str) -> tuple[Peak | None, Peak | None]:
    """The first hand in which somebody got the most, and the first in which somebody lost the most."""
    hands = [
        (number, one, one.score) for number, one in numbered(book) if one.score is not None and any(one.score.written)
    ]
    if not hands:
        return None, None
    peaks = []
    for extreme in (max, min):
        number, one, score = extreme(hands, key=lambda hand: extreme(hand[2].written))
        amount, names = extreme(score.written), score_names(one, seats)
        peaks.append(
            Peak(
                number,
                tuple(names[seat] for seat in SEATS if score.written[seat] == amount),
                amount,
                remark(score, language),
            )
        )
    return peaks[0], peaks[1]
