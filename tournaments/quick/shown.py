"""Lines of a paper sheet as the page shows them, to be held against the paper: those in the book, and those typed."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.book import Book, Played
from scoring.engine.course import Hand, Redeal, Void
from scoring.engine.evening import Evening
from scoring.engine.explain import formula, remark, warning
from scoring.engine.texts import told
from scoring.playtime import IN_TIME
from tournaments.quick.lines import HAND, REDEAL, VOID, Deal, Typed
from tournaments.quick.printed import print_line
from tournaments.quick.sheet import Reckoned
from tournaments.quick.words import fault_said


class Line(NamedTuple):
    """One line: amounts and totals in sixths by column, None for who does not sit there."""

    text: str
    remark: str = ""
    formula: str = ""
    radl: int = 1
    cells: tuple[tuple[int, int] | None, ...] = ()  # what it pays, what it comes to
    faults: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def typed(lines: Iterable[Reckoned], columns: Sequence[int], language: str) -> list[Line]:
    """The lines that were typed."""
    return [_typed(one, columns, language) for one in lines]


def _typed(one: Reckoned, columns: Sequence[int], language: str) -> Line:
    faults = (*map(fault_said, one.faults), *(told(problem, language) for problem in one.problems))
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


def in_the_book(book: Book, columns: Sequence[int], remarks: Mapping[int, str]) -> list[Line]:
    """The lines that are entered, those of deals in shorthand; `remarks`: what the written sheet says of each."""
    return [_entered(one, book, columns, remarks) for one in book.played if _is_told(one)]


def _is_told(one: Played) -> bool:
    return isinstance(one.content, Hand | Void | Redeal) or one.before.written != one.after.written


def _entered(one: Played, book: Book, columns: Sequence[int], remarks: Mapping[int, str]) -> Line:
    cells = _cells(one.before, one.after, columns)
    said = _in_shorthand(one, book)
    if one.score is None:
        return Line(said, remarks.get(one.number, ""), cells=cells)
    return Line(said, remarks.get(one.number, ""), formula(one.score), one.line.radl, cells)


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


def _cells(before: Evening, after: Evening, columns: Sequence[int]) -> tuple[tuple[int, int] | None, ...]:
    return tuple(
        (after.written[at] - before.written[at], after.written[at]) if at in after.order else None for at in columns
    )
