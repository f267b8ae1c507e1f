"""The line that begins the double round: it is in the book from its first deal on, and is removed with it.

A player who chose "double stake" for the hand that was in play at the gong takes it back with one tap, and enters it
again with the right phase.
"""

from scoring.book.ledger.book import Book, LedgerLine
from scoring.book.ledger.codec import decode_content
from scoring.book.table_clock.clock import DOUBLE
from scoring.engine.evening.course import CourseLine, LastRoundSaid, StruckLine


def find_opening_number(book: Book, number: int) -> int:
    """Return the number of the line that began the double round with this deal, if it is its only one; else 0."""
    of_round = [line for line in book.played if line.entry.phase == DOUBLE]
    said = [line.number for line in of_round if isinstance(line.content, LastRoundSaid)]
    return said[-1] if said and [line.number for line in of_round if line.is_deal] == [number] else 0


def find_opening_line(book: Book, number: int) -> CourseLine | None:
    """Return that line as it was if the deal was struck and counts again; None: there is none, or it still counts."""
    current = book.find_line(number)
    if current is None or current.entry.phase != DOUBLE:
        return None
    before = [other for other in book.played if other.number < number and other.entry.phase == DOUBLE]
    if any(isinstance(other.content, LastRoundSaid) for other in before):
        return None
    return next((line for line in map(_restore_line, reversed(before)) if line is not None), None)


def _restore_line(struck: LedgerLine) -> CourseLine | None:
    """Return the struck line if it began the double round, as it was; else None."""
    was = struck.entry.replaces
    if not isinstance(struck.content, StruckLine) or was is None:
        return None
    content = decode_content(was)
    return CourseLine(struck.number, content) if isinstance(content, LastRoundSaid) else None
