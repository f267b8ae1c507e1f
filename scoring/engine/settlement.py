"""The payments at the end of an evening, as few as possible, and the pot at the table (docs/dev/settlement.md)."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.engine.agreement import AgreedPot, Stakes
from scoring.engine.hand.games import list_outcome_seats
from scoring.engine.hand.record import SEATS, HandRecord, Play, RecordedPremium
from scoring.engine.hand.score_lines import ScoreLine
from scoring.engine.points import SIXTHS

BOX = -1  # whom a payment into the donation box goes to
MOST_EXACT = 12  # balances that are looked through completely; more are settled well, not always best


class Transfer(NamedTuple):
    """One pays another; both are positions in the list of people, the getter may be BOX."""

    payer: int
    getter: int
    amount: int


def find_payments(balances: Sequence[int]) -> tuple[Transfer, ...]:
    """The fewest payments that settle the balances, which add up to 0 (else ValueError); always the same ones.

    Nobody pays and gets. Exact up to MOST_EXACT balances that no other one cancels out.

    >>> find_payments((5, -5, 4, -4))
    (Transfer(payer=1, getter=0, amount=5), Transfer(payer=3, getter=2, amount=4))
    >>> len(find_payments((5, -5, 7, -4, -3)))
    3
    """
    if sum(balances):
        raise ValueError("balances that do not add up to 0")
    pairs, rest = _cancel_pairs(balances)
    groups = _find_groups(rest, balances) if len(rest) <= MOST_EXACT else [rest]
    return tuple(payment for group in [*pairs, *groups] for payment in _settle_group(group, balances))


def _cancel_pairs(balances: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Pairs that cancel each other out, and the rest; pairing them never costs a payment (docs/dev/settlement.md)."""
    pairs: list[list[int]] = []
    rest: list[int] = []
    for index, balance in enumerate(balances):
        other = next((person for person in rest if balances[person] == -balance), None)
        if other is not None:
            rest.remove(other)
            pairs.append([other, index])
        elif balance:
            rest.append(index)
    return pairs, rest


def _find_groups(rest: list[int], balances: Sequence[int]) -> list[list[int]]:
    """As many groups that add up to 0 as there can be: each group saves a payment.

    `most[chosen]` is how many such groups can be completed one after the other within a set of people (a bit each).
    """
    sums, most = [0], [0]
    for chosen in range(1, 1 << len(rest)):
        lowest = (chosen & -chosen).bit_length() - 1
        sums.append(sums[chosen & (chosen - 1)] + balances[rest[lowest]])
        best = max(most[chosen & ~(1 << bit)] for bit in range(len(rest)) if chosen >> bit & 1)
        most.append(best + (sums[chosen] == 0))
    groups: list[list[int]] = []
    chosen = len(most) - 1
    while chosen:
        if sums[chosen] == 0:
            groups.append([])
        complete = most[chosen] - (sums[chosen] == 0)
        bit = next(bit for bit in range(len(rest)) if chosen >> bit & 1 and most[chosen & ~(1 << bit)] == complete)
        groups[-1].append(rest[bit])
        chosen &= ~(1 << bit)
    return groups


def _settle_group(group: Iterable[int], balances: Sequence[int]) -> Iterable[Transfer]:
    """Settle a group in at most one payment less than it has people: largest debts first, to the largest claims."""
    order = sorted(group, key=lambda person: -abs(balances[person]))
    left = {person: balances[person] for person in order}
    getters = iter([person for person in order if left[person] > 0])
    getter = next(getters)
    for payer in (person for person in order if left[person] < 0):
        while left[payer]:
            if not left[getter]:
                getter = next(getters)
            amount = min(-left[payer], left[getter])
            left[payer] += amount
            left[getter] -= amount
            yield Transfer(payer, getter, amount)


