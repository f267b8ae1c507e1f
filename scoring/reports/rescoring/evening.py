"""An evening under other house rules: everybody's points and money, the ranks, and the hands that differ."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.engine.agreement import Stakes
from scoring.models import GameTable
from scoring.reports.rescoring.hands import HandRow, RescoredBook, build_hand_rows, rescore_book
from scoring.reports.rescoring.sheets import OtherRules
from scoring.table.settlement.accounts import Account, compute_settlement
from scoring.table.settlement.services import load_agreed
from scoring.table.written_sheet.selectors import load_book_and_seats


class Ranks(NamedTuple):
    """The rank of somebody under their own house rules and under others; players with the same total share it."""

    here: int
    there: int


def compute_ranks(here: Sequence[int], there: Sequence[int]) -> list[Ranks]:
    """Return everybody's ranks by their totals, the highest first.

    >>> compute_ranks([6, 6, -12], [0, 6, -6])
    [Ranks(here=1, there=2), Ranks(here=1, there=1), Ranks(here=3, there=3)]
    """
    return [Ranks(*pair) for pair in zip(_rank(here), _rank(there), strict=True)]


def _rank(totals: Sequence[int]) -> list[int]:
    first: dict[int, int] = {}
    for rank, total in enumerate(sorted(totals, reverse=True), 1):
        first.setdefault(total, rank)
    return [first[total] for total in totals]


class AccountRow(NamedTuple):
    """A player of the evening (with their substitutes) under both sheets."""

    name: str
    here: Account
    there: Account
    ranks: Ranks

    @property
    def difference(self) -> int:
        """The difference in the written score, in sixths."""
        return self.there.owed.written - self.here.owed.written


class RescoredEvening(NamedTuple):
    """An evening under its own sheet and under another one."""

    table: GameTable
    agreed: Stakes
    rescored: RescoredBook
    accounts: tuple[AccountRow, ...]  # by their rank there
    rows: tuple[HandRow, ...]

    @property
    def hands(self) -> int:
        """The number of hands."""
        return sum(hand is not None for hand in self.rescored.hands)

    @property
    def differing(self) -> int:
        """The number of hands that pay something else there, or do not exist."""
        return sum(hand.differs for hand in self.rescored.changed)

    @property
    def missing(self) -> int:
        """The number of hands that do not exist there."""
        return sum(not hand.exists for hand in self.rescored.changed)

    @property
    def radl(self) -> int:
        """The number of hands with another Radl there."""
        return sum(hand.radl_differs for hand in self.rescored.changed)

    @property
    def translated(self) -> int:
        """The number of hands that are entered otherwise there."""
        return sum(bool(hand.remarks) for hand in self.rescored.changed)

    @property
    def tells_apart(self) -> bool:
        """True if money and written score differ somewhere."""
        owed = [account.owed for row in self.accounts for account in (row.here, row.there)]
        return any(balance.money != balance.written for balance in owed)

    @property
    def in_euros(self) -> bool:
        """True if the points were played for money."""
        return self.agreed.rate > 0


def rescore_evening(table: GameTable, rules: OtherRules, language: str) -> RescoredEvening:
    """Score an evening under other house rules.

    The Pagatkassa is left out: what was put into it and taken from it was agreed apart from the sheet.
    """
    book, seats = load_book_and_seats(table)
    agreed = load_agreed(table)._replace(pagatkassa=None)
    rescored, head = rescore_book(book, seats, rules.sheet), bytes(table.head)
    own = compute_settlement(book, seats, agreed, head).accounts
    other = compute_settlement(rescored.there, seats, agreed, head).accounts
    ranks = compute_ranks(*([account.owed.written for account in accounts] for accounts in (own, other)))
    rows = [AccountRow(old.name, old, new, ranked) for old, new, ranked in zip(own, other, ranks, strict=True)]
    return RescoredEvening(
        table,
        agreed,
        rescored,
        tuple(sorted(rows, key=lambda row: (row.ranks.there, row.ranks.here))),
        tuple(build_hand_rows(rescored, language)),
    )
