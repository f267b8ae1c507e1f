"""The capital at tables, read from their books: of one that is read already, or of many with two queries.

What was read of a table is kept until its book has another head: with 500 tables only those are read again at which
somebody has entered something.
"""

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Case, F, TextField, Value, When

from scoring.engine.evening.course import EndTotals
from scoring.ledger.book import Book
from scoring.ledger.codec import HANDS
from scoring.ledger.entries import money_of, written_of
from scoring.ledger.seats import Seat
from scoring.models import PLACES, Deal, Entry, GameTable, Seated
from scoring.written_sheet.selectors import read_together
from tarockclub.server.page_cache import Recent
from tournaments.rules.capital import Course, Paid, Rule, Stay, capitals
from tournaments.settings import Settings

MOST_KEPT = 5000  # tables
ONE = 100  # cents
SCORES = (*HANDS, Entry.Kind.END_TOTALS)
_MONEY = [f"entry__money{place}" for place in range(PLACES)]
_WRITTEN = [f"entry__written{place}" for place in range(PLACES)]


class Holder(NamedTuple):
    """A sitting with its capital, and who holds it."""

    course: Course
    persons: tuple[int, ...]  # one after the other; the last one holds the score
    written: int  # sixths of a point
    hands: int  # that were played while it went on
    won: int  # hands that brought something
    scored: bool = True  # a hand, or what the table came to, stands in the book

    @property
    def person(self) -> int:
        """Who holds the score."""
        return self.persons[-1]

    @property
    def has_played(self) -> bool:
        """Whether it has won or lost anything."""
        return self.won > 0 or self.course.gain != 0 or self.written != 0


def order_by_last(persons: Iterable[int]) -> tuple[int, ...]:
    """Who held a sitting, each once, by when they last did; who came back to it holds its score.

    >>> order_by_last([1, 2, 1])
    (2, 1)
    """
    return tuple(reversed(dict.fromkeys(reversed(list(persons)))))


class Key(NamedTuple):
    """How far a table has come; another one whenever its capital may be another one."""

    table: int  # the game table's id
    sequence: int
    head: bytes
    news: int  # raised where somebody takes over a seat, too


def rule_of(settings: Settings) -> Rule:
    """Starting capital and stake of a tournament; without play money one for a point."""
    return Rule(settings.start, settings.stake if settings.start else ONE)


def of_book(book: Book, seats: Sequence[Seat], rule: Rule) -> tuple[Course, ...]:
    """The capital of everybody who sits or sat at a table whose book is read."""
    paid = [Paid(one.number, tuple(money_of(one.entry)), _on_paper(one.content)) for one in book.played]
    return capitals(rule, [Stay(one.id, one.place, one.since, one.until) for one in seats], paid)


def holders_at(book: Book, seats: Sequence[Seat], rule: Rule) -> tuple[Holder, ...]:
    """Everybody at a table whose book is read."""
    lines = [
        _Line(
            Paid(one.number, tuple(money_of(one.entry)), _on_paper(one.content)),
            tuple(written_of(one.entry)),
            one.entry.kind in HANDS,
            one.entry.kind in SCORES,
        )
        for one in book.played
    ]
    sat = [
        (Stay(one.id, one.place, one.since, one.until), order_by_last(person for _since, person in one.persons))
        for one in seats
    ]
    return tuple(_holders(rule, sat, lines))


def _on_paper(content: object) -> tuple[int, ...]:
    return content.replacements if isinstance(content, EndTotals) else ()


def of_table(table: GameTable, settings: Settings) -> tuple[Course, ...]:
    """The capital of everybody who sits or sat at a table."""
    return of_book(*read_together(table), rule_of(settings))


_KEPT: Recent[tuple[Key, Rule], tuple[Holder, ...]] = Recent(MOST_KEPT)


def of_tables(keys: Sequence[Key], settings: Settings) -> dict[int, tuple[Holder, ...]]:
    """Everybody at many tables, by id of the game table; two queries, however many, for those not kept."""
    rule = rule_of(settings)
    found = {one.table: _KEPT.get((one, rule)) for one in keys}
    missing = [one for one in keys if found[one.table] is None]
    made = _read([one.table for one in missing], rule)
    for one in missing:
        _KEPT.put((one, rule), made.get(one.table, ()))
    return {table: made.get(table, ()) if holders is None else holders for table, holders in found.items()}


class _Line(NamedTuple):
    """What one line of a book pays in both columns."""

    paid: Paid
    written: tuple[int, ...]
    is_hand: bool
    scores: bool


def _read(tables: list[int], rule: Rule) -> dict[int, tuple[Holder, ...]]:
    if not tables:
        return {}
    lines, seats = _lines(tables), _seats(tables)
    return {table: tuple(_holders(rule, sat, lines.get(table, []))) for table, sat in seats.items()}


def _lines(tables: list[int]) -> dict[int, list[_Line]]:
    is_paper = When(entry__kind=Entry.Kind.END_TOTALS, then=F("entry__record"))
    on_paper = Case(is_paper, default=Value(""), output_field=TextField())
    rows = Deal.objects.filter(table__in=tables).order_by("table", "number").annotate(on_paper=on_paper)
    found: dict[int, list[_Line]] = {}
    for row in rows.values_list("table", "number", "entry__kind", "on_paper", *_MONEY, *_WRITTEN):
        table, line, kind, record = row[:4]
        replaced = tuple(json.loads(record).get("replacements", ())) if record else ()
        paid = Paid(line, row[4 : 4 + PLACES], replaced)
        found.setdefault(table, []).append(_Line(paid, row[4 + PLACES :], kind in HANDS, kind in SCORES))
    return found


_SEATED = ("sitting__table", "sitting", "sitting__place", "sitting__from_deal", "sitting__to_deal", "version", "person")


def _seats(tables: list[int]) -> dict[int, list[tuple[Stay, tuple[int, ...]]]]:
    """Sittings with their persons; of a sitting only the rows with the latest version count."""
    rows = Seated.objects.filter(sitting__table__in=tables).order_by(
        "sitting__table", "sitting__place", "sitting__from_deal", "version", "from_deal"
    )
    found: dict[int, dict[Stay, tuple[int, list[int]]]] = {}
    for table, sitting, place, since, until, version, person in rows.values_list(*_SEATED):
        at = found.setdefault(table, {})
        stay = Stay(sitting, place, since, until)
        if stay not in at or at[stay][0] != version:
            at[stay] = (version, [])
        at[stay][1].append(person)
    return {
        table: [(stay, order_by_last(persons)) for stay, (_version, persons) in at.items()]
        for table, at in found.items()
    }


def _holders(rule: Rule, seats: list[tuple[Stay, tuple[int, ...]]], lines: list[_Line]) -> Iterable[Holder]:
    persons, scored = dict(seats), any(one.scores for one in lines)
    for course in capitals(rule, [stay for stay, _persons in seats], [one.paid for one in lines]):
        stay, written, hands, won = course.stay, 0, 0, 0
        for paid, on_sheet, is_hand, _scores in lines:
            if course.is_paid_in(paid.line):
                written += on_sheet[stay.place]
                won += is_hand and paid.amounts[stay.place] > 0
                hands += is_hand and (stay.until is None or paid.line < stay.until)
        yield Holder(course, persons[stay], written, hands, won, scored)
