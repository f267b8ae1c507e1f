"""The lines of tables as plain values for scoring them again: few columns, without their scores."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from scoring.book.ledger.book import Book
from scoring.book.ledger.codec import HANDS, decode_content
from scoring.book.ledger.entries import get_money, get_written
from scoring.book.ledger.seats import Seat, list_seated
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.engine.evening.course import Content, Hand
from scoring.engine.evening.state import Evening, begin
from scoring.engine.hand.score_json import decode_own_record
from scoring.models import PLACES, Deal, Entry, GameTable, SheetVersion
from scoring.reports.rescoring.replay import PaidLines
from tarockclub.platform.server.reading import read_snapshot

_COLUMNS = (
    "table_id",
    "number",
    "entry__kind",
    "entry__record",
    "entry__forehand",
    "entry__radl_set",
    "entry__radl",
    *(f"entry__active{seat}" for seat in range(4)),
    *(f"entry__{letter}{place}" for letter in ("money", "written") for place in range(PLACES)),
)
_SEATED_COLUMNS = (
    "sitting__table_id",
    "sitting_id",
    "sitting__place",
    "sitting__from_deal",
    "sitting__to_deal",
    "version",
    "from_deal",
    "person_id",
)
_RADL = 6
_ACTIVE = slice(_RADL + 1, _RADL + 5)
_AMOUNTS = slice(_ACTIVE.stop, None)


class TableLines(NamedTuple):
    """A table's book as far as scoring it again needs it."""

    table: int
    start: Evening
    lines: PaidLines
    seats: tuple[Seat, ...]
    sheet_version: int  # by which its hands were played


def load_table_lines(tables: Collection[int]) -> Iterator[TableLines]:
    """Yield the lines of tables, from one snapshot; three queries."""
    with read_snapshot():
        found = GameTable.objects.filter(pk__in=tables).order_by("pk")
        begun = list(found.values_list("pk", "players", "first_forehand", "sheet_version"))
        seated = list(list_seated(tables).values_list(*_SEATED_COLUMNS))
        deals = Deal.objects.filter(table__in=tables).order_by("table", "number")
        rows = list(deals.values_list(*_COLUMNS))
    seats = {pk: _build_seats(of_table) for pk, of_table in groupby(seated, key=itemgetter(0))}
    by_table = {pk: list(of_table) for pk, of_table in groupby(rows, key=itemgetter(0))}
    for table, players, forehand, version in begun:
        lines = _build_lines(by_table.get(table, ()))
        if any(hand.record.plays[0].losers for hand in lines.hands):
            lines = lines._replace(own=parse_sheet(SheetVersion.objects.get(pk=version)))
        yield TableLines(table, begin(players, forehand, PLACES), lines, seats.get(table, ()), version)


def _build_seats(rows: Iterable[Sequence[Any]]) -> tuple[Seat, ...]:
    """Return the seats of one table without names; of a sitting only the latest version counts."""
    held: dict[tuple[int, int, int, int | None], dict[int, list[tuple[int, int]]]] = {}
    for _table, sitting, place, since, until, version, begins, person in rows:
        held.setdefault((sitting, place, since, until), {}).setdefault(version, []).append((begins, person))
    return tuple(
        Seat(sitting, place, since, until, (), tuple(versions[max(versions)]))
        for (sitting, place, since, until), versions in held.items()
    )


def _build_lines(rows: Sequence[Sequence[Any]]) -> PaidLines:
    return PaidLines(
        [row[1] for row in rows],
        [_build_content(row) for row in rows],
        [row[_RADL] for row in rows],
        [row[_AMOUNTS] for row in rows],
    )


def _build_content(row: Sequence[Any]) -> Content:
    _table, _number, kind, record, forehand, radl_set, _radl = row[: _ACTIVE.start]
    if kind in HANDS:
        return Hand(decode_own_record(record), forehand, row[_ACTIVE], radl_set)  # type: ignore[arg-type]  # four places
    return decode_content(Entry(kind=kind, record=record, forehand=forehand))


def list_paid_lines(book: Book) -> PaidLines:
    """Return the lines of a book that is already loaded."""
    return PaidLines(
        [line.number for line in book.played],
        [line.content for line in book.played],
        [line.line.radl for line in book.played],
        [(*get_money(line.entry), *get_written(line.entry)) for line in book.played],
        book.sheet,
    )
