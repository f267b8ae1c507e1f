"""The state of a table before its next deal: as it is stored beside the book, and with the late hands that wait.

It is stored so that saving a hand reads one row. Late hands that wait for the director count as deals: for the dealer's
turn, the sitting-out player and the number of deals. They are in no book. A hand that was entered after one of them,
and a line about the next deal since then, takes precedence: the forehand of a deal is a recorded fact.
"""

import json
from collections.abc import Iterator
from typing import NamedTuple

from scoring.book.ledger.codec import DEALS
from scoring.book.ledger.held_hands import (
    DealSeats,
    HeldHands,
    build_deal_seats,
    decode_seats,
    get_phase,
    load_held_hands,
    resolve_previous,
)
from scoring.book.ledger.sql import LockedTable
from scoring.book.table_clock import IN_TIME
from scoring.engine.evening.state import Evening, LastRound
from scoring.models import PLACES, Deal, Entry, GameTable, HeldHand
from tarockclub.kit.hash_chain import encode_ascii

_OPENING_KINDS = (*DEALS, Entry.Kind.REDEAL, Entry.Kind.STRIKE)
_TURN_KINDS = (Entry.Kind.REDEAL, Entry.Kind.FOREHAND, Entry.Kind.LAST_ROUND)


class State(NamedTuple):
    """The state after the last line; derived from the book, like the totals, and checked by verify_ledger."""

    evening: Evening  # without its totals: all 0
    sittings: tuple[tuple[int, int], ...]  # place and id of the sitting, of the players who sit there now
    number: int  # of the last line of the book, 0 before the first

    @property
    def next_seats(self) -> "DealSeats":
        """The seats of the next deal."""
        return build_deal_seats(self.evening, dict(self.sittings))


def encode_state(state: State) -> str:
    """Encode a state as text; decode_state is the inverse."""
    evening = state.evening
    return encode_ascii(
        {
            "order": evening.order,
            "forehand": evening.forehand,
            "running": evening.running,
            "first_forehand": evening.first_forehand,
            "last_round": evening.last_round,
            "in_round": evening.in_round,
            "sittings": state.sittings,
            "number": state.number,
        }
    )


def decode_state(text: str) -> State:
    """Decode a text of encode_state."""
    content = json.loads(text)
    zeros = (0,) * PLACES
    evening = Evening(
        order=tuple(content["order"]),
        forehand=content["forehand"],
        running=tuple(content["running"]),
        totals=zeros,
        written=zeros,
        first_forehand=content["first_forehand"],
        last_round=LastRound(*content["last_round"]),
        in_round=content["in_round"],
    )
    return State(evening, tuple((place, sitting) for place, sitting in content["sittings"]), content["number"])


def build_table_state(evening: Evening, sittings: dict[int, int], number: int) -> State:
    """Return the state after a book's last line; `sittings` by place."""
    zeros = (0,) * PLACES
    pairs = tuple(sorted((place, sittings[place]) for place in evening.order))
    return State(evening._replace(totals=zeros, written=zeros), pairs, number)


class LateDeals(NamedTuple):
    """The state of a table including the late hands that wait for the director."""

    evening: Evening  # before the next deal
    follows: frozenset[str] = frozenset()  # keys that the next hand may follow, besides the last one of the book
    after: tuple[int, ...] = ()  # the number of the line after which each waiting deal was played, 0: before the first

    def number_deal(self, line: int, deals: int) -> int:
        """Return the number of a deal on the written sheet; `deals` is the number of deals before it in the book."""
        return 1 + deals + sum(number < line for number in self.after)


class _LateRow(NamedTuple):
    """A late hand and its position."""

    hand: HeldHand
    parent: str  # key of the late hand before it; "": it follows a line of the book
    line: int  # the number of the line after which it was played


def load_table_state(table: GameTable | LockedTable, *, until: str = "") -> tuple[State, LateDeals]:
    """Return the state of a table before its next deal, from its row, and its late deals; `until` as in count_late."""
    state = decode_state(table.state)
    if not (table.held and table.clock):
        return state, LateDeals(state.evening)
    waits = count_late(table.id, table.last_key, state.evening, until=until)
    return state._replace(evening=waits.evening), waits


def count_late(table: int, last_key: str, evening: Evening, *, until: str = "") -> LateDeals:
    """Return the state of a table with this last deal and this evening, including its late hands.

    `until`: the key of a late hand; it and the hands after it do not count.
    """
    rows = list(_iter_late_rows(load_held_hands(table), table))
    if not rows:
        return LateDeals(evening)
    first, follows = evening.forehand, frozenset[str]()
    left, reached = _select_pending(rows, table, last_key), {""}
    while (deal := _select_next_deal(left, reached, evening.forehand)) and all(row.hand.key != until for row in deal):
        forehand = decode_seats(deal[0].hand).forehand
        if forehand in evening.order:
            evening = evening._replace(forehand=evening.move_place(forehand, 1))
        follows = frozenset(row.hand.key for row in deal)
        left, reached = [row for row in left if row not in deal], reached | follows
    if evening.forehand != first and not last_key and not _is_begun(table):
        evening = evening._replace(first_forehand=evening.forehand)  # it becomes that of the first deal of the book
    return LateDeals(evening, follows, tuple(_iter_deal_lines(rows)))


def _select_next_deal(left: list[_LateRow], reached: set[str], forehand: int) -> list[_LateRow]:
    """Return the late hands of the next waiting deal: several phones may have entered it."""
    may_be = [row for row in left if row.parent in reached]
    of_turn = [row for row in may_be if decode_seats(row.hand).forehand == forehand]
    return of_turn or [row for row in may_be if row.hand.seats == may_be[0].hand.seats]


def _is_begun(table: int) -> bool:
    return Deal.objects.filter(table=table, entry__kind__in=_OPENING_KINDS).exists()


def _iter_late_rows(held: HeldHands, table: int) -> Iterator[_LateRow]:
    """Yield the late hands that were played in time, each after the one it follows."""
    late = {hand.key: hand for hand in held.late if get_phase(hand) == IN_TIME}
    parents = {key: resolve_previous(hand, held) for key, hand in late.items()}
    keys = [key for key, line in parents.values() if not line]
    lines = {"": 0, **dict(Deal.objects.filter(table=table, key__in=keys).values_list("key", "number"))}
    rows: dict[str, _LateRow] = {}
    for key, hand in late.items():
        parent, line = parents[key]
        if parent in rows and not line:
            rows[key] = _LateRow(hand, parent, rows[parent].line)
        elif line or parent in lines:
            rows[key] = _LateRow(hand, "", line or lines[parent])
    yield from rows.values()


def _iter_deal_lines(rows: list[_LateRow]) -> Iterator[int]:
    """Yield the line before each waiting deal; the same deal from two phones counts once."""
    for line, _parent, _seats in dict.fromkeys((row.line, row.parent, row.hand.seats) for row in rows):
        yield line


def _select_pending(rows: list[_LateRow], table: int, last_key: str) -> list[_LateRow]:
    """Return the late hands after which nothing was dealt yet, and no line has set whose turn it is."""
    last = Deal.objects.filter(table=table, key=last_key).values_list("number", flat=True).first() or 0
    turns = Deal.objects.filter(table=table, number__gt=last, entry__kind__in=_TURN_KINDS)
    latest = turns.order_by("-entry__at").values_list("entry__at", flat=True).first()
    return [row for row in rows if row.line == last and (latest is None or row.hand.at > latest)]
