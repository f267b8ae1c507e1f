"""What players said of the hands of a book, by name: on the rows of the written sheet, and what is disputed."""

from typing import NamedTuple

from scoring.ledger.book import Book, numbered
from scoring.ledger.seats import Seat
from scoring.marks.services import verdicts_of
from scoring.marks.verdicts import NOTHING_SAID, Opinion, Verdict
from scoring.written_sheet.rows import Row, name_of


class Dispute(NamedTuple):
    """A hand, and who says that it does not fit."""

    number: int  # as on paper
    line: int
    disputed: tuple[str, ...]


def disputes(book: Book, seats: tuple[Seat, ...], opinions: tuple[Opinion, ...]) -> tuple[Dispute, ...]:
    """What is still to be settled, in the order of play."""
    verdicts = verdicts_of(book, opinions)
    found = []
    for number, one in numbered(book):
        names = _names(verdicts.get(one.number, NOTHING_SAID).disputed, seats)
        if names:
            found.append(Dispute(number, one.number, names))
    return tuple(found)


def marked(rows: tuple[Row, ...], verdicts: dict[int, Verdict], seats: tuple[Seat, ...]) -> tuple[Row, ...]:
    """The rows of the written sheet, each with the names of those who say that it fits or that it does not."""
    return tuple(_marked(row, verdicts[row.line], seats) if row.line in verdicts else row for row in rows)


def _marked(row: Row, said: Verdict, seats: tuple[Seat, ...]) -> Row:
    return row._replace(fits=_names(said.fits, seats), disputed=_names(said.disputed, seats))


def _names(opinions: tuple[Opinion, ...], seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """Who says so, each once."""
    return tuple(dict.fromkeys(name_of(seats, one.place, one.line) for one in opinions))
