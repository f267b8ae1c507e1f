"""The hands of a book about which somebody is of another opinion."""

from typing import NamedTuple

from scoring.book import Book
from scoring.marks import verdicts_of
from scoring.pot_page import numbered
from scoring.rows import name_of
from scoring.seats import Seat
from scoring.verdicts import NOTHING_SAID, Opinion


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
        places = (said.place for said in verdicts.get(one.number, NOTHING_SAID).disputed)
        names = tuple(dict.fromkeys(name_of(seats, place, one.number) for place in places))
        if names:
            found.append(Dispute(number, one.number, names))
    return tuple(found)
