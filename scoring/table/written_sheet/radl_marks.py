"""The deals of a book that count double, with their position in the Radl, for the written sheet and the badge."""

from typing import NamedTuple

from scoring.book.ledger.book import Book, LedgerLine
from scoring.engine.evening.course import RadlSet
from scoring.engine.evening.state import Evening

MOST_DOTS = 6  # a round of six players


class RadlMark(NamedTuple):
    """The mark of a deal that counts double: the second of four is `RadlMark(2, 4)`; (0, 0): position unknown."""

    position: int
    length: int
    last_round: bool = False  # it is part of the Schlussradl

    @property
    def left(self) -> int:
        """The number of deals left, including this one."""
        return self.length - self.position + 1

    @property
    def dots(self) -> str:
        """The deals as dots, those left filled; of more than a round one dot and the number left."""
        return "●" * self.left + "○" * (self.position - 1) if self.length <= MOST_DOTS else f"● {self.left}"


class RadlMarks(NamedTuple):
    """The marks of a book: by number of the line, and of the next deal."""

    lines: dict[int, RadlMark]
    now: RadlMark | None


def compute_radl_marks(book: Book) -> RadlMarks:
    """Return the marks of the deals that count double; the count restarts if a Radl begins while another is running."""
    lines, length, last = {}, 0, 0  # of the running Radl, and of the Schlussradl
    for line in book.played:
        if line.is_deal and _get_factor(line) > 1:
            lines[line.number] = _build_mark(line.before, length, last) or RadlMark(0, 0)
        length, last = _compute_length(line, length), _compute_last_length(line, last)
    return RadlMarks(lines, _build_mark(book.now, length, last))


def _get_factor(line: LedgerLine) -> int:
    return line.line.radl if line.score is not None else line.before.radl


def _compute_length(line: LedgerLine, length: int) -> int:
    """Return the number of deals of the Radl that is running after a line."""
    left = _count_left(line.after)
    if isinstance(line.content, RadlSet):
        return left
    return left if left > max(_count_left(line.before) - line.is_deal, 0) else length


def _compute_last_length(line: LedgerLine, length: int) -> int:
    """Return the number of deals of the Schlussradl.

    That is the number left when it began, and more or fewer if somebody came or left.
    """
    was, now = line.before.last_round_left, line.after.last_round_left
    return now if not was else length if line.is_deal or not now else length + now - was


def _count_left(evening: Evening) -> int:
    return max(evening.running, default=0)


def _build_mark(evening: Evening, length: int, last: int) -> RadlMark | None:
    """Return the mark of the next deal of an evening; the Schlussradl takes precedence over another Radl."""
    if left := evening.last_round_left:
        return RadlMark(last - left + 1, last, last_round=True)
    if left := _count_left(evening):
        return RadlMark(length - left + 1, length)
    return None
