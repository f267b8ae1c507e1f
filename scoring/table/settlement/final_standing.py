"""The public result of a finished evening: the winner, the standing, and the number of hands."""

from typing import NamedTuple

from scoring.book.ledger.book import Book
from scoring.book.ledger.seats import Seat
from scoring.engine.agreement import Stakes
from scoring.table.settlement.accounts import Account, compute_settlement
from scoring.table.written_sheet.summary import Summary, compute_summary


class RankedAccount(NamedTuple):
    """A line of the standing."""

    rank: int  # players with the same score share it
    account: Account
    wins: bool


class FinalStanding(NamedTuple):
    """The lines above the written sheet of a finished evening."""

    ranked: tuple[RankedAccount, ...]
    winners: tuple[str, ...]
    summary: Summary
    in_euros: bool  # something is paid in money


def rank_accounts(accounts: tuple[Account, ...], winners: tuple[str, ...]) -> tuple[RankedAccount, ...]:
    """Return the accounts, the best first, with their ranks."""
    written = [account.owed.written for account in accounts]
    return tuple(
        RankedAccount(1 + written.index(account.owed.written), account, account.name in winners) for account in accounts
    )


def build_final_standing(
    book: Book, seats: tuple[Seat, ...], language: str, agreed: Stakes, head: bytes
) -> FinalStanding:
    """Return the final written score, and the payment of each; `head`: the hash of the last entry."""
    found = compute_settlement(book, seats, agreed, head)
    in_euros = agreed.rate > 0 or agreed.pagatkassa is not None
    return FinalStanding(
        rank_accounts(found.ranked, found.winners), found.winners, compute_summary(book, seats, language), in_euros
    )
