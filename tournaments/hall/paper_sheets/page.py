"""Lines of a paper sheet as the page shows them, in the book or typed, with what is wrong; totals as they are typed."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.book.ledger.book import Book, LedgerLine
from scoring.book.ledger.seats import Seat
from scoring.book.table_clock import IN_TIME
from scoring.engine.evening.course import EndTotals, Hand, Redeal, Void, get_written_amounts
from scoring.engine.evening.state import Evening
from scoring.engine.hand.explain import format_hand_remark, format_score_formula, format_warning
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.texts import describe_problem
from scoring.sheets.house_rules.short_names import build_short_names
from scoring.table.written_sheet.rows import Cell, WrittenRow
from scoring.table.written_sheet.selectors import TableView, load_table_books
from tarockclub.kit.amounts import explain_readings, format_points, parse_cents, parse_typed_points
from tarockclub.kit.text import parse_whole
from tarockclub.kit.words import get_current_language
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.messages import PAPER, register_sentences
from tournaments.hall.paper_sheets.actions import (
    MOST_IN_THE_BOX,
    Fields,
    TotalsForm,
    TypedTotals,
    find_end_totals,
)
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
from tournaments.models import RoundTable

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


class TableAnswer(NamedTuple):
    """The posted values of one table; sixths and replacements by place."""

    table: RoundTable
    key: str
    typed: tuple[TypedTotals, ...]  # by place
    hands_typed: str
    box_typed: str
    totals: EndTotals
    problems: tuple[str, ...]
    is_new: bool
    seen: int | None  # the last entry of the book that the page showed


def parse_answers(posted: QueryDict, tables: Sequence[RoundTable], fields: Fields) -> list[TableAnswer]:
    """Return the posted values of the tables on a page; a table for which nothing was typed has no answer."""
    opened = load_table_books([table.game_table for table in tables], INSIDE)
    answers = (
        _parse_answer(TotalsForm(posted, table.number, fields), table, table_book.book)
        for table, table_book in zip(tables, opened, strict=True)
    )
    return [answer for answer in answers if answer is not None]


def _parse_answer(form: TotalsForm, table: RoundTable, book: Book) -> TableAnswer | None:
    form.is_valid()
    key, typed, hands, in_box = (form.cleaned_data[name] for name in ("key", "typed", "hands", "box"))
    if not hands and not in_box and not any(text for each in typed for text in each):
        return None
    totals, problems = _parse_totals(typed, hands, book.now.order)
    totals, box_problems = _add_box(totals, in_box)
    problems += box_problems
    _line, entered = find_end_totals(book)
    is_new = entered is None or _normalize_totals(entered) != _normalize_totals(totals)
    return TableAnswer(table, key, typed, hands, in_box, totals, problems, is_new, form.cleaned_data["seen"])


def _add_box(totals: EndTotals, typed: str) -> tuple[EndTotals, tuple[str, ...]]:
    """Return the totals with the typed amount in the donation box; an empty text means that it was not counted."""
    if not typed:
        return totals, ()
    box = parse_cents(typed)
    if box is None or not 0 <= box <= MOST_IN_THE_BOX:
        wrong = gettext("Enter the amount put into the donation box in euros, like 31.50.")
        return totals, (explain_readings(typed) or wrong,)
    return totals._replace(box=box), ()


def _normalize_totals(totals: EndTotals) -> EndTotals:
    """Return the same totals in one normal form, so that equal totals compare equal."""
    replaced = totals.replacements if any(totals.replacements) else ()
    return totals._replace(replacements=replaced, written=get_written_amounts(totals))


def _parse_totals(
    typed: Sequence[TypedTotals], hands: str, order: Collection[int]
) -> tuple[EndTotals, tuple[str, ...]]:
    """Return the typed texts as values, and what is wrong with them."""
    by_place = [totals if place in order else TypedTotals("0") for place, totals in enumerate(typed)]
    written = [parse_typed_points(totals.amount) for totals in by_place]
    pays = any(totals.money for totals in by_place)
    money = [
        parse_typed_points(totals.money or ("0" if place not in order else "")) for place, totals in enumerate(by_place)
    ]
    replaced, played = [_parse_count(totals.replacements) for totals in by_place], _parse_count(hands)
    unclear = dict.fromkeys(explain_readings(text) for totals in by_place for text in (totals.amount, totals.money))
    problems = tuple(filter(None, unclear))
    problems = problems or _find_problems(written, replaced) or (_find_problems(money, []) if pays else ())
    if played is None:
        problems += (gettext("The number of hands must be a whole number, at most 99."),)
    points = tuple(amount or 0 for amount in written)
    paid = tuple(amount or 0 for amount in money) if pays else points
    replacements = tuple(count or 0 for count in replaced)
    return EndTotals(paid, replacements, points, played if hands else None), problems


def _find_problems(read: Sequence[int | None], replaced: Sequence[int | None]) -> tuple[str, ...]:
    if None in read:
        return (gettext("Please enter a number for everybody at the table, like 12 or -3,5."),)
    if None in replaced:
        return (gettext("Replacements of capital are whole numbers, at most 99."),)
    together = sum(amount or 0 for amount in read)
    if together:
        return (gettext("Together this is %(amount)s, but it must be 0.") % {"amount": format_points(together)},)
    return ()


def _parse_count(typed: str) -> int | None:
    """Return a typed whole number up to 99; 0 for an empty text, None for anything else."""
    return parse_whole(typed, 2) if typed else 0
