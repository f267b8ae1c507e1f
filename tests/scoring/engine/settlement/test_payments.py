"""Fewest payments, against every other way to settle."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.settlement import MOST_EXACT, find_payments


def balanced(most: int, largest: int) -> st.SearchStrategy[list[int]]:
    """Balances of up to so many people that add up to 0."""
    others = st.lists(st.integers(-largest, largest), max_size=most - 1)
    return others.map(lambda found: [*found, -sum(found)])


def settles(balances: Sequence[int], pairs: Sequence[tuple[int, int]]) -> bool:
    """Return True if money along these pairs, in either direction, can settle the balances: each part is even."""
    part = list(range(len(balances)))
    for first, other in pairs:
        joined, gone = part[first], part[other]
        part = [joined if own == gone else own for own in part]
    return all(sum(balances[at] for at in range(len(part)) if part[at] == group) == 0 for group in set(part))


def fewest(balances: Sequence[int]) -> int:
    """Return the least number of payments that it takes, by trying every set of pairs."""
    pairs = list(combinations(range(len(balances)), 2))
    return next(
        count for count in range(len(balances)) if any(settles(balances, some) for some in combinations(pairs, count))
    )


@given(balanced(6, 6))
def test_no_other_way_to_settle_needs_fewer_payments(balances):
    assert len(find_payments(balances)) == fewest(balances)


def check(balances: Sequence[int]) -> None:
    """Check the rules of every settlement."""
    found = find_payments(balances)
    left = list(balances)
    for payment in found:
        assert payment.amount > 0
        left[payment.payer] += payment.amount
        left[payment.getter] -= payment.amount
    assert not any(left)
    payers, getters = {transfer.payer for transfer in found}, {transfer.getter for transfer in found}
    assert payers == {at for at, balance in enumerate(balances) if balance < 0}
    assert getters == {at for at, balance in enumerate(balances) if balance > 0}
    assert len(found) <= max(len(payers | getters) - 1, 0)
    assert find_payments(tuple(balances)) == found


@given(balanced(11, 30))
def test_everybody_ends_at_0_and_nobody_pays_and_gets(balances):
    check(balances)


@given(balanced(40, 1000))
def test_so_it_is_with_more_people_than_are_looked_through(balances):
    check(balances)


def test_the_most_people_that_are_looked_through_get_the_fewest_payments():
    groups = [(900, -700, -200), (800, -500, -300), (9, -7, -2), (8, -5, -3)]
    balances = [balance for trio in zip(*groups, strict=True) for balance in trio]
    assert len(balances) == MOST_EXACT
    assert len(find_payments(balances)) == MOST_EXACT - len(groups)


def test_with_one_more_the_largest_pay_the_largest_first():
    balances = [-(2**at) for at in range(MOST_EXACT)]
    found = find_payments([*balances, -sum(balances)])
    assert [payment.payer for payment in found] == list(reversed(range(MOST_EXACT)))


def test_who_cancels_out_does_not_count_towards_the_most():
    pairs = [amount for at in range(10) for amount in (1000 + at, -1000 - at)]
    found = find_payments([*pairs, 9, -7, -2, 8, -5, -3])
    assert len(found) == 10 + 4


def test_balances_that_do_not_add_up_to_0_are_refused():
    with pytest.raises(ValueError, match="add up"):
        find_payments((5, -4))


def test_nobody_at_all_pays_nobody():
    assert find_payments(()) == ()
