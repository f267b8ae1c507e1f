"""Hands that waited on a phone without a server, read in from their text; the result of each, table by table."""

import uuid
from collections.abc import Iterable
from typing import NamedTuple

from django.db import transaction

from scoring.book.ledger.entries import Outcome, WriteResult
from scoring.book.ledger.held_hands import load_held_hands, sort_hands
from scoring.engine.hand.record import SEATS
from scoring.models import GameTable
from scoring.table.phones.schemas import check_body
from scoring.table.phones.views import receive_fields
from scoring.table.waiting_hands.report import BEHIND_ANOTHER, HandResult, TableReport
from scoring.table.waiting_hands.text import UnreadableHands, WaitingHand, read_hands
from scoring.table.written_sheet.selectors import load_book_and_seats
from tarockclub.platform.accounts.actors import Actor

PLAYING = len(SEATS) + 1  # the four places and the forehand's; their sittings follow


class TableRead(NamedTuple):
    """A table, and the results of its hands."""

    table: GameTable
    names: tuple[str, ...]
    hands: tuple[HandResult, ...]


class ReadInResult(NamedTuple):
    """The content of a text."""

    tables: tuple[TableRead, ...]
    unknown: tuple[WaitingHand, ...]  # of tables that this club does not have
    unreadable: tuple[UnreadableHands, ...]

    @property
    def hands(self) -> int:
        """The number of hands for tables of the club."""
        return sum(len(table.hands) for table in self.tables)

    @property
    def changes(self) -> int:
        """The number of hands that are new to their tables."""
        return sum(hand.is_new for table in self.tables for hand in table.hands)


def preview_hands(text: str, club: int, who: Actor, language: str) -> ReadInResult:
    """Return the results that the hands in a text would have: they are read in, and everything is rolled back."""
    with transaction.atomic():
        found = take_hands(text, club, who, language)
        transaction.set_rollback(True)
    return found


def take_hands(text: str, club: int, who: Actor, language: str) -> ReadInResult:
    """Take the hands in a text as if their phones had sent them; repeating it does no harm."""
    found = list(read_hands(text))
    by_table: dict[uuid.UUID, dict[str, WaitingHand]] = {}
    for hand in found:
        if isinstance(hand, WaitingHand):
            same = by_table.setdefault(hand.slug, {}).setdefault(hand.key, hand)
            # The later version, if it was changed.
            by_table[hand.slug][hand.key] = max(same, hand, key=lambda version: version.at)
    tables = GameTable.objects.filter(club=club, slug__in=by_table).select_related("sheet_version").order_by("pk")
    read = tuple(_take_table_hands(table, by_table.pop(table.slug).values(), who, language) for table in tables)
    unknown = tuple(hand for hands in by_table.values() for hand in hands.values())
    return ReadInResult(
        read, unknown, tuple(dict.fromkeys(part for part in found if isinstance(part, UnreadableHands)))
    )


def _take_table_hands(table: GameTable, hands: Iterable[WaitingHand], who: Actor, language: str) -> TableRead:
    """Take the hands for a table, in the order of each phone's queue."""
    last, before = table.last_sequence, load_held_hands(table.pk) if table.held else None
    written: list[tuple[WaitingHand, WriteResult]] = []
    refused: set[str] = set()
    for hand in sort_hands(sorted(hands, key=lambda hand: (hand.at, hand.number))):
        # Like the phone, which sends nothing after a hand that has to be corrected.
        outcome = _take_hand(hand, who) if hand.previous not in refused else BEHIND_ANOTHER
        if outcome.outcome is Outcome.INVALID:
            refused.add(hand.key)
        written.append((hand, outcome))
    table.refresh_from_db()
    book, seats = load_book_and_seats(table)
    told = TableReport(book, seats, load_held_hands(table.pk), before, last, language)
    names = tuple(seat.name for seat in seats if seat.until is None)
    return TableRead(table, names, tuple(told.build_result(hand, outcome) for hand, outcome in written))


def _take_hand(hand: WaitingHand, who: Actor) -> WriteResult:
    """Take a hand; one that no phone could have sent is invalid without further words."""
    body = check_body(
        {
            **{name: getattr(hand, name) for name in ("key", "previous", "fields")},
            "seats": list(hand.seats[:PLAYING]),
            "sittings": list(hand.seats[PLAYING:]),
            "at": hand.at.isoformat(),
        }
    )
    return WriteResult(Outcome.INVALID) if body is None else receive_fields(hand.slug, body, who)
