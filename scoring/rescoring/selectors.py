"""The lines of tables as plain values for scoring them again: few columns, without their scores."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from scoring.engine.evening.course import Content, CourseLine, Hand
from scoring.engine.evening.state import Evening
from scoring.engine.hand.score_json import decode_own_record
from scoring.ledger.book import Book, build_start
from scoring.ledger.codec import HANDS, decode_content
from scoring.ledger.entries import get_money, get_written
from scoring.ledger.seats import Seat, list_seated
from scoring.models import PLACES, Deal, Entry, GameTable
from scoring.rescoring.replay import PaidLine
from tarockclub.server.db_snapshot import read_snapshot

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
_ACTIVE = slice(7, 11)
_AMOUNTS = slice(_ACTIVE.stop, None)


class TableLines(NamedTuple):
    """A table's book as far as scoring it again needs it."""

    table: int
    start: Evening
    lines: list[PaidLine]
    seats: tuple[Seat, ...]


def load_table_lines(tables: Collection[int]) -> Iterator[TableLines]:
    """Yield the lines of tables, from one snapshot; three queries."""
    with read_snapshot():
        found = list(GameTable.objects.filter(pk__in=tables).order_by("pk"))
        seated = list(list_seated(found).values_list(*_SEATED_COLUMNS))
        deals = Deal.objects.filter(table__in=found).order_by("table", "number")
        rows = list(deals.values_list(*_COLUMNS))
    seats = {pk: _build_seats(of_table) for pk, of_table in groupby(seated, key=itemgetter(0))}
    by_table = {pk: list(of_table) for pk, of_table in groupby(rows, key=itemgetter(0))}
    for table in found:
        lines = [_build_line(row) for row in by_table.get(table.pk, ())]
        yield TableLines(table.pk, build_start(table), lines, seats.get(table.pk, ()))


def _build_seats(rows: Iterable[Sequence[Any]]) -> tuple[Seat, ...]:
    """Return the seats of one table without names; of a sitting only the latest version counts."""
    held: dict[tuple[int, int, int, int | None], dict[int, list[tuple[int, int]]]] = {}
    for _table, sitting, place, since, until, version, begins, person in rows:
        held.setdefault((sitting, place, since, until), {}).setdefault(version, []).append((begins, person))
    return tuple(
        Seat(sitting, place, since, until, (), tuple(versions[max(versions)]))
        for (sitting, place, since, until), versions in held.items()
    )


def _build_line(row: Sequence[Any]) -> PaidLine:
    _table, number, kind, record, forehand, radl_set, radl = row[: _ACTIVE.start]
    content: Content
    if kind in HANDS:
        content = Hand(decode_own_record(record), forehand, row[_ACTIVE], radl_set)  # type: ignore[arg-type]  # four places
    else:
        content = decode_content(Entry(kind=kind, record=record, forehand=forehand))
    return PaidLine(CourseLine(number, content, None, radl), row[_AMOUNTS])


def list_paid_lines(book: Book) -> list[PaidLine]:
    """Return the lines of a book that is already loaded."""
    return [PaidLine(line.line, (*get_money(line.entry), *get_written(line.entry))) for line in book.played]
