"""What players said of the hands of a book, by name: on the rows of the written sheet, and what is disputed."""

from typing import NamedTuple

from scoring.ledger.book import Book, number_lines
from scoring.ledger.seats import Seat
from scoring.marks.services import compute_verdicts
from scoring.marks.verdicts import NO_VERDICT, Opinion, Verdict
from scoring.written_sheet.rows import Row, find_seat_name


class Dispute(NamedTuple):
    """A hand, and who says that it does not fit."""

    number: int  # as on paper
    line: int
    disputed: tuple[str, ...]


def list_disputes(book: Book, seats: tuple[Seat, ...], opinions: tuple[Opinion, ...]) -> tuple[Dispute, ...]:
    """What is still to be settled, in the order of play."""
    verdicts = compute_verdicts(book, opinions)
    found = []
    for number, one in number_lines(book):
        names = _list_names(verdicts.get(one.number, NO_VERDICT).disputed, seats)
        if names:
            found.append(Dispute(number, one.number, names))
    return tuple(found)


def add_marks(rows: tuple[Row, ...], verdicts: dict[int, Verdict], seats: tuple[Seat, ...]) -> tuple[Row, ...]:
    """The rows of the written sheet, each with the names of those who say that it fits or that it does not."""
    return tuple(_add_mark(row, verdicts[row.line], seats) if row.line in verdicts else row for row in rows)


def _add_mark(row: Row, said: Verdict, seats: tuple[Seat, ...]) -> Row:
    return row._replace(fits=_list_names(said.fits, seats), disputed=_list_names(said.disputed, seats))


def _list_names(opinions: tuple[Opinion, ...], seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """Who says so, each once."""
    return tuple(dict.fromkeys(find_seat_name(seats, opinion.place, opinion.line) for opinion in opinions))
