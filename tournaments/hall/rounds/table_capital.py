"""The capital at tables, computed from their books: of one that is already loaded, or of many with a few queries.

The result of a table is cached until its book has another head: with 500 tables only those with new entries are read
again, and of these only the new lines, however many hands were played before.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby, islice
from typing import NamedTuple

from django.db.models import Case, F, Q, TextField, Value, When

from scoring.book.ledger.book import Book
from scoring.book.ledger.codec import HANDS
from scoring.book.ledger.entries import get_money, get_written
from scoring.book.ledger.seats import Seat
from scoring.engine.evening.course import EndTotals
from scoring.models import PLACES, Deal, Entry, GameTable, Seated
from scoring.table.written_sheet.selectors import load_book_and_seats
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server.page_cache import LruCache
from tournaments.core.rules.line_facts import (
    CapitalCourse,
    LineFacts,
    LinePayment,
    PaidLine,
    Rule,
    Stay,
    begin_courses,
    begin_facts,
    carry_over,
    compute_courses,
    continue_course,
    fold_lines,
)
from tournaments.core.settings import Settings

SCORES = (*HANDS, Entry.Kind.END_TOTALS, Entry.Kind.TRANSFER)  # what gives places at the table, however it was entered
MOST_GROWN = 250  # tables whose new lines one query reads; each has its own condition there
_AMOUNTS = [*(f"money{place}" for place in range(PLACES)), *(f"written{place}" for place in range(PLACES))]

Sat = list[tuple[Stay, tuple[int, ...]]]  # the sittings of a table, each with its holders


class PaidEnd(NamedTuple):
    """The place that a book was read to: its newest entry that counts, and its last line."""

    sequence: int
    hash: bytes
    line: int


class RoundPaidLines(NamedTuple):
    """The lines of a table's book, or those that it has grown by."""

    lines: list[PaidLine]
    end: PaidEnd


def order_by_last(persons: Iterable[int]) -> tuple[int, ...]:
    """Return the holders of a sitting, each once, by their last time; a person who came back to it owns its score.

    >>> order_by_last([1, 2, 1])
    (2, 1)
    """
    return tuple(reversed(dict.fromkeys(reversed(list(persons)))))


def load_lines(tables: Iterable[int]) -> dict[int, RoundPaidLines]:
    """Return the lines of many books (ids of game tables); a table without lines is missing."""
    rows = Deal.objects.filter(table__in=tables).order_by("table", "number").annotate(on_paper=_find_paper("entry__"))
    columns = (f"entry__{name}" for name in ("sequence", "hash", "kind"))
    amounts = (f"entry__{name}" for name in _AMOUNTS)
    values = rows.values_list("table", "number", *columns, "on_paper", "entry__at", *amounts)
    books = {}
    for table, group in groupby(values, key=lambda row: row[0]):
        lines = list(group)
        _table, _line, sequence, digest, *_more = max(lines, key=lambda row: row[2])
        end = PaidEnd(sequence, bytes(digest), lines[-1][1])
        books[table] = RoundPaidLines([_build_line(line, *rest) for _table, line, _at, _hash, *rest in lines], end)
    return books


def load_new_lines(ends: Mapping[int, PaidEnd]) -> dict[int, RoundPaidLines]:
    """Return the lines that books have grown by since they were read to these ends.

    Missing are those to which something else has happened: a line was corrected, an entry concerns the whole evening,
    it is another book (of a restored backup).
    """
    grown = Q()
    for table, end in islice(ends.items(), MOST_GROWN):
        grown |= Q(table=table, sequence__gte=end.sequence)
    if not grown:
        return {}
    rows = Entry.objects.filter(grown).order_by("table", "sequence").annotate(on_paper=_find_paper(""))
    columns = ("table", "deal_number", "sequence", "hash", "kind", "on_paper", "at", *_AMOUNTS)
    books = {}
    for table, group in groupby(rows.values_list(*columns), key=lambda row: row[0]):
        (_table, _line, sequence, digest, *_more), *later = group
        end, lines = ends[table], [row[1] for row in later]
        is_known = (sequence, bytes(digest)) == (end.sequence, end.hash)
        if is_known and all(before < line for before, line in zip([end.line, *lines], lines, strict=False)):
            if later:
                end = PaidEnd(later[-1][2], bytes(later[-1][3]), lines[-1])
            books[table] = RoundPaidLines([_build_line(line, *rest) for _table, line, _at, _hash, *rest in later], end)
    return books


