"""The Pagatkassa as pages show it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.ledger.book import Book, Played
from scoring.settlement.accounts import Reckoning
from scoring.settlement.pagatkassa import PotCourse


class PotRow(NamedTuple):
    """What a line of the book moved in the Pagatkassa; cents by account."""

    number: int  # of the deal; 0 for cash by hand
    words: str
    moves: tuple[int, ...]
    pot: int
    missing: int


def numbered(book: Book) -> Iterator[tuple[int, Played]]:
    """The lines with the number of their deal as on the written sheet, with room for late ones that wait; 0: none."""
    deals = 0
    for one in book.played:
        yield (book.waits.number(one.number, deals) if one.is_deal else 0), one
        deals += one.is_deal


def pot_rows(book: Book, told: Reckoning) -> Iterator[PotRow]:
    """The lines that moved something in the Pagatkassa."""
    if told.pot is None:
        return
    for (number, _one), moved, moves in zip(numbered(book), told.pot.moved, told.pot_moves, strict=False):
        if moved.steps:
            words = ", ".join(_step(step.what) for step in moved.steps)
            yield PotRow(number, words, moves, moved.pot, moved.missing)


def _step(what: str) -> str:
    return {
        "start": _("start payment"),
        "stake": _("stake"),
        "won": _("Pagat won"),
        "lost": _("Pagat lost"),
        "cash": _("by hand"),
    }[what]


def lucky(pot: PotCourse | None, here: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    """The names of those who got one of the odd cents; `here`: place and name."""
    if pot is None or not pot.odd:
        return ()
    return tuple(name for place, name in here if pot.shares[place] > pot.left // len(here))
