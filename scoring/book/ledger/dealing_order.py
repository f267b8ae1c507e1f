"""Deals whose dealer does not follow the previous dealer.

They are shown to the director, who corrects them with one tap or leaves them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.book.ledger.book import Book, LedgerLine
from scoring.book.table_clock.clock import DOUBLE
from scoring.engine.evening.course import Hand, LastRoundSaid, Redeal, Void
from scoring.engine.evening.state import Evening


class WrongTurn(NamedTuple):
    """A deal by a player whose turn it was not; all players as places."""

    line: int  # of the deal
    number: int  # as on the written sheet
    dealer: int  # the place of the actual dealer
    expected: int  # the place of the player whose turn it was
    forehand: int  # the place of the forehand of that turn
    twice: bool  # the same player had dealt the hand before; otherwise somebody was passed over


def find_wrong_turns(book: Book) -> tuple[WrongTurn, ...]:
    """Return the deals of a book whose dealer does not follow the previous one, in the order of play.

    Nobody was passed over if a deal was struck in between or a late hand waits there.
    """
    return tuple(_iter_wrong_turns(book))


def _iter_wrong_turns(book: Book) -> Iterator[WrongTurn]:
    deals, struck, previous = 0, 0, None  # `previous`: the last deal that has not been struck
    for index, played in enumerate(book.played):
        struck += played.struck is not None
        if not isinstance(played.content, Hand | Void | Redeal):
            continue
        if previous is not None:
            expected = _compute_expected(book.played[index - 1])
            waits = sum(previous.number <= line < played.number for line in book.waits.after)
            steps = _count_steps(expected, played.before)
            if steps not in (0, struck, waits):
                number, twice = book.waits.number_deal(played.number, deals), steps == expected.players - 1
                dealer = played.before.dealer
                yield WrongTurn(played.number, number, dealer, expected.dealer, expected.forehand, twice)
        deals, struck, previous = deals + played.is_deal, 0, played


def _compute_expected(before: LedgerLine) -> Evening:
    """Return the evening after a line.

    The line that begins the double round does not count here: it records the actual dealer, not whose turn it was.
    """
    begins = isinstance(before.content, LastRoundSaid) and before.entry.phase == DOUBLE
    return before.before if begins else before.after


def _count_steps(expected: Evening, now: Evening) -> int:
    """Return by how many places the forehand is ahead of the expected one; 0 if they no longer sit at the table."""
    order = expected.order
    if now.forehand not in order:
        return 0
    return (order.index(now.forehand) - order.index(expected.forehand)) % len(order)