def _find_paper(path: str) -> Case:
    """Return the record of a line with the totals of a paper sheet, which may show replacements; empty for others."""
    is_paper = When(**{f"{path}kind": Entry.Kind.END_TOTALS}, then=F(f"{path}record"))
    return Case(is_paper, default=Value(""), output_field=TextField())


def _build_line(line: int, kind: str, record: str, moment: datetime, *amounts: int) -> PaidLine:
    replaced = tuple(json.loads(record).get("replacements", ())) if record else ()
    paid, written = tuple(amounts[:PLACES]), tuple(amounts[PLACES:])
    return PaidLine(
        paid=LinePayment(line, paid, replaced),
        written=written,
        is_hand=kind in HANDS,
        scores=kind in SCORES,
        at=moment,
    )


_SEAT_FIELDS = (
    "sitting__table",
    "sitting",
    "sitting__place",
    "sitting__from_deal",
    "sitting__to_deal",
    "version",
    "person",
)


def load_paid_seats(tables: Sequence[int]) -> dict[int, Sat]:
    """Return sittings with their persons; of each sitting only the rows with the latest version count."""
    rows = Seated.objects.filter(sitting__table__in=tables).order_by(
        "sitting__table", "sitting__place", "sitting__from_deal", "version", "from_deal"
    )
    by_table: dict[int, dict[Stay, tuple[int, list[int]]]] = {}
    for table, sitting, place, since, until, version, person in rows.values_list(*_SEAT_FIELDS):
        stays = by_table.setdefault(table, {})
        stay = Stay(sitting, place, since, until)
        if stay not in stays or stays[stay][0] != version:
            stays[stay] = (version, [])
        stays[stay][1].append(person)
    return {
        table: [(stay, order_by_last(persons)) for stay, (_version, persons) in table_stays.items()]
        for table, table_stays in by_table.items()
    }


MOST_KEPT = 5000  # tables
ONE = 100  # cents
MOVED_KEY = "moved "  # begins the key of a table that was laid in mid-round


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
    sequence: int = 0
    head: bytes = b""
    news: int = 0  # raised where somebody takes over a seat, too


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
    return load_book_courses(table, *load_book_and_seats(table, EVERYBODY), settings)


def load_book_courses(
    table: GameTable, book: Book, seats: Sequence[Seat], settings: Settings
) -> tuple[CapitalCourse, ...]:
    """Return the capital of everybody at a table whose book is loaded, with what they have brought from others.

    Two queries and those of the other tables, where somebody has come later or the table was laid in mid-round; else
    none.
    """
    rule = build_rule(settings)
    courses = compute_book_courses(book, seats, rule)
    if not settings.start or not (any(seat.since for seat in seats) or table.start_key.startswith(MOVED_KEY)):
        return courses
    persons = {person for seat in seats if seat.until is None for _since, person in seat.persons[-1:]}
    tables = GameTable.objects.filter(
        round_table__round__tables__game_table=table, sittings__seated__person__in=persons
    ).distinct()
    keys = [CapitalKey(other.pk, other.last_sequence, bytes(other.head), other.news) for other in tables]
    carried = carry_all(rule, load_holders(keys, settings))
    starts = {holder.course.stay.id: holder.course.start for sat in carried.values() for holder in sat}
    return tuple(
        carry_over(rule, course, starts[course.stay.id]) if course.stay.id in starts else course for course in courses
    )


def carry_capital(rule: Rule, sat: Iterable[Holder]) -> list[Holder]:
    """Return the sittings of a person in a round, in order of time: each goes on with the capital of the one before."""
    ordered = sorted(sat, key=compute_sitting_order)
    for index in range(1, len(ordered)):
        capital = ordered[index - 1].course.now
        ordered[index] = ordered[index]._replace(course=carry_over(rule, ordered[index].course, capital))
    return ordered


def carry_all(rule: Rule, holders: Mapping[int, tuple[Holder, ...]]) -> dict[int, tuple[Holder, ...]]:
    """Return everybody at the tables of a round (by id of the game table), with the capital that they have brought."""
    by_person: dict[int, list[Holder]] = {}
    for sat in holders.values():
        for holder in sat:
            by_person.setdefault(holder.person, []).append(holder)
    several = (own for own in by_person.values() if len(own) > 1)
    moved = {holder.course.stay.id: holder for own in several for holder in carry_capital(rule, own)}
    return {table: tuple(moved.get(holder.course.stay.id, holder) for holder in sat) for table, sat in holders.items()}


def compute_sitting_order(holder: Holder) -> tuple[bool, int]:
    """Return the sort key of a sitting: the current one comes last; of earlier ones the one taken later."""
    return holder.course.stay.until is None, holder.course.stay.id


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