def round_amounts(sixths: Sequence[int], rate: int) -> tuple[int, ...]:
    """Amounts in sixths of a point, at so many cents a point, as whole cents that add up to 0.

    Everybody's exact amount is rounded down; the cents that are missing to 0 go to the largest remainders, among
    equal ones to the first. ValueError where the amounts do not add up to 0.

    >>> round_amounts((7, 7, -14), 10), round_amounts((4, -4), 100)
    ((12, 12, -24), (67, -67))
    """
    if sum(sixths):
        raise ValueError("amounts that do not add up to 0")
    exact = [divmod(amount * rate, SIXTHS) for amount in sixths]
    missing = -sum(whole for whole, _ in exact)
    order = sorted(range(len(exact)), key=lambda index: -exact[index][1])
    upwards = set(order[:missing])
    return tuple(whole + (index in upwards) for index, (whole, _) in enumerate(exact))


PLACES = 6


class Donation(NamedTuple):
    """A hand with the donation box: what is due by place, and what goes to the box, in sixths; together 0."""

    by_place: tuple[int, ...]
    box: int


class Standing(NamedTuple):
    """The account of one person at the end: points in sixths, the Pagatkassa in cents.

    `due` is what is settled of the money: `money` itself, or with a donation box the sum of `Donation.by_place`.
    """

    money: int
    written: int
    due: int
    pot: int = 0


class Balance(NamedTuple):
    """A person's account: what he stands at, and what he gets (or, negative, pays) in the end."""

    money: int  # sixths
    written: int  # sixths
    due: int  # sixths
    points: int  # cents that `due` is worth at the agreed rate
    pot: int  # cents from the Pagatkassa
    balance: int  # cents, both together


class Settlement(NamedTuple):
    """An evening's settlement. Played for points only, `in_points` says who owes whom, else it is empty."""

    people: tuple[Balance, ...]
    box: int  # sixths that the donation box gets
    box_cents: int
    payments: tuple[Transfer, ...]  # cents
    in_points: tuple[Transfer, ...]  # sixths of a point


def compute_donated(lines: Iterable[ScoreLine], active: Sequence[int]) -> Donation:
    """A hand with the donation box: losers pay the money, winners get the written score, the box the difference.

    `active`: the places of the four seats. Line by line, so that the box never loses anything.

    >>> from scoring.engine.hand.score_lines import Cause
    >>> kontra = ScoreLine(Cause("dreier", "contract", 30), (90, -30, -30, -30), (45, -15, -15, -15))
    >>> compute_donated([kontra], (0, 1, 2, 3))
    Donation(by_place=(45, -30, -30, -30, 0, 0), box=45)
    """
    by_place = [0] * PLACES
    for line in lines:
        for place, money, written in zip(active, line.amounts, line.written, strict=True):
            by_place[place] += money if money < 0 else written
    return Donation(tuple(by_place), -sum(by_place))


def settle_accounts(people: Sequence[Standing], agreed: Stakes) -> Settlement:
    """Settle an evening: points at the agreed rate and the Pagatkassa together, the donation box beside them.

    ValueError where something does not add up: the points, or a pot that is not divided yet.

    >>> evening = [Standing(60, 60, 60, -5), Standing(-60, -60, -60, 5)]
    >>> settle_accounts(evening, Stakes(10)).payments, settle_accounts(evening, Stakes()).in_points
    ((Transfer(payer=1, getter=0, amount=95),), (Transfer(payer=1, getter=0, amount=60),))
    """
    due = [person.due for person in people]
    box = -sum(due)
    if box and (box < 0 or not agreed.donation):
        raise ValueError("the points that are due do not add up to what was paid")
    if sum(person.pot for person in people):
        raise ValueError("the Pagatkassa is not divided")
    *cents, box_cents = round_amounts([*due, box], agreed.rate)
    owed = tuple(
        Balance(*person[:3], points, person.pot, points + person.pot)
        for person, points in zip(people, cents, strict=True)
    )
    return Settlement(
        owed,
        box,
        box_cents,
        _pay_with_box([balance.balance for balance in owed], box_cents),
        () if agreed.rate else _pay_with_box(due, box),
    )


def _pay_with_box(balances: Sequence[int], box: int) -> tuple[Transfer, ...]:
    last = len(balances)
    payments = find_payments([*balances, box])
    return tuple(payment._replace(getter=BOX) if payment.getter == last else payment for payment in payments)


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
