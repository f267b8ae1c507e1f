"""The Pagatkassa: a pot at the table, folded line by line from the book; cents by place (docs/dev/settlement.md)."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.engine.agreement import AgreedPot
from scoring.engine.hand.outcome import list_outcome_seats
from scoring.engine.hand.record import SEATS, HandRecord, Play, RecordedPremium

PLACES = 6
Moves = tuple[int, ...]  # cents by place 0 … 5; what somebody pays is negative
NO_MOVES: Moves = (0,) * PLACES


class Pagat(NamedTuple):
    """An announced Pagat."""

    won: bool
    announcer: int  # his place; odd cents are his
    side: tuple[int, ...]  # the places that share, his own among them


class DealtHand(NamedTuple):
    """A deal that counts, a Renonce too: its dealer has paid."""

    seated: tuple[int, ...]  # the places of everybody at the table, also of who sits out
    dealer: int
    pagat: Pagat | None = None


class PotCash(NamedTuple):
    """Cents that somebody put into the pot by hand, beside the rules; taken out: negative."""

    place: int
    cents: int


Happened = DealtHand | PotCash | None  # None: a line that moves nothing (void, struck, redeal, whatever else is said)


class KassaStep(NamedTuple):
    """One thing that moved cents: "start", "stake", "won", "lost" or "cash"."""

    what: str
    moves: Moves


class PotMove(NamedTuple):
    """The moves of a line of the book, and the pot after it; the moves and the pot's change add up to 0."""

    moves: Moves
    pot: int
    steps: tuple[KassaStep, ...] = ()
    missing: int = 0  # cents that should be taken out by hand and were not there


def follow_pot(lines: Iterable[Happened], agreed: AgreedPot) -> tuple[PotMove, ...]:
    """Fold the lines of a book, in the order of play, from an empty pot; one move for each line.

    >>> [one.pot for one in follow_pot([DealtHand((0, 1, 2, 3), 3), None, PotCash(1, 5)], AgreedPot("treffpunkt", 10))]
    [50, 50, 55]
    """
    pot, moves = 0, []
    for happened in lines:
        moved = move_pot(pot, happened, agreed)
        pot = moved.pot
        moves.append(moved)
    return tuple(moves)


def move_pot(pot: int, happened: Happened, agreed: AgreedPot) -> PotMove:
    """Compute the moves of one line, with so many cents in the pot before it.

    >>> move_pot(20, DealtHand((0, 1, 2, 3), 3, Pagat(True, 0, (0, 2))), AgreedPot("standard", 5)).moves
    (13, 0, 12, -5, 0, 0)
    """
    if happened is None:
        return PotMove(NO_MOVES, pot)
    if isinstance(happened, PotCash):
        return _move_by_hand(pot, happened)
    steps = []
    if pot == 0 and agreed.opening:
        steps.append(_pay_in("start", happened.seated, agreed.opening))
    steps.append(_pay_in("stake", (happened.dealer,), agreed.stake))
    new_pot = pot + sum(_sum_into(step) for step in steps)
    if happened.pagat is not None:
        steps.append(_pay_announced(new_pot, happened.pagat, agreed))
    return _sum_moves(pot, steps)


def find_announced_pagat(record: HandRecord, active: Sequence[int], premium: str | None) -> Pagat | None:
    """The announced Pagat of a record, by place; None where nobody announced it, or a Renonce ended the hand.

    `active`: the places of the record's four seats; `premium`: the id that the sheet's Pagatkassa is played for.
    The announcer is who made it (`by`) where the record says so, else the declarer, for the other side its first
    player after the declarer. A conceded game has lost its Pagat.

    >>> from scoring.engine.hand.record import RecordedPremium, Play
    >>> bird = RecordedPremium("pagat", "declarer", announced=True)
    >>> find_announced_pagat(HandRecord((Play("rufer", 1, 3),), (bird,)), (4, 0, 1, 2), "pagat")
    Pagat(won=True, announcer=0, side=(0, 2))
    """
    entry = next((recorded for recorded in record.premiums if recorded.announced and recorded.premium == premium), None)
    if entry is None or record.renonce is not None:
        return None
    play = record.plays[0]
    side = list_outcome_seats(play, entry.side)
    places = tuple(active[seat] for seat in side)
    return Pagat(entry.won and play.result != "conceded", active[_find_announcer(entry, play, side)], places)


def divide_pot(pot: int, places: Sequence[int], seed: int) -> Moves:
    """Divide what is left at the end equally among who sits there; odd cents, one each, by lot.

    The lot: the first places in the order of the SHA-256 of "seed/place"; the seed is kept in the book.

    >>> divide_pot(10, (0, 1, 3), seed=7)
    (4, 3, 0, 3, 0, 0)
    """
    if not places:
        raise ValueError("nobody sits at the table")
    each, odd = divmod(pot, len(places))
    lots = sorted(places, key=lambda place: hashlib.sha256(f"{seed}/{place}".encode()).digest())
    return _list_by_place({place: each + (place in lots[:odd]) for place in places})


def _find_announcer(premium: RecordedPremium, play: Play, side: tuple[int, ...]) -> int:
    if premium.by is not None:
        return premium.by
    return next(seat for seat in (*SEATS[play.declarer :], *SEATS) if seat in side)


def _pay_announced(pot: int, pagat: Pagat, agreed: AgreedPot) -> KassaStep:
    due = pot if pagat.won or agreed.cap is None else min(pot, agreed.cap)
    each, odd = divmod(due, len(pagat.side))
    sign = 1 if pagat.won else -1
    shares = {place: sign * (each + (odd if place == pagat.announcer else 0)) for place in pagat.side}
    return KassaStep("won" if pagat.won else "lost", _list_by_place(shares))


def _move_by_hand(pot: int, cash: PotCash) -> PotMove:
    """Nobody takes out more than there is: a correction further up may have emptied the pot since."""
    cents = max(cash.cents, -pot)
    return _sum_moves(pot, [_pay_in("cash", (cash.place,), cents)])._replace(missing=cents - cash.cents)


def _pay_in(what: str, places: Sequence[int], cents: int) -> KassaStep:
    return KassaStep(what, _list_by_place(dict.fromkeys(places, -cents)))


def _sum_into(step: KassaStep) -> int:
    return -sum(step.moves)


def _sum_moves(pot: int, steps: list[KassaStep]) -> PotMove:
    moves = tuple(sum(cents) for cents in zip(*(step.moves for step in steps), strict=True))
    return PotMove(moves, pot - sum(moves), tuple(steps))


def _list_by_place(cents: dict[int, int]) -> Moves:
    return tuple(cents.get(place, 0) for place in range(PLACES))
