"""Held hands as they are stored, in the order in which people decide about them, with the seats of their deals."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

from django.db.models import Exists, F, OuterRef, QuerySet

from scoring.book.table_clock import IN_TIME
from scoring.engine.evening.course import Places
from scoring.engine.evening.state import Evening
from scoring.engine.hand.record import SEATS
from scoring.models import Entry, GameTable, HeldHand
from tarockclub.kit.text import parse_whole


class DealSeats(NamedTuple):
    """The players on the four seats of a deal, and its forehand; as places."""

    active: Places
    forehand: int
    sittings: tuple[int, ...] | None = None  # ids, by seat; None: only the places are known

    @property
    def seat_of_forehand(self) -> int:
        """The forehand's seat."""
        return self.active.index(self.forehand) if self.forehand in self.active else 0

    def is_still(self, now: "DealSeats") -> bool:
        """Return True if a record for these seats refers to the same people now."""
        return self[:2] == now[:2] and self.sittings in (None, now.sittings)

    @property
    def people(self) -> frozenset[tuple[int, int]]:
        """The players by place and sitting, whatever their seats."""
        return frozenset(zip(self.active, self.sittings or (0,) * len(SEATS), strict=True))


def build_deal_seats(evening: Evening, sittings: Mapping[int, int]) -> DealSeats:
    """Return the seats of the next deal; `sittings`: ids by place."""
    return DealSeats(evening.active, evening.forehand, tuple(sittings.get(place, 0) for place in evening.active))


def encode_seats(dealt: DealSeats) -> str:
    """Return seats as a form sends them back: four places, the forehand's place, and the ids of the sittings."""
    return ",".join(str(sitting) for sitting in (*dealt.active, dealt.forehand, *(dealt.sittings or ())))


def parse_seats(text: str) -> DealSeats | None:
    """Return seats as encode_seats wrote them; None: the text is none."""
    parts = text.split(",")
    numbers = [number for part in parts if (number := parse_whole(part)) is not None]
    if not len(parts) == len(numbers) == 2 * len(SEATS) + 1:
        return None
    first, second, third, fourth, forehand, *sittings = numbers
    return DealSeats((first, second, third, fourth), forehand, tuple(sittings))


def decode_seats(hand: HeldHand) -> DealSeats:
    """Return the seats that the hand was entered for; ValueError if they are not readable."""
    dealt = parse_seats(hand.seats)
    if dealt is None:
        raise ValueError(hand.seats)
    return dealt


class QueuedHand(Protocol):
    """A hand with a reference to the hand before it."""

    @property
    def key(self) -> str:
        """The key of the hand."""

    @property
    def previous(self) -> str:
        """The key of the deal before it."""


H = TypeVar("H", bound=QueuedHand)


def sort_hands(hands: Sequence[H]) -> Iterator[H]:
    """Yield each hand, followed by those that come after it.

    Hands that follow none of the others keep the order in which they are given.
    """
    keys = {hand.key for hand in hands}
    after: dict[str, list[H]] = {}
    for hand in hands:
        after.setdefault(hand.previous if hand.previous in keys - {hand.key} else "", []).append(hand)
    done: set[str] = set()
    for first in (*after.get("", ()), *hands):  # hands that only follow each other in a circle come last
        yield from _iter_followers(first, after, done)


def _iter_followers(first: H, after: dict[str, list[H]], done: set[str]) -> Iterator[H]:
    waiting = [first]
    while waiting:
        hand = waiting.pop()
        if hand.key not in done:
            done.add(hand.key)
            yield hand
            waiting += reversed(after.get(hand.key, ()))


def find_held_hand(table: int, key: str) -> HeldHand | None:
    """Return the hand with this key that is, or was, held; None without one."""
    return HeldHand.objects.filter(table=table, key=key).first()


def list_open_hands() -> QuerySet[HeldHand]:
    """Return the held hands of all tables that nobody has decided about."""
    in_the_book = Entry.objects.filter(table=OuterRef("table"), key=OuterRef("key"))
    return HeldHand.objects.filter(~Exists(in_the_book), decided_as="")


