"""That the round with double stake has begun stands in the book with its first deal, and goes with it.

Whoever had said "double stake" for the hand that was being played at the gong takes it back by one tap, and enters it
again as what it was.
"""

from scoring.engine.evening.course import LastRoundSaid, Line, Struck
from scoring.ledger.book import Book, LedgerLine
from scoring.ledger.codec import decode_content
from scoring.table_clock.clock import DOUBLE


def find_opening_number(book: Book, number: int) -> int:
    """The line that says that the double round began with this deal, the only one of it; 0: there is none."""
    of_it = [one for one in book.played if one.entry.phase == DOUBLE]
    said = [one.number for one in of_it if isinstance(one.content, LastRoundSaid)]
    return said[-1] if said and [one.number for one in of_it if one.is_deal] == [number] else 0


def find_opening_line(book: Book, number: int) -> Line | None:
    """The same line, as it was, where that deal was struck out and counts again; None: there is none, or it stands."""
    one = book.at(number)
    if one is None or one.entry.phase != DOUBLE:
        return None
    before = [other for other in book.played if other.number < number and other.entry.phase == DOUBLE]
    if any(isinstance(other.content, LastRoundSaid) for other in before):
        return None
    return next((line for line in map(_restore_line, reversed(before)) if line is not None), None)


def _restore_line(one: LedgerLine) -> Line | None:
    """A struck line that said so."""
    was = one.entry.replaces
    if not isinstance(one.content, Struck) or was is None:
        return None
    content = decode_content(was)
    return Line(one.number, content) if isinstance(content, LastRoundSaid) else None
