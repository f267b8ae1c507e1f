"""The Pagatkassa of a table: what every line of its book moved, and what is left of it."""

from typing import NamedTuple

from scoring.engine.agreement import Stakes
from scoring.engine.evening.course import Cash, Hand
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.settlement import pagatkassa
from scoring.engine.settlement.pagatkassa import Happened, Moves, PotMove
from scoring.ledger.book import Book, LedgerLine

SEED_BYTES = 4


class PotCourse(NamedTuple):
    """A Pagatkassa from the first line of a book to its last; cents by place."""

    moved: tuple[PotMove, ...]  # one for each line of the book
    left: int  # cents in the pot now
    shares: Moves  # what everybody at the table gets of them if the evening ends now
    odd: int  # how many of them do not come out even: so many get one more, by lot


def compute_lot_seed(head: bytes) -> int:
    """The seed of the lot for the odd cents, by the hash of the book's last entry.

    When the evening has ended that is the entry that says so: nobody knows it before, and everybody can draw again.

    >>> compute_lot_seed(bytes(31) + b"x"), compute_lot_seed(bytes(3) + b"x")
    (0, 120)
    """
    return int.from_bytes(head[:SEED_BYTES])


def compute_pot(book: Book, agreed: Stakes) -> int | None:
    """The cents in the Pagatkassa before the next deal; None where nobody plays with one."""
    course = compute_pot_course(book, agreed, lot=0)
    return None if course is None else course.left


def compute_pot_course(book: Book, agreed: Stakes, lot: int) -> PotCourse | None:
    """The Pagatkassa with its division by this lot; None where nobody plays with one."""
    if agreed.pagatkassa is None:
        return None
    moved = pagatkassa.follow_pot((_build_pot_event(one, book.sheet) for one in book.played), agreed.pagatkassa)
    left, order = moved[-1].pot if moved else 0, book.now.order
    return PotCourse(moved, left, pagatkassa.divided(left, order, lot), left % len(order))


def _build_pot_event(one: LedgerLine, sheet: Sheet) -> Happened:
    """What a line of the book is to the Pagatkassa; a hand that counts no more has moved nothing."""
    content, before = one.content, one.before
    if isinstance(content, Cash):
        return pagatkassa.Cash(content.place, content.cents)
    if not isinstance(content, Hand) or one.score is None:
        return None
    pagat = pagatkassa.announced_pagat(content.record, before.active, sheet.pot_premium)
    return pagatkassa.DealtHand(before.order, before.dealer, pagat)
