"""Payments between people: the fewest payments that settle balances (docs/dev/settlement.md)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

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
    for at, balance in enumerate(balances):
        other = next((person for person in rest if balances[person] == -balance), None)
        if other is not None:
            rest.remove(other)
            pairs.append([other, at])
        elif balance:
            rest.append(at)
    return pairs, rest


def _find_groups(rest: list[int], balances: Sequence[int]) -> list[list[int]]:
    """As many groups that add up to 0 as there can be: each group saves a payment.

    `most[chosen]` is how many such groups can be completed one after the other within a set of people (a bit each).
    """
    sums, most = [0], [0]
    for chosen in range(1, 1 << len(rest)):
        lowest = (chosen & -chosen).bit_length() - 1
        sums.append(sums[chosen & (chosen - 1)] + balances[rest[lowest]])
        best = max(most[chosen & ~(1 << at)] for at in range(len(rest)) if chosen >> at & 1)
        most.append(best + (sums[chosen] == 0))
    groups: list[list[int]] = []
    chosen = len(most) - 1
    while chosen:
        if sums[chosen] == 0:
            groups.append([])
        complete = most[chosen] - (sums[chosen] == 0)
        at = next(at for at in range(len(rest)) if chosen >> at & 1 and most[chosen & ~(1 << at)] == complete)
        groups[-1].append(rest[at])
        chosen &= ~(1 << at)
    return groups


def _settle_group(group: Iterable[int], balances: Sequence[int]) -> Iterable[Transfer]:
    """Settle a group in at most one payment less than it has people: largest debts first, to the largest claims."""
    order = sorted(group, key=lambda at: -abs(balances[at]))
    left = {at: balances[at] for at in order}
    getters = iter([at for at in order if left[at] > 0])
    getter = next(getters)
    for payer in (at for at in order if left[at] < 0):
        while left[payer]:
            if not left[getter]:
                getter = next(getters)
            amount = min(-left[payer], left[getter])
            left[payer] += amount
            left[getter] -= amount
            yield Transfer(payer, getter, amount)
