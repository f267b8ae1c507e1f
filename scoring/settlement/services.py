"""What a table has agreed about money: read from its book, and changed in it for the whole evening."""

import json
from datetime import timedelta

from scoring.corrections.changes import Ask, Draft, cash, of_the_evening, refused
from scoring.engine.agreement import Stakes, parse_agreement, to_text
from scoring.ledger.book import Book
from scoring.models import Entry, GameTable
from scoring.settlement.pagatkassa import pot_now
from tarockclub import time_source


def agreed_of(table: GameTable) -> Stakes:
    """What counts now: what was said last, else what the evening began with; one query."""
    said = Entry.objects.filter(table=table, kind=Entry.Kind.AGREED).order_by("-sequence")
    text = said.values_list("record", flat=True).first()
    return parse_agreement(text or table.agreed or "{}")


def agree(agreed: Stakes) -> Ask:
    """Another agreement, for the whole evening."""

    def ask(book: Book) -> Draft:
        if agreed == agreed_of(book.table):
            return refused("no_change")
        return of_the_evening(Entry.Kind.AGREED, json.loads(to_text(agreed)))(book)

    return ask


def by_hand(place: int, cents: int) -> Ask:
    """Somebody puts money into the Pagatkassa, or (below 0) takes some of what is there."""

    def ask(book: Book) -> Draft:
        pot = pot_now(book, agreed_of(book.table))
        if pot is None:
            return refused("no_pot")
        return refused("less_in_the_pot", "amount") if cents < -pot else cash(place, cents)(book)

    return ask


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
