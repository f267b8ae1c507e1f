"""The hands of tables for the statistics: in the order of play, read as a stream, only those that count."""

import json
from collections.abc import Collection, Iterator
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from scoring.book.ledger.codec import HANDS
from scoring.book.ledger.seats import Seat, find_seat, load_table_seats
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.book.sums.aggregate import Sums, add_up_hands
from scoring.book.sums.facts import PlayedHand
from scoring.engine.hand.record import SEATS, HandRecord
from scoring.engine.hand.score_json import decode_record
from scoring.models import PLACES, Deal, GameTable

_ACTIVE = [f"entry__active{seat}" for seat in SEATS]
_WRITTEN_COLUMNS, _MONEY_COLUMNS = (
    [f"entry__{letter}{place}" for place in range(PLACES)] for letter in ("written", "money")
)
_COLUMNS = (
    "table_id",
    "number",
    "entry__record",
    "entry__answer",
    "entry__radl",
    *_ACTIVE,
    *_WRITTEN_COLUMNS,
    *_MONEY_COLUMNS,
)
WON_INDEX, DECLARER_INDEX, KIND_INDEX = 3, 9, 1  # positions in the line of a stored answer (engine/hand/score_json.py)


def load_sums(tables: Collection[GameTable]) -> Iterator[tuple[GameTable, Sums]]:
    """Yield the sums of each table's hands; two queries, one table in memory at a time."""
    left = {table.pk: table for table in tables}
    for table, hands in iter_played_hands(tables):
        del left[table.pk]
        yield table, add_up_hands(hands, parse_sheet(table.sheet_version))
    for table in left.values():
        yield table, Sums(0, 0, {}, {})


def iter_played_hands(tables: Collection[GameTable]) -> Iterator[tuple[GameTable, Iterator[PlayedHand]]]:
    """Yield the tables that have played with their hands, to be read before the next table; two queries."""
    seats, by_table = load_table_seats(tables), {table.pk: table for table in tables}
    rows = Deal.objects.filter(table__in=tables, entry__kind__in=HANDS).order_by("table", "number")
    for pk, hands in groupby(rows.values_list(*_COLUMNS).iterator(), key=itemgetter(0)):
        yield by_table[pk], map(partial(_build_played_hand, seats[pk]), hands)


def _build_played_hand(seats: tuple[Seat, ...], row: tuple[Any, ...]) -> PlayedHand:
    _table, line, text, answer, radl, *columns = row
    active, written, money = columns[:4], columns[4 : 4 + PLACES], columns[4 + PLACES :]
    record = decode_record(text)
    first, second, third, fourth = active
    return PlayedHand(
        line=line,
        people=(
            _find_person(seats, first, line),
            _find_person(seats, second, line),
            _find_person(seats, third, line),
            _find_person(seats, fourth, line),
        ),
        record=record,
        ends=parse_ends(record, answer),
        written=(written[first], written[second], written[third], written[fourth]),
        money=(money[first], money[second], money[third], money[fourth]),
        radl=radl,
    )


def _find_person(seats: tuple[Seat, ...], place: int, line: int) -> int:
    """Return the person who really sat at a place in a line of the book: a substitute, not the replaced player."""
    seat = find_seat(seats, place, line)
    if seat is None:
        raise ValueError((place, line))  # the book names a place at which nobody sat
    return seat.get_person(line)


def parse_ends(record: HandRecord, answer: str) -> tuple[bool | None, ...]:
    """Return the outcome of each game of a hand, from its stored answer."""
    lines = [line for line in json.loads(answer)["lines"] if line[KIND_INDEX] == "contract"]
    return tuple(
        next((line[WON_INDEX] for line in lines if line[DECLARER_INDEX] in (None, play.declarer)), None)
        for play in record.plays
    )
