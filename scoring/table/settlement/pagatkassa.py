"""The Pagatkassa of a table: the moves of every line of its book, and the rest."""

from typing import NamedTuple

from scoring.book.ledger.book import Book, LedgerLine
from scoring.engine.agreement import Stakes
from scoring.engine.evening.course import Cash, Hand
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.settlement import pagatkassa
from scoring.engine.settlement.pagatkassa import Happened, Moves, PotMove

SEED_BYTES = 4


class PotCourse(NamedTuple):
    """A Pagatkassa from the first line of a book to its last; cents by place."""

    moved: tuple[PotMove, ...]  # one for each line of the book
    left: int  # cents in the pot now
    shares: Moves  # the share of everybody at the table if the evening ends now
    odd: int  # remainder of the division: this many players get one cent more, by lot


def compute_lot_seed(head: bytes) -> int:
    """Return the seed of the lot for the odd cents, from the hash of the book's last entry.

    After the end of an evening, that is the entry that ended it: unpredictable, and everybody can repeat the draw.

    >>> compute_lot_seed(bytes(31) + b"x"), compute_lot_seed(bytes(3) + b"x")
    (0, 120)
    """
    return int.from_bytes(head[:SEED_BYTES])


def compute_pot(book: Book, agreed: Stakes) -> int | None:
    """Return the cents in the Pagatkassa before the next deal; None without a Pagatkassa."""
    course = compute_pot_course(book, agreed, lot=0)
    return None if course is None else course.left


def compute_pot_course(book: Book, agreed: Stakes, lot: int) -> PotCourse | None:
    """Return the Pagatkassa with its division by this lot; None without a Pagatkassa."""
    if agreed.pagatkassa is None:
        return None
    moved = pagatkassa.follow_pot((_build_pot_event(line, book.sheet) for line in book.played), agreed.pagatkassa)
    left, order = moved[-1].pot if moved else 0, book.now.order
    return PotCourse(moved, left, pagatkassa.divide_pot(left, order, lot), left % len(order))


def _build_pot_event(line: LedgerLine, sheet: Sheet) -> Happened:
    """Return the event in the Pagatkassa for a line of the book; none for a hand that no longer counts."""
    content, before = line.content, line.before
    if isinstance(content, Cash):
        return pagatkassa.PotCash(content.place, content.cents)
    if not isinstance(content, Hand) or line.score is None:
        return None
    pagat = pagatkassa.find_announced_pagat(content.record, before.active, sheet.pot_premium)
    return pagatkassa.DealtHand(before.order, before.dealer, pagat)
