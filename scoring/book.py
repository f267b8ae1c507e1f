"""A table's book as plain values: its deals in order, each with the evening before and after it."""

from typing import NamedTuple

from scoring.engine.evening import Evening, after_hand, after_void, begin
from scoring.engine.lines import Score
from scoring.engine.sheet import Sheet
from scoring.engine.stored import from_stored
from scoring.models import Deal, Entry, GameTable
from scoring.sheets_in_use import sheet_of


class Played(NamedTuple):
    """One deal of the book."""

    entry: Entry
    score: Score | None  # None for what is no hand, or was struck out
    struck: Score | None  # what a struck hand had scored
    before: Evening
    after: Evening


class Book(NamedTuple):
    """All deals of a table, and where it stands now."""

    table: GameTable
    sheet: Sheet
    played: tuple[Played, ...]
    now: Evening

    @property
    def last(self) -> Played | None:
        """The last deal that stands."""
        return next((one for one in reversed(self.played) if one.entry.kind != Entry.Kind.STRIKE), None)


def read_book(table: GameTable) -> Book:
    """Read a table's deals in the order of play; one query."""
    sheet = sheet_of(table.sheet_version)
    deals = Deal.objects.filter(table=table).select_related("entry__replaces", "entry__note").order_by("number")
    evening = begin(table.players, table.first_forehand)
    played = []
    for deal in deals:
        one = _played(deal.entry, evening, sheet)
        played.append(one)
        evening = one.after
    return Book(table, sheet, tuple(played), evening)


def _played(entry: Entry, before: Evening, sheet: Sheet) -> Played:
    if entry.kind == Entry.Kind.STRIKE:
        struck = from_stored(entry.replaces.answer, sheet) if entry.replaces is not None else None
        return Played(entry, None, struck, before, before)
    if entry.kind == Entry.Kind.HAND:
        score = from_stored(entry.answer, sheet)
        return Played(entry, score, None, before, after_hand(before, score))
    return Played(entry, None, None, before, after_void(before) if entry.kind == Entry.Kind.VOID else before)
