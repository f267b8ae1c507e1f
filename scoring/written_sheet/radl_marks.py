"""Which deals of a book count double, and as which of how many: what the written sheet and the badge say."""

from typing import NamedTuple

from scoring.engine.evening.course import RadlSet
from scoring.engine.evening.state import Evening
from scoring.ledger.book import Book, LedgerLine


class RadlMark(NamedTuple):
    """A deal that counts double: the second of four, `RadlMark(2, 4)`; of one set by hand nobody knows (0, 0)."""

    at: int
    of: int
    last_round: bool = False  # of the Schlussradl

    @property
    def left(self) -> int:
        """How many deals are left with it."""
        return self.of - self.at + 1


class RadlMarks(NamedTuple):
    """The marks of a book: by number of the line, and of the next deal."""

    lines: dict[int, RadlMark]
    now: RadlMark | None


def compute_radl_marks(book: Book) -> RadlMarks:
    """The deals that count double; where a Radl begins anew while one runs, so does the count."""
    lines, length, last = {}, 0, 0  # of the Radl that runs, and of the Schlussradl
    for one in book.played:
        if one.is_deal and _get_factor(one) > 1:
            lines[one.number] = _build_mark(one.before, length, last) or RadlMark(0, 0)
        length, last = _compute_length(one, length), _compute_last_length(one, last)
    return RadlMarks(lines, _build_mark(book.now, length, last))


def _get_factor(one: LedgerLine) -> int:
    return one.line.radl if one.score is not None else one.before.radl


def _compute_length(one: LedgerLine, length: int) -> int:
    """How many deals the Radl has that runs after a line."""
    left = _count_left(one.after)
    if isinstance(one.content, RadlSet):
        return left
    return left if left > max(_count_left(one.before) - one.is_deal, 0) else length


def _compute_last_length(one: LedgerLine, length: int) -> int:
    """How many deals the Schlussradl has: those left when it began, and more or fewer where somebody came or went."""
    was, now = one.before.last_round_left, one.after.last_round_left
    return now if not was else length if one.is_deal or not now else length + now - was


def _count_left(evening: Evening) -> int:
    return max(evening.running, default=0)


def _build_mark(evening: Evening, length: int, last: int) -> RadlMark | None:
    """What the next deal of an evening is in its Radl; the Schlussradl before any other."""
    if left := evening.last_round_left:
        return RadlMark(last - left + 1, last, last_round=True)
    if left := _count_left(evening):
        return RadlMark(length - left + 1, length)
    return None
