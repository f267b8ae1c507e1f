"""A table's book and who sat there, read as they stood at one moment: else somebody's hands may have no sitting."""

from django.db import connection

from scoring.book import Book, read_book
from scoring.models import GameTable
from scoring.proof.snapshot import snapshot
from scoring.seats import Seat, read_seats


def read_together(table: GameTable) -> tuple[Book, tuple[Seat, ...]]:
    """Its lines and its seats, while the phones write on."""
    with snapshot(connection):
        return read_book(table), read_seats(table)
