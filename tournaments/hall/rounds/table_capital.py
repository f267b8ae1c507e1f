"""The capital at tables, computed from their books: of one that is already loaded, or of many with a few queries.

The result of a table is cached until its book has another head: with 500 tables only those with new entries are read
again, and of these only the new lines, however many hands were played before.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from scoring.book.ledger.book import Book
from scoring.book.ledger.codec import HANDS
from scoring.book.ledger.entries import get_money, get_written
from scoring.book.ledger.seats import Seat
from scoring.engine.evening.course import EndTotals
from scoring.models import GameTable
from scoring.table.written_sheet.selectors import load_book_and_seats
from tarockclub.platform.server.page_cache import LruCache
from tournaments.core.rules.capital import (
    CapitalCourse,
    LinePayment,
    Rule,
    Stay,
    begin_courses,
    compute_courses,
    continue_course,
)
from tournaments.core.rules.line_facts import LineFacts, PaidLine, begin_facts, fold_lines
from tournaments.core.settings import Settings
from tournaments.hall.rounds.paid_lines import (
    SCORES,
    PaidEnd,
    Sat,
    load_lines,
    load_new_lines,
    load_paid_seats,
    order_by_last,
)

MOST_KEPT = 5000  # tables
ONE = 100  # cents


class Holder(NamedTuple):
    """A sitting with its capital and its holders."""

    course: CapitalCourse
    persons: tuple[int, ...]  # one after the other; the last one owns the score
    written: int  # sixths of a point
    facts: LineFacts

    @property
    def person(self) -> int:
        """The person who owns the score."""
        return self.persons[-1]

    @property
    def has_played(self) -> bool:
        """True if the sitting has won or lost anything."""
        return self.facts.won > 0 or self.course.gain != 0 or self.written != 0


class CapitalKey(NamedTuple):
    """The state of a table; it differs whenever the capital may differ."""

    table: int  # the game table's id
    sequence: int
    head: bytes
    news: int  # raised where somebody takes over a seat, too


def build_rule(settings: Settings) -> Rule:
    """Return the starting capital and the stake of a tournament; without play money the stake is one for each point."""
    if not settings.start:
        return Rule(0, ONE)
    return Rule(settings.start, settings.stake, settings.replacement, settings.forgives_debt)


def compute_book_courses(book: Book, seats: Sequence[Seat], rule: Rule) -> tuple[CapitalCourse, ...]:
    """Return the capital of everybody who sits or sat at a table whose book is loaded."""
    paid = [
        LinePayment(line.number, tuple(get_money(line.entry)), _list_replacements(line.content)) for line in book.played
    ]
    return compute_courses(rule, [Stay(seat.id, seat.place, seat.since, seat.until) for seat in seats], paid)


def compute_capital_holders(book: Book, seats: Sequence[Seat], rule: Rule) -> tuple[Holder, ...]:
    """Return everybody at a table whose book is loaded."""
    lines = [
        PaidLine(
            paid=LinePayment(line.number, tuple(get_money(line.entry)), _list_replacements(line.content)),
            written=tuple(get_written(line.entry)),
            is_hand=line.entry.kind in HANDS,
            scores=line.entry.kind in SCORES,
        )
        for line in book.played
    ]
    sat = [
        (Stay(seat.id, seat.place, seat.since, seat.until), order_by_last(person for _since, person in seat.persons))
        for seat in seats
    ]
    return _continue(rule, _begin(rule, sat), lines)


def _list_replacements(content: object) -> tuple[int, ...]:
    return content.replacements if isinstance(content, EndTotals) else ()


def load_courses(table: GameTable, settings: Settings) -> tuple[CapitalCourse, ...]:
    """Return the capital of everybody who sits or sat at a table."""
    return compute_book_courses(*load_book_and_seats(table), build_rule(settings))


class HandSize(NamedTuple):
    """A hand of a table with the most that it has paid to anybody."""

    line: int
    at: datetime
    size: int  # sixths of a point, in money


class TableResult(NamedTuple):
    """The results at a table, now and before its last hand."""

    holders: tuple[Holder, ...] = ()
    before: tuple[Holder, ...] = ()
    hands: tuple[HandSize, ...] = ()


NO_RESULT = TableResult()


class _ReadBook(NamedTuple):
    """The results at a table whose book was read to an end, with those who sat there."""

    end: PaidEnd
    sat: Sat
    result: TableResult


_RESULTS_CACHE: LruCache[tuple[CapitalKey, Rule], TableResult] = LruCache(MOST_KEPT)
_BOOKS_CACHE: LruCache[tuple[int, Rule], _ReadBook] = LruCache(MOST_KEPT)  # by table


def load_holders(keys: Sequence[CapitalKey], settings: Settings) -> dict[int, tuple[Holder, ...]]:
    """Return everybody at many tables, by id of the game table; three queries, however many, for those not cached."""
    return {table: result.holders for table, result in load_table_results(keys, settings).items()}


def load_table_results(keys: Sequence[CapitalKey], settings: Settings) -> dict[int, TableResult]:
    """Return the results at many tables, by id of the game table, as `load_holders` does."""
    rule = build_rule(settings)
    results = {key.table: _RESULTS_CACHE.get((key, rule)) for key in keys}
    missing = [key for key in keys if results[key.table] is None]
    loaded = _load_results([key.table for key in missing], rule)
    for key in missing:
        _RESULTS_CACHE.put((key, rule), loaded.get(key.table, NO_RESULT))
    return {table: loaded.get(table, NO_RESULT) if result is None else result for table, result in results.items()}


def _load_results(tables: list[int], rule: Rule) -> dict[int, TableResult]:
    """Return the results at these tables: their books are read, or gone on with where they were read before."""
    if not tables:
        return {}
    seats = load_paid_seats(tables)
    books = {table: book for table in seats if (book := _BOOKS_CACHE.get((table, rule))) and book.sat == seats[table]}
    grown = load_new_lines({table: book.end for table, book in books.items()})
    read = load_lines([table for table in seats if table not in grown])
    results = {}
    for table, sat in seats.items():
        begun = books[table].result if table in grown else TableResult(_begin(rule, sat))
        lines = grown.get(table) or read.get(table)
        results[table] = _add_lines(rule, begun, lines.lines if lines is not None else [])
        if lines is not None:
            _BOOKS_CACHE.put((table, rule), _ReadBook(lines.end, sat, results[table]))
    return results


def _add_lines(rule: Rule, result: TableResult, lines: Sequence[PaidLine]) -> TableResult:
    """Return the results after more lines; before the first hand those of before are the same as those of now."""
    last_hand = next((index for index in reversed(range(len(lines))) if lines[index].is_hand), 0)
    until = _continue(rule, result.holders, lines[:last_hand])
    holders = _continue(rule, until, lines[last_hand:])
    sizes = (HandSize(line.paid.line, line.at, max(line.paid.amounts)) for line in lines if line.is_hand and line.at)
    hands = (*result.hands, *sizes)
    before = until if len(hands) > len(result.hands) else result.before if hands else holders
    return TableResult(holders, before, hands)


def _begin(rule: Rule, sat: Sat) -> tuple[Holder, ...]:
    """Return everybody at a table before anything was paid there."""
    persons = dict(sat)
    courses, facts = begin_courses(rule, [stay for stay, _of in sat]), begin_facts()
    return tuple(Holder(course=course, persons=persons[course.stay], written=0, facts=facts) for course in courses)


def _continue(rule: Rule, holders: tuple[Holder, ...], lines: Sequence[PaidLine]) -> tuple[Holder, ...]:
    """Return everybody at a table after more lines."""
    if not lines:
        return holders
    paid, scored = [line.paid for line in lines], any(line.scores for line in lines)
    return tuple(
        _add_payments(holder, continue_course(rule, holder.course, paid), lines, scored=scored) for holder in holders
    )


def _add_payments(holder: Holder, course: CapitalCourse, lines: Sequence[PaidLine], *, scored: bool) -> Holder:
    place = course.stay.place
    has_all = course.end is None and course.is_paid_in(lines[0].paid.line)  # they come in the order of their numbers
    own = lines if has_all else [line for line in lines if course.is_paid_in(line.paid.line)]
    return Holder(
        course=course,
        persons=holder.persons,
        written=holder.written + sum([line.written[place] for line in own]),
        facts=fold_lines(holder.facts, course.stay, own, scored=holder.facts.scored or scored),
    )
