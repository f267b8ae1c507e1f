"""The players' marks on the hands of a book, by name: for the rows of the written sheet, and the open disputes."""

from typing import NamedTuple

from scoring.book.ledger.book import Book, number_lines
from scoring.book.ledger.seats import Seat
from scoring.book.marks.services import compute_verdicts
from scoring.book.marks.verdicts import NO_VERDICT, Opinion, Verdict
from scoring.table.written_sheet.rows import WrittenRow, find_seat_name


class Dispute(NamedTuple):
    """A hand and the players who say that it is wrong."""

    number: int  # as on paper
    line: int
    disputed: tuple[str, ...]


def list_disputes(book: Book, seats: tuple[Seat, ...], opinions: tuple[Opinion, ...]) -> tuple[Dispute, ...]:
    """Return the hands with open disputes, in the order of play."""
    verdicts = compute_verdicts(book, opinions)
    found = []
    for number, line in number_lines(book):
        names = _list_names(verdicts.get(line.number, NO_VERDICT).disputed, seats)
        if names:
            found.append(Dispute(number, line.number, names))
    return tuple(found)


def add_marks(
    rows: tuple[WrittenRow, ...], verdicts: dict[int, Verdict], seats: tuple[Seat, ...]
) -> tuple[WrittenRow, ...]:
    """Return the rows of the written sheet with the names of the players who say that a hand is right or wrong."""
    return tuple(_add_mark(row, verdicts[row.line], seats) if row.line in verdicts else row for row in rows)


def _add_mark(row: WrittenRow, verdict: Verdict, seats: tuple[Seat, ...]) -> WrittenRow:
    return row._replace(fits=_list_names(verdict.fits, seats), disputed=_list_names(verdict.disputed, seats))


def _list_names(opinions: tuple[Opinion, ...], seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """Return the names of the players with these opinions, each once."""
    return tuple(dict.fromkeys(find_seat_name(seats, opinion.place, opinion.line) for opinion in opinions))
