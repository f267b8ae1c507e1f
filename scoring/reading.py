"""A table's book and who sat there, read as they stood at one moment: else somebody's hands may have no sitting."""

from collections.abc import Collection
from typing import NamedTuple

from django.db import connection

from scoring.ledger.book import Book, book_of, deals_of, read_book
from scoring.ledger.seats import Seat, read_seats, seated_at, seats_of
from scoring.marks.services import read_all_marks
from scoring.marks.verdicts import Opinion
from scoring.models import Deal, GameTable, Seated
from tarockclub.server.db_snapshot import snapshot


class Opened(NamedTuple):
    """All that is shown of a table's book."""

    book: Book
    seats: tuple[Seat, ...]
    opinions: tuple[Opinion, ...]


def read_together(table: GameTable) -> tuple[Book, tuple[Seat, ...]]:
    """Its lines and its seats, while the phones write on."""
    with snapshot(connection):
        return read_book(table), read_seats(table)


def read_several(tables: Collection[GameTable]) -> list[Opened]:
    """The books of several tables, in their order, as they stood at one moment; three queries."""
    deals: dict[int, list[Deal]] = {table.pk: [] for table in tables}
    seated: dict[int, list[Seated]] = {table.pk: [] for table in tables}
    with snapshot(connection):
        for deal in deals_of(tables):
            deals[deal.table_id].append(deal)
        for row in seated_at(tables):
            seated[row.sitting.table_id].append(row)
        opinions = read_all_marks(tables)
    return [
        Opened(book_of(table, deals[table.pk]), seats_of(seated[table.pk]), opinions.get(table.pk, ()))
        for table in tables
    ]
