"""The capital at tables, computed from their books: of one that is already loaded, or of many with two queries.

The result of a table is cached until its book has another head: with 500 tables only those with new entries are read
again.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Case, F, TextField, Value, When

from scoring.engine.evening.course import EndTotals
from scoring.ledger.book import Book
from scoring.ledger.codec import HANDS
from scoring.ledger.entries import get_money, get_written
from scoring.ledger.seats import Seat
from scoring.models import PLACES, Deal, Entry, GameTable, Seated
from scoring.written_sheet.selectors import load_book_and_seats
from tarockclub.server.page_cache import LruCache
from tournaments.rules.capital import Course, LinePayment, Rule, Stay, compute_courses
from tournaments.settings import Settings

MOST_KEPT = 5000  # tables
ONE = 100  # cents
SCORES = (*HANDS, Entry.Kind.END_TOTALS)
_MONEY_FIELDS = [f"entry__money{place}" for place in range(PLACES)]
_WRITTEN_FIELDS = [f"entry__written{place}" for place in range(PLACES)]


class Holder(NamedTuple):
    """A sitting with its capital and its holders."""

    course: Course
    persons: tuple[int, ...]  # one after the other; the last one owns the score
    written: int  # sixths of a point
    hands: int  # that were played while it went on
    won: int  # hands with a gain
    scored: bool = True  # the book has a hand or totals

    @property
    def person(self) -> int:
        """The person who owns the score."""
        return self.persons[-1]

    @property
    def has_played(self) -> bool:
        """True if the sitting has won or lost anything."""
        return self.won > 0 or self.course.gain != 0 or self.written != 0


def order_by_last(persons: Iterable[int]) -> tuple[int, ...]:
    """Return the holders of a sitting, each once, by their last time; a person who came back to it owns its score.

    >>> order_by_last([1, 2, 1])
    (2, 1)
    """
    return tuple(reversed(dict.fromkeys(reversed(list(persons)))))


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


def compute_book_courses(book: Book, seats: Sequence[Seat], rule: Rule) -> tuple[Course, ...]:
    """Return the capital of everybody who sits or sat at a table whose book is loaded."""
    paid = [
        LinePayment(line.number, tuple(get_money(line.entry)), _list_replacements(line.content)) for line in book.played
    ]
    return compute_courses(rule, [Stay(seat.id, seat.place, seat.since, seat.until) for seat in seats], paid)


def compute_holders(book: Book, seats: Sequence[Seat], rule: Rule) -> tuple[Holder, ...]:
    """Return everybody at a table whose book is loaded."""
    lines = [
        _PaidLine(
            LinePayment(line.number, tuple(get_money(line.entry)), _list_replacements(line.content)),
            tuple(get_written(line.entry)),
            line.entry.kind in HANDS,
            line.entry.kind in SCORES,
        )
        for line in book.played
    ]
    sat = [
        (Stay(seat.id, seat.place, seat.since, seat.until), order_by_last(person for _since, person in seat.persons))
        for seat in seats
    ]
    return tuple(_build_holders(rule, sat, lines))


def _list_replacements(content: object) -> tuple[int, ...]:
    return content.replacements if isinstance(content, EndTotals) else ()


def load_courses(table: GameTable, settings: Settings) -> tuple[Course, ...]:
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
_RESULTS_CACHE: LruCache[tuple[CapitalKey, Rule], TableResult] = LruCache(MOST_KEPT)


def load_holders(keys: Sequence[CapitalKey], settings: Settings) -> dict[int, tuple[Holder, ...]]:
    """Return everybody at many tables, by id of the game table; two queries, however many, for those not cached."""
    return {table: result.holders for table, result in load_table_results(keys, settings).items()}


def load_table_results(keys: Sequence[CapitalKey], settings: Settings) -> dict[int, TableResult]:
    """Return the results at many tables, by id of the game table, as `load_holders` does."""
    rule = build_rule(settings)
    found = {key.table: _RESULTS_CACHE.get((key, rule)) for key in keys}
    missing = [key for key in keys if found[key.table] is None]
    made = _load_results([key.table for key in missing], rule)
    for key in missing:
        _RESULTS_CACHE.put((key, rule), made.get(key.table, NO_RESULT))
    return {table: made.get(table, NO_RESULT) if result is None else result for table, result in found.items()}


Changes = Sequence[tuple[int, int, int]]  # place, and what is added in money and in the written score


def load_changed_holders(
    keys: Sequence[CapitalKey], settings: Settings, changes: Mapping[int, Mapping[int, Changes]]
) -> dict[int, tuple[Holder, ...]]:
    """Return everybody at many tables as if lines had paid something else; `changes`: by game table and line."""
    rule, tables = build_rule(settings), [key.table for key in keys]
    lines, seats = _load_lines(tables), _load_seats(tables)
    return {
        table: tuple(
            _build_holders(
                rule,
                seats.get(table, []),
                [_change_line(line, changes.get(table, {}).get(line.paid.line, ())) for line in lines.get(table, [])],
            )
        )
        for table in tables
    }


class _PaidLine(NamedTuple):
    """The payments of one book line in both columns."""

    paid: LinePayment
    written: tuple[int, ...]
    is_hand: bool
    scores: bool
    at: datetime | None = None


def _change_line(line: _PaidLine, changes: Changes) -> _PaidLine:
    if not changes:
        return line
    money, written = list(line.paid.amounts), list(line.written)
    for place, more, on_paper in changes:
        money[place] += more
        written[place] += on_paper
    return line._replace(paid=line.paid._replace(amounts=tuple(money)), written=tuple(written))


def _load_results(tables: list[int], rule: Rule) -> dict[int, TableResult]:
    if not tables:
        return {}
    lines, seats = _load_lines(tables), _load_seats(tables)
    return {table: _build_result(rule, sat, lines.get(table, [])) for table, sat in seats.items()}


def _build_result(rule: Rule, sat: list[tuple[Stay, tuple[int, ...]]], lines: list[_PaidLine]) -> TableResult:
    holders = tuple(_build_holders(rule, sat, lines))
    last = next((at for at in reversed(range(len(lines))) if lines[at].is_hand), None)
    before = holders if last is None else tuple(_build_holders(rule, sat, lines[:last]))
    sizes = (HandSize(line.paid.line, line.at, max(line.paid.amounts)) for line in lines if line.is_hand and line.at)
    return TableResult(holders, before, tuple(sizes))


def _load_lines(tables: list[int]) -> dict[int, list[_PaidLine]]:
    is_paper = When(entry__kind=Entry.Kind.END_TOTALS, then=F("entry__record"))
    on_paper = Case(is_paper, default=Value(""), output_field=TextField())
    rows = Deal.objects.filter(table__in=tables).order_by("table", "number").annotate(on_paper=on_paper)
    found: dict[int, list[_PaidLine]] = {}
    columns = ("table", "number", "entry__kind", "on_paper", "entry__at", *_MONEY_FIELDS, *_WRITTEN_FIELDS)
    for table, line, kind, record, at, *amounts in rows.values_list(*columns):
        replaced = tuple(json.loads(record).get("replacements", ())) if record else ()
        paid, written = tuple(amounts[:PLACES]), tuple(amounts[PLACES:])
        line_paid = LinePayment(line, paid, replaced)
        found.setdefault(table, []).append(_PaidLine(line_paid, written, kind in HANDS, kind in SCORES, at))
    return found


_SEAT_FIELDS = (
    "sitting__table",
    "sitting",
    "sitting__place",
    "sitting__from_deal",
    "sitting__to_deal",
    "version",
    "person",
)


def _load_seats(tables: list[int]) -> dict[int, list[tuple[Stay, tuple[int, ...]]]]:
    """Return sittings with their persons; of each sitting only the rows with the latest version count."""
    rows = Seated.objects.filter(sitting__table__in=tables).order_by(
        "sitting__table", "sitting__place", "sitting__from_deal", "version", "from_deal"
    )
    found: dict[int, dict[Stay, tuple[int, list[int]]]] = {}
    for table, sitting, place, since, until, version, person in rows.values_list(*_SEAT_FIELDS):
        at = found.setdefault(table, {})
        stay = Stay(sitting, place, since, until)
        if stay not in at or at[stay][0] != version:
            at[stay] = (version, [])
        at[stay][1].append(person)
    return {
        table: [(stay, order_by_last(persons)) for stay, (_version, persons) in at.items()]
        for table, at in found.items()
    }


def _build_holders(rule: Rule, seats: list[tuple[Stay, tuple[int, ...]]], lines: list[_PaidLine]) -> Iterable[Holder]:
    persons, scored = dict(seats), any(line.scores for line in lines)
    for course in compute_courses(rule, [stay for stay, _persons in seats], [line.paid for line in lines]):
        stay, written, hands, won = course.stay, 0, 0, 0
        for paid, on_sheet, is_hand, _scores, _at in lines:
            if course.is_paid_in(paid.line):
                written += on_sheet[stay.place]
                won += is_hand and paid.amounts[stay.place] > 0
                hands += is_hand and (stay.until is None or paid.line < stay.until)
        yield Holder(course, persons[stay], written, hands, won, scored)
