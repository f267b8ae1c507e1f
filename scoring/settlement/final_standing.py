"""An evening as everybody may look at it when it is over: who won, the standing, and what there was."""

from typing import NamedTuple

from scoring.engine.agreement import Stakes
from scoring.ledger.book import Book
from scoring.ledger.seats import Seat
from scoring.settlement.accounts import Account, reckoning
from scoring.written_sheet.summary import Summary, summary


class Ranked(NamedTuple):
    """A line of the standing."""

    rank: int  # who has the same score shares it
    account: Account
    wins: bool


class Over(NamedTuple):
    """What stands above the written sheet of an evening that has ended."""

    ranked: tuple[Ranked, ...]
    winners: tuple[str, ...]
    summary: Summary
    in_euros: bool  # whether there is anything to pay in money


def ranked(accounts: tuple[Account, ...], winners: tuple[str, ...]) -> tuple[Ranked, ...]:
    """The accounts, the best first, with their ranks."""
    written = [one.owed.written for one in accounts]
    return tuple(Ranked(1 + written.index(one.owed.written), one, one.name in winners) for one in accounts)


def over(book: Book, seats: tuple[Seat, ...], language: str, agreed: Stakes, head: bytes) -> Over:
    """The written score of an evening, and what each gets or pays; `head`: the hash of its last entry."""
    found = reckoning(book, seats, agreed, head)
    in_euros = agreed.rate > 0 or agreed.pagatkassa is not None
    return Over(ranked(found.ranked, found.winners), found.winners, summary(book, seats, language), in_euros)
