"""Deals whose dealer does not follow the one before: told to the director, who mends it by one tap, or leaves it."""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.engine.evening.course import Hand, LastRoundSaid, Redeal, Void
from scoring.engine.evening.state import Evening
from scoring.ledger.book import Book, LedgerLine
from scoring.table_clock.clock import DOUBLE


class WrongTurn(NamedTuple):
    """A deal that was not dealt by whoever's turn it was; places."""

    line: int  # of the deal
    number: int  # as on the written sheet
    dealer: int  # who dealt
    expected: int  # whose turn it was
    forehand: int  # who would have been forehand then
    twice: bool  # the same one had dealt the hand before; else somebody was passed over


def find_wrong_turns(book: Book) -> tuple[WrongTurn, ...]:
    """Return the deals of a book whose dealer does not follow the one before, in the order of play.

    Where a deal was struck out in between, or a late one waits there, nobody was passed over.
    """
    return tuple(_iter_wrong_turns(book))


def _iter_wrong_turns(book: Book) -> Iterator[WrongTurn]:
    deals, struck, previous = 0, 0, None  # the last deal that stands
    for at, played in enumerate(book.played):
        struck += played.struck is not None
        if not isinstance(played.content, Hand | Void | Redeal):
            continue
        if previous is not None:
            expected = _compute_expected(book.played[at - 1])
            waits = sum(previous.number <= line < played.number for line in book.waits.after)
            steps = _count_steps(expected, played.before)
            if steps not in (0, struck, waits):
                number, twice = book.waits.number(played.number, deals), steps == expected.players - 1
                dealer = played.before.dealer
                yield WrongTurn(played.number, number, dealer, expected.dealer, expected.forehand, twice)
        deals, struck, previous = deals + played.is_deal, 0, played


def _compute_expected(before: LedgerLine) -> Evening:
    """Return how the table stood after a line; that the double round begins says who dealt, not whose turn it was."""
    begins = isinstance(before.content, LastRoundSaid) and before.entry.phase == DOUBLE
    return before.before if begins else before.after


def _count_steps(expected: Evening, now: Evening) -> int:
    """Return by how many places the forehand is further than expected; 0 where that cannot be said."""
    order = expected.order
    if now.forehand not in order:
        return 0
    return (order.index(now.forehand) - order.index(expected.forehand)) % len(order)
