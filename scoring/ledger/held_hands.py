"""Held hands as they are kept: single ones, and all of a table in the order in which people decide about them."""

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, TypeVar

from django.db.models import Exists, F, OuterRef

from scoring.hand_form.deal_seats import DealSeats, parse_seats
from scoring.models import Entry, GameTable, HeldHand
from scoring.table_clock.clock import IN_TIME


class QueuedHand(Protocol):
    """A hand that says which one it follows."""

    @property
    def key(self) -> str:
        """What it is called."""

    @property
    def previous(self) -> str:
        """The key of the deal before it."""


H = TypeVar("H", bound=QueuedHand)


def sort_hands(hands: Sequence[H]) -> Iterator[H]:
    """Each hand, then what follows it; those that follow none of these in the order in which they are given."""
    keys = {hand.key for hand in hands}
    after: dict[str, list[H]] = {}
    for hand in hands:
        after.setdefault(hand.previous if hand.previous in keys - {hand.key} else "", []).append(hand)
    told: set[str] = set()
    for first in (*after.get("", ()), *hands):  # what only follows itself in a circle comes last
        yield from _iter_followers(first, after, told)


def _iter_followers(first: H, after: dict[str, list[H]], told: set[str]) -> Iterator[H]:
    waiting = [first]
    while waiting:
        one = waiting.pop()
        if one.key not in told:
            told.add(one.key)
            yield one
            waiting += reversed(after.get(one.key, ()))


def find_held_hand(table: int, key: str) -> HeldHand | None:
    """The hand that is held, or was, under a key."""
    return HeldHand.objects.filter(table=table, key=key).first()


def find_decided_hand(table: int, key: str) -> HeldHand | None:
    """The hand with a key, if people have decided that it is no hand of its own."""
    return HeldHand.objects.filter(table=table, key=key).exclude(decided_as="").first()


def notify_phones(table: int) -> None:
    """Let the phones see that a hand came, or was decided."""
    GameTable.objects.filter(pk=table).update(held=F("held") + 1)


def decode_fields(hand: HeldHand) -> dict[str, str]:
    """The fields of the entry form that somebody had filled in."""
    fields: dict[str, str] = json.loads(hand.fields)
    return fields


def decode_seats(hand: HeldHand) -> DealSeats:
    """The seats that it means."""
    dealt = parse_seats({"seats": hand.seats})
    if dealt is None:
        raise ValueError(hand.seats)
    return dealt


def get_phase(hand: HeldHand) -> str:
    """When a held hand was played, as it was entered."""
    return decode_fields(hand).get("phase", "") or IN_TIME


class HeldHands(NamedTuple):
    """All hands of a table that were ever held, by key."""

    hands: dict[str, HeldHand]
    saved: frozenset[str]  # those that are in the book

    def is_open(self, key: str | None) -> bool:
        """Whether this is a hand about which nobody has decided."""
        return key in self.hands and key not in self.saved and not self.hands[key].decided_as

    @property
    def open(self) -> tuple[HeldHand, ...]:
        """Those about which nobody has decided: phone by phone, in the order in which they were played."""
        return tuple(sort_hands([hand for key, hand in self.hands.items() if self.is_open(key)]))

    @property
    def late(self) -> tuple[HeldHand, ...]:
        """Those about which the director decides, and those that a phone has entered after one of them."""
        found: dict[str, HeldHand] = {}
        for hand in self.open:
            if hand.why == HeldHand.Why.TIME or hand.previous in found:
                found[hand.key] = hand
        return tuple(found.values())

    @property
    def settled(self) -> tuple[HeldHand, ...]:
        """Those that people have decided to be no hands of their own, the last decision first."""
        decided = [hand for hand in self.hands.values() if hand.decided_as]
        return tuple(sorted(decided, key=lambda hand: str(hand.decided_at), reverse=True))


NO_HELD_HANDS = HeldHands({}, frozenset())


def load_held_hands(table: int) -> HeldHands:
    """The hands of a table that were ever held; one query."""
    in_the_book = Entry.objects.filter(table=OuterRef("table"), key=OuterRef("key"))
    rows = list(HeldHand.objects.filter(table=table).annotate(saved=Exists(in_the_book)).order_by("pk"))
    return HeldHands({row.key: row for row in rows}, frozenset(row.key for row in rows if row.saved))


def resolve_previous(hand: HeldHand, held: HeldHands) -> tuple[str, int]:
    """What it follows, past what does not count: a key, or the number of the line that it was decided to be."""
    key, passed = hand.previous, {hand.key}
    while key in held.hands and key not in held.saved and key not in passed:
        one = held.hands[key]
        if one.decided_as == HeldHand.As.SAME:
            return key, one.deal
        if one.decided_as != HeldHand.As.DROPPED:
            break
        passed.add(key)
        key = one.previous
    return key, 0
