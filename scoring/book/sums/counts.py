"""The stored sums of each table's hands, so that pages need only add up tables; derived from the books."""

import json
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import Case, Count, F, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from scoring.book.ledger.codec import HANDS
from scoring.book.ledger.seats import Seat, find_seat, load_table_seats
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.book.sums.facts import ClaimKey, ClaimSum, PlayedHand, PlayKey, PlaySum, Sums, add_up_hands
from scoring.engine.hand.record import SEATS, HandRecord
from scoring.engine.hand.score_lines import decode_record
from scoring.models import PLACES, ClaimCount, Deal, GameTable, PlayCount, TableCount
from tarockclub.models import Club
from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server.database_errors import is_unwritable

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
WON_INDEX, DECLARER_INDEX, KIND_INDEX = 3, 9, 1  # positions in the line of a stored answer (engine/hand/score_lines.py)


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
    seats, by_table = load_table_seats(tables, EVERYBODY), {table.pk: table for table in tables}
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


# The stored sums of each table's hands, so that pages need only add up tables; derived from the books.
#
# A table is added up again as soon as its book has another head: after a hand, a correction, a strike, a swap of
# seats.

VERSION = 1  # of the calculation: counts of an older version are computed again
AT_ONCE = 25  # tables in one transaction: a hand that is saved meanwhile waits only for these
PATIENCE = 1.2  # seconds that a page spends on it
_DEALS = Deal.objects.filter(table=OuterRef("pk"), entry__kind__in=HANDS).order_by().values("table")
# The number of hands of a table as an expression; only a book that has gone on since it was added up is read again.
HAND_COUNT = Case(
    When(count__head=F("head"), count__version=VERSION, then=F("count__hands")),
    default=Coalesce(Subquery(_DEALS.annotate(hands=Count("pk")).values("hands")), 0),
)


def list_outdated_tables(club: int) -> QuerySet[GameTable]:
    """Return the tables of a club whose hands must be added up (again), the latest first."""
    tables = GameTable.objects.filter(club=club, last_sequence__gt=0)
    counts = TableCount.objects.filter(version=VERSION, table__head=F("head"), table__club=club).values("table")
    return tables.exclude(pk__in=counts).select_related("sheet_version").order_by("-pk")


def update_counts(club: Club, patience: float | None = PATIENCE) -> int:
    """Add up outdated tables for `patience` seconds at most (None: all of them); return the number of tables left.

    If the disk is full, a page shows the existing counts.
    """
    left = list(list_outdated_tables(club.pk))
    deadline = None if patience is None else time.monotonic() + patience
    while left and (deadline is None or time.monotonic() < deadline):
        try:
            recount_tables(club, left[:AT_ONCE])
        except DatabaseError as error:
            if deadline is None or not is_unwritable(error):
                raise
            break
        del left[:AT_ONCE]
    return len(left)


def count_hands(tables: Iterable[GameTable]) -> dict[int, int]:
    """Return the number of hands of each table; one query."""
    rows = GameTable.objects.filter(pk__in=[table.pk for table in tables])
    return dict(rows.values_list("pk", HAND_COUNT))


def recount_tables(club: Club, tables: Sequence[GameTable]) -> None:
    """Replace the stored counts of some tables of a club."""
    ids = [table.pk for table in tables]
    with transaction.atomic():
        lock_club(club)  # two requests at once would both write
        fresh = GameTable.objects.filter(pk__in=ids).select_related("sheet_version").order_by("pk")
        for model in (PlayCount, ClaimCount, TableCount):
            model._default_manager.filter(table__in=ids).delete()
        sums_by_table = list(load_sums(list(fresh)))
        TableCount.objects.bulk_create(
            TableCount(table_id=table.pk, head=table.head, version=VERSION, hands=sums.hands, radl=sums.radl)
            for table, sums in sums_by_table
        )
        PlayCount.objects.bulk_create(
            PlayCount(table_id=table.pk, **key._asdict(), **total._asdict())
            for table, sums in sums_by_table
            for key, total in sums.plays.items()
        )
        ClaimCount.objects.bulk_create(
            ClaimCount(table_id=table.pk, **key._asdict(), **total._asdict())
            for table, sums in sums_by_table
            for key, total in sums.claims.items()
        )


def delete_counts(club: int) -> None:
    """Delete all counts; the next page or command computes them again."""
    for model in (PlayCount, ClaimCount, TableCount):
        model._default_manager.filter(table__club=club).delete()


def list_wrong_tables(club: Club) -> list[GameTable]:
    """Return the tables whose stored counts differ from their books, except outdated ones."""
    late = set(list_outdated_tables(club.pk).values_list("pk", flat=True))
    tables = GameTable.objects.filter(club=club).exclude(count=None).select_related("sheet_version").order_by("pk")
    wrong_tables = []
    for batch in _split_tables(table for table in tables.iterator(chunk_size=AT_ONCE) if table.pk not in late):
        counts = _load_stored_counts([table.pk for table in batch])
        wrong_tables += [table for table, sums in load_sums(batch) if counts[table.pk] != _build_stored_counts(sums)]
    return wrong_tables


def _split_tables(tables: Iterable[GameTable]) -> Iterable[list[GameTable]]:
    rest = iter(tables)
    while batch := list(islice(rest, AT_ONCE)):
        yield batch


StoredCounts = tuple[tuple[int, int], set[tuple[Any, ...]], set[tuple[Any, ...]]]


def _build_stored_counts(sums: Sums) -> StoredCounts:
    plays = {(*key, *total) for key, total in sums.plays.items()}
    return (sums.hands, sums.radl), plays, {(*key, *total) for key, total in sums.claims.items()}


def _load_stored_counts(tables: list[int]) -> dict[int, StoredCounts]:
    """Return the stored counts of some tables, in the form in which they are computed."""
    heads = TableCount.objects.filter(table__in=tables).values_list("table", "hands", "radl")
    counts: dict[int, StoredCounts] = {table: ((hands, radl), set(), set()) for table, hands, radl in heads}
    plays = [*PlayKey._fields, *PlaySum._fields]
    for table, *row in PlayCount.objects.filter(table__in=tables).values_list("table", *plays):
        counts[table][1].add(tuple(row))
    claims = [*ClaimKey._fields, *ClaimSum._fields]
    for table, *row in ClaimCount.objects.filter(table__in=tables).values_list("table", *claims):
        counts[table][2].add(tuple(row))
    return counts
