"""An evening as everybody may look at it when it is over: who won, the standing, and what there was."""

from typing import NamedTuple

from scoring.engine.agreement import Stakes
from scoring.ledger.book import Book
from scoring.ledger.seats import Seat
from scoring.settlement.accounts import Account, compute_settlement
from scoring.written_sheet.summary import Summary, compute_summary


class RankedAccount(NamedTuple):
    """A line of the standing."""

    rank: int  # who has the same score shares it
    account: Account
    wins: bool


class FinalStanding(NamedTuple):
    """What stands above the written sheet of an evening that has ended."""

    ranked: tuple[RankedAccount, ...]
    winners: tuple[str, ...]
    summary: Summary
    in_euros: bool  # whether there is anything to pay in money


def rank_accounts(accounts: tuple[Account, ...], winners: tuple[str, ...]) -> tuple[RankedAccount, ...]:
    """The accounts, the best first, with their ranks."""
    written = [account.owed.written for account in accounts]
    return tuple(
        RankedAccount(1 + written.index(account.owed.written), account, account.name in winners) for account in accounts
    )


def build_final_standing(
    book: Book, seats: tuple[Seat, ...], language: str, agreed: Stakes, head: bytes
) -> FinalStanding:
    """The written score of an evening, and what each gets or pays; `head`: the hash of its last entry."""
    found = compute_settlement(book, seats, agreed, head)
    in_euros = agreed.rate > 0 or agreed.pagatkassa is not None
    return FinalStanding(
        rank_accounts(found.ranked, found.winners), found.winners, compute_summary(book, seats, language), in_euros
    )
