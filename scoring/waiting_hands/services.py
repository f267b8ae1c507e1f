"""Hands that waited on a phone without a server, read in from their text: what becomes of each, table by table."""

import uuid
from collections.abc import Iterable
from typing import NamedTuple

from django.db import transaction

from scoring.engine.hand.record import SEATS
from scoring.ledger.entries import Outcome, Written
from scoring.ledger.held_hands import in_order, read_held
from scoring.models import GameTable
from scoring.phones.schemas import checked
from scoring.phones.views import received
from scoring.waiting_hands.report import BEHIND_ANOTHER, Became, Before, Told
from scoring.waiting_hands.text import Unreadable, WaitingHand, read_text
from scoring.written_sheet.selectors import read_together
from tarockclub.accounts.actors import Who

PLAYING = len(SEATS) + 1  # the four places and the forehand's; then come their sittings


class TableRead(NamedTuple):
    """A table, and what becomes of the hands for it."""

    table: GameTable
    names: tuple[str, ...]
    hands: tuple[Became, ...]


class ReadIn(NamedTuple):
    """What was found in a text."""

    tables: tuple[TableRead, ...]
    unknown: tuple[WaitingHand, ...]  # of tables that this club does not have
    unreadable: tuple[Unreadable, ...]

    @property
    def hands(self) -> int:
        """How many hands there are for tables of the club."""
        return sum(len(one.hands) for one in self.tables)

    @property
    def changes(self) -> int:
        """How many of them the table did not have before."""
        return sum(one.is_new for table in self.tables for one in table.hands)


def foreseen(text: str, club: int, who: Who, language: str) -> ReadIn:
    """What would become of the hands in a text: they are read in, and all of it is taken back."""
    with transaction.atomic():
        found = read_in(text, club, who, language)
        transaction.set_rollback(True)
    return found


def read_in(text: str, club: int, who: Who, language: str) -> ReadIn:
    """Take the hands in a text as if their phones had sent them; once more does no harm."""
    found = list(read_text(text))
    by_table: dict[uuid.UUID, dict[str, WaitingHand]] = {}
    for hand in found:
        if isinstance(hand, WaitingHand):
            same = by_table.setdefault(hand.slug, {}).setdefault(hand.key, hand)
            by_table[hand.slug][hand.key] = max(same, hand, key=lambda one: one.at)  # it was changed before it was sent
    tables = GameTable.objects.filter(club=club, slug__in=by_table).select_related("sheet_version").order_by("pk")
    read = tuple(_read(table, by_table.pop(table.slug).values(), who, language) for table in tables)
    unknown = tuple(hand for hands in by_table.values() for hand in hands.values())
    return ReadIn(read, unknown, tuple(dict.fromkeys(one for one in found if isinstance(one, Unreadable))))


def _read(table: GameTable, hands: Iterable[WaitingHand], who: Who, language: str) -> TableRead:
    """Take the hands for a table, in the order of each phone's queue."""
    before = Before(table.last_sequence, frozenset(read_held(table.pk).hands) if table.held else frozenset())
    written: list[tuple[WaitingHand, Written]] = []
    refused: set[str] = set()
    for hand in in_order(sorted(hands, key=lambda hand: (hand.at, hand.number))):
        # As from its phone, which sends no hand before the one that has to be put right.
        outcome = _received(hand, who) if hand.previous not in refused else BEHIND_ANOTHER
        if outcome.outcome is Outcome.INVALID:
            refused.add(hand.key)
        written.append((hand, outcome))
    table.refresh_from_db()
    book, seats = read_together(table)
    told = Told(book, seats, read_held(table.pk), before, language)
    names = tuple(seat.name for seat in seats if seat.until is None)
    return TableRead(table, names, tuple(told.became(hand, outcome) for hand, outcome in written))


def _received(hand: WaitingHand, who: Who) -> Written:
    """Take a hand; what no phone could have sent is invalid without further words."""
    body = checked(
        {
            **{name: getattr(hand, name) for name in ("key", "previous", "fields")},
            "seats": list(hand.seats[:PLAYING]),
            "sittings": list(hand.seats[PLAYING:]),
            "at": hand.at.isoformat(),
        }
    )
    return Written(Outcome.INVALID) if body is None else received(hand.slug, body, who)
