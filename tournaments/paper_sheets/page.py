"""Lines of a paper sheet as the page shows them, to be held against the paper: those in the book, and those typed."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.engine.evening.course import Hand, Redeal, Void
from scoring.engine.evening.state import Evening
from scoring.engine.hand.explain import formula, remark, warning
from scoring.engine.texts import error_message
from scoring.ledger.book import Book, LedgerLine
from scoring.ledger.seats import Seat
from scoring.table_clock.clock import IN_TIME
from scoring.written_sheet.rows import Cell, Row
from tournaments.paper_sheets.messages import format_fault
from tournaments.paper_sheets.sheet import ComputedLine
from tournaments.paper_sheets.shorthand_print import format_shorthand
from tournaments.paper_sheets.typed_line import HAND, REDEAL, VOID, DealPlaces, TypedLine


class SheetLine(NamedTuple):
    """One line: amounts and totals in sixths by column, None for who does not sit there."""

    text: str
    remark: str = ""
    formula: str = ""
    radl: int = 1
    cells: tuple[Cell | None, ...] = ()  # what it pays, what it comes to
    faults: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def build_typed_lines(lines: Iterable[ComputedLine], columns: Sequence[Seat], language: str) -> list[SheetLine]:
    """The lines that were typed."""
    return [_build_typed_line(line, columns, language) for line in lines]


def _build_typed_line(one: ComputedLine, columns: Sequence[Seat], language: str) -> SheetLine:
    faults = (*map(format_fault, one.faults), *(error_message(problem, language) for problem in one.problems))
    if one.score is None:
        return SheetLine(one.text, cells=() if faults else _build_cells(one.before, one.after, columns), faults=faults)
    return SheetLine(
        one.text,
        remark(one.score, language),
        formula(one.score),
        one.before.radl,
        _build_cells(one.before, one.after, columns),
        warnings=tuple(warning(said, one.score.sheet, language) for said in one.score.warnings),
    )


def build_entered_lines(book: Book, rows: Sequence[Row]) -> list[SheetLine]:
    """The lines that are entered, those of deals in shorthand; `rows`: the written sheet."""
    return [_build_entered_line(one, row, book) for one, row in zip(book.played, rows, strict=True) if _has_line(one)]


def _has_line(one: LedgerLine) -> bool:
    return isinstance(one.content, Hand | Void | Redeal) or one.before.written != one.after.written


def _build_entered_line(one: LedgerLine, row: Row, book: Book) -> SheetLine:
    said, radl = _format_deal(one, book), one.line.radl if one.score is not None else 1
    return SheetLine(said, row.words, row.formula if one.score is not None else "", radl, row.cells)


def _format_deal(one: LedgerLine, book: Book) -> str:
    """A deal in shorthand; nothing for what is none."""
    phase = one.entry.phase or IN_TIME
    match one.content:
        case Hand(record, _, active):
            deal = DealPlaces(active, record.forehand or 0)
            return format_shorthand(TypedLine(HAND, record, phase), book.sheet, deal)
        case Void():
            return format_shorthand(TypedLine(VOID, None, phase), book.sheet, DealPlaces(one.before.active, 0))
        case Redeal():
            return format_shorthand(TypedLine(REDEAL, None, phase), book.sheet, DealPlaces(one.before.active, 0))
    return ""


def _build_cells(before: Evening, after: Evening, columns: Sequence[Seat]) -> tuple[Cell | None, ...]:
    was, now = before.written, after.written
    return tuple(
        Cell(now[seat.place] - was[seat.place], now[seat.place]) if seat.until is None else None for seat in columns
    )
