"""Lines of a paper sheet as the page shows them: those in the book, those typed, and what is wrong with them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.book.ledger.book import Book, LedgerLine
from scoring.book.ledger.seats import Seat
from scoring.book.table_clock import IN_TIME
from scoring.engine.evening.course import Hand, Redeal, Void
from scoring.engine.evening.state import Evening
from scoring.engine.hand.explain import format_hand_remark, format_score_formula, format_warning
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.texts import describe_problem
from scoring.sheets.house_rules.short_names import build_short_names
from scoring.table.written_sheet.rows import Cell, WrittenRow
from scoring.table.written_sheet.selectors import TableView
from tarockclub.kit.words import get_current_language
from tournaments.core.messages import PAPER, register_sentences
from tournaments.hall.paper_sheets.shorthand import (
    HAND,
    REDEAL,
    VOID,
    ComputedLine,
    DealPlaces,
    Fault,
    TypedLine,
    compute_lines,
)
from tournaments.hall.paper_sheets.shorthand_print import format_shorthand

FAULTS: dict[str, Promise] = {
    "line_too_long": _("This line is too long."),
    "unknown_phase": _("“%(token)s” means nothing: #p is the hand at the gong, #d the double round."),
    "empty_line": _("This line is empty."),
    "contract_missing": _("After “&” another game is expected."),
    "unknown_contract": _("“%(token)s” is not a game of these house rules."),
    "ambiguous_contract": _("“%(token)s” can mean: %(about)s."),
    "declarer_missing": _("After “%(token)s” comes the number of the player, like 1, or 13 with the partner."),
    "partner_missing": _("“%(token)s”: %(about)s needs a partner, like 13; a for alone, t for in the talon."),
    "plays_alone": _("“%(token)s”: %(about)s is played without a partner."),
    "not_in_this_deal": _("“%(token)s”: number %(about)s does not play in this deal."),
    "not_understood": _("“%(token)s” is not understood."),
    "said_twice": _("“%(token)s” repeats something already said."),
    "four_needed": _("“%(token)s”: the points of all four, like 14/1,30/2,25,0."),
    "ambiguous_premium": _("“%(token)s” can mean: %(about)s."),
}
register_sentences(
    {
        "stale": _("The sheet has changed in the meantime: look at it and send your lines again."),
    },
    area=PAPER,
)


def format_fault(fault: Fault) -> str:
    """Return the sentence about a fault in a line."""
    return str(FAULTS[fault.code]) % {"token": fault.token, "about": ", ".join(fault.about)}


def list_contracts(sheet: Sheet, *, english: bool) -> list[tuple[str, str]]:
    """Return the short names of the games, and what they mean; in the order of their numbers, from 1."""
    names = [contract.names[english] for contract in sheet.contracts.values()]
    return list(zip(build_short_names(sheet).contracts.codes, names, strict=True))


def list_premiums(sheet: Sheet, *, english: bool) -> list[tuple[str, str]]:
    """Return the short names of the premiums, and what they mean."""
    names = [premium.names[english] for premium in sheet.premiums.values()]
    return list(zip(build_short_names(sheet).premiums.codes, names, strict=True))


class SheetLine(NamedTuple):
    """A line of the sheet: amounts and totals in sixths by column, None for players without a seat there."""

    text: str
    remark: str = ""
    formula: str = ""
    radl: int = 1
    cells: tuple[Cell | None, ...] = ()  # the hand's payments and the new totals
    faults: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def list_typed_lines(texts: Iterable[str], view: TableView) -> list[SheetLine]:
    """Return the lines that were typed, computed after those in the book."""
    language, lines = get_current_language(), compute_lines(texts, view.now, view.book.sheet)
    return [_build_typed_line(line, view.columns, language) for line in lines]


def _build_typed_line(line: ComputedLine, columns: Sequence[Seat], language: str) -> SheetLine:
    faults = (*map(format_fault, line.faults), *(describe_problem(problem, language) for problem in line.problems))
    if line.score is None:
        return SheetLine(
            line.text, cells=() if faults else _build_cells(line.before, line.after, columns), faults=faults
        )
    return SheetLine(
        line.text,
        format_hand_remark(line.score, language),
        format_score_formula(line.score),
        line.before.radl,
        _build_cells(line.before, line.after, columns),
        warnings=tuple(format_warning(warning, line.score.sheet, language) for warning in line.score.warnings),
    )


def list_entered_lines(view: TableView) -> list[SheetLine]:
    """Return the lines in the book that are deals, in shorthand."""
    lines = zip(view.book.played, view.rows, strict=True)
    return [_build_entered_line(line, row, view.book) for line, row in lines if _has_line(line)]


def _has_line(line: LedgerLine) -> bool:
    return isinstance(line.content, Hand | Void | Redeal) or line.before.written != line.after.written


def _build_entered_line(line: LedgerLine, row: WrittenRow, book: Book) -> SheetLine:
    text, radl = format_deal(line, book), line.line.radl if line.score is not None else 1
    return SheetLine(text, row.words, row.formula if line.score is not None else "", radl, row.cells)


def format_deal(line: LedgerLine, book: Book) -> str:
    """Return a deal in shorthand; empty for a line that is no deal."""
    phase = line.entry.phase or IN_TIME
    match line.content:
        case Hand(record, _, active):
            deal = DealPlaces(active, record.forehand or 0)
            return format_shorthand(TypedLine(HAND, record, phase), book.sheet, deal)
        case Void():
            return format_shorthand(TypedLine(VOID, None, phase), book.sheet, DealPlaces(line.before.active, 0))
        case Redeal():
            return format_shorthand(TypedLine(REDEAL, None, phase), book.sheet, DealPlaces(line.before.active, 0))
    return ""


def _build_cells(before: Evening, after: Evening, columns: Sequence[Seat]) -> tuple[Cell | None, ...]:
    was, now = before.written, after.written
    return tuple(
        Cell(now[seat.place] - was[seat.place], now[seat.place]) if seat.until is None else None for seat in columns
    )
