"""Lines of a paper sheet as the page shows them, to be held against the paper: those in the book, and those typed."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.engine.evening.course import Hand, Redeal, Void
from scoring.engine.evening.state import Evening
from scoring.engine.hand.explain import formula, remark, warning
from scoring.engine.texts import error_message
from scoring.ledger.book import Book, Played
from scoring.ledger.seats import Seat
from scoring.table_clock.clock import IN_TIME
from scoring.written_sheet.rows import Cell, Row
from tournaments.paper_sheets.messages import fault_said
from tournaments.paper_sheets.sheet import Reckoned
from tournaments.paper_sheets.shorthand_print import print_line
from tournaments.paper_sheets.typed_line import HAND, REDEAL, VOID, Deal, Typed


class Line(NamedTuple):
    """One line: amounts and totals in sixths by column, None for who does not sit there."""

    text: str
    remark: str = ""
    formula: str = ""
    radl: int = 1
    cells: tuple[Cell | None, ...] = ()  # what it pays, what it comes to
    faults: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def typed(lines: Iterable[Reckoned], columns: Sequence[Seat], language: str) -> list[Line]:
    """The lines that were typed."""
    return [_typed(one, columns, language) for one in lines]


def _typed(one: Reckoned, columns: Sequence[Seat], language: str) -> Line:
    faults = (*map(fault_said, one.faults), *(error_message(problem, language) for problem in one.problems))
    if one.score is None:
        return Line(one.text, cells=() if faults else _cells(one.before, one.after, columns), faults=faults)
    return Line(
        one.text,
        remark(one.score, language),
        formula(one.score),
        one.before.radl,
        _cells(one.before, one.after, columns),
        warnings=tuple(warning(said, one.score.sheet, language) for said in one.score.warnings),
    )


def in_the_book(book: Book, rows: Sequence[Row]) -> list[Line]:
    """The lines that are entered, those of deals in shorthand; `rows`: the written sheet."""
    return [_entered(one, row, book) for one, row in zip(book.played, rows, strict=True) if _is_told(one)]


def _is_told(one: Played) -> bool:
    return isinstance(one.content, Hand | Void | Redeal) or one.before.written != one.after.written


def _entered(one: Played, row: Row, book: Book) -> Line:
    said, radl = _in_shorthand(one, book), one.line.radl if one.score is not None else 1
    return Line(said, row.words, row.formula if one.score is not None else "", radl, row.cells)


def _in_shorthand(one: Played, book: Book) -> str:
    """A deal in shorthand; nothing for what is none."""
    phase = one.entry.phase or IN_TIME
    match one.content:
        case Hand(record, _, active):
            deal = Deal(active, record.forehand or 0)
            return print_line(Typed(HAND, record, phase), book.sheet, deal)
        case Void():
            return print_line(Typed(VOID, None, phase), book.sheet, Deal(one.before.active, 0))
        case Redeal():
            return print_line(Typed(REDEAL, None, phase), book.sheet, Deal(one.before.active, 0))
    return ""


def _cells(before: Evening, after: Evening, columns: Sequence[Seat]) -> tuple[Cell | None, ...]:
    was, now = before.written, after.written
    return tuple(
        Cell(now[seat.place] - was[seat.place], now[seat.place]) if seat.until is None else None for seat in columns
    )
