"""An evening ends, and may be opened again."""

from datetime import timedelta

from scoring.corrections.changes import Ask, Draft, of_the_evening, refused
from scoring.ledger.book import Book
from scoring.models import Entry, GameTable
from tarockclub import time_source

SAME_EVENING = timedelta(hours=12)


def end() -> Ask:
    """The evening has ended: nothing more is written, what is left in the Pagatkassa is divided."""
    return of_the_evening(Entry.Kind.ENDED, {})


def reopen() -> Ask:
    """An evening that has ended goes on."""

    def ask(book: Book) -> Draft:
        if book.table.ended is None:
            return refused("not_ended")
        return of_the_evening(Entry.Kind.REOPENED, {})(book)

    return ask


def is_just_over(table: GameTable) -> bool:
    """Whether an evening ended so short a time ago that the players themselves may go on with it."""
    return table.ended is None or time_source.now() - table.ended < SAME_EVENING