def find_decided_hand(table: int, key: str) -> HeldHand | None:
    """Return the hand with this key if people have decided that it is not a hand of its own."""
    return HeldHand.objects.filter(table=table, key=key).exclude(decided_as="").first()


def notify_phones(table: int) -> None:
    """Make the phones notice that a hand was held or decided."""
    GameTable.objects.filter(pk=table).update(held=F("held") + 1)


def decode_fields(hand: HeldHand) -> dict[str, str]:
    """Return the fields of the entry form as they were filled in."""
    fields: dict[str, str] = json.loads(hand.fields)
    return fields


def is_readable(hand: HeldHand) -> bool:
    """Return whether the stored form and its seats can be read; nothing can be done with others but to drop them."""
    try:
        fields = json.loads(hand.fields)
    except (ValueError, RecursionError):
        return False
    return (
        isinstance(fields, dict)
        and all(isinstance(value, str) for value in fields.values())
        and parse_seats(hand.seats) is not None
    )


def get_phase(hand: HeldHand) -> str:
    """Return the phase in which a held hand was played, as it was entered."""
    return decode_fields(hand).get("phase", "") or IN_TIME


class HeldHands(NamedTuple):
    """All hands of a table that were ever held, by key."""

    hands: dict[str, HeldHand]
    saved: frozenset[str]  # the keys of those that are in the book

    def is_open(self, key: str | None) -> bool:
        """Return True for a hand that nobody has decided about."""
        return key in self.hands and key not in self.saved and not self.hands[key].decided_as

    @property
    def open(self) -> tuple[HeldHand, ...]:
        """The readable hands that nobody has decided about: phone by phone, in the order of play."""
        return tuple(sort_hands([hand for hand in self._list_undecided() if is_readable(hand)]))

    @property
    def unreadable(self) -> tuple[HeldHand, ...]:
        """The hands that nobody has decided about and nobody can read: they can only be dropped."""
        return tuple(hand for hand in self._list_undecided() if not is_readable(hand))

    def count_undecided(self) -> int:
        """Return the number of hands that wait, readable or not."""
        return len(self._list_undecided())

    def _list_undecided(self) -> list[HeldHand]:
        return [hand for key, hand in self.hands.items() if self.is_open(key)]

    @property
    def late(self) -> tuple[HeldHand, ...]:
        """The hands that the director decides about, and those that a phone has entered after one of them."""
        hands: dict[str, HeldHand] = {}
        for hand in self.open:
            if hand.why == HeldHand.Why.TIME or hand.previous in hands:
                hands[hand.key] = hand
        return tuple(hands.values())

    @property
    def settled_hands(self) -> tuple[HeldHand, ...]:
        """The hands that people have decided are not hands of their own, the last decision first."""
        decided = [hand for hand in self.hands.values() if hand.decided_as]
        return tuple(sorted(decided, key=lambda hand: str(hand.decided_at), reverse=True))


def load_held_hands(table: int) -> HeldHands:
    """Return the hands of a table that were ever held; one query."""
    in_the_book = Entry.objects.filter(table=OuterRef("table"), key=OuterRef("key"))
    rows = list(HeldHand.objects.filter(table=table).annotate(saved=Exists(in_the_book)).order_by("pk"))
    return HeldHands({row.key: row for row in rows}, frozenset(row.key for row in rows if row.saved))


def resolve_previous(hand: HeldHand, held: HeldHands) -> tuple[str, int]:
    """Return the deal that a hand follows, skipping hands that do not count.

    The result is a key and 0; or, for a hand decided to be the same as a deal, its key and the number of the line.
    """
    key, passed = hand.previous, {hand.key}
    while key in held.hands and key not in held.saved and key not in passed:
        previous = held.hands[key]
        if previous.decided_as == HeldHand.As.SAME:
            return key, previous.deal
        if previous.decided_as != HeldHand.As.DROPPED:
            break
        passed.add(key)
        key = previous.previous
    return key, 0
