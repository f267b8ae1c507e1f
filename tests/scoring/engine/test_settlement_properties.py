"""What holds of every settlement; fewest payments against every other way to settle."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.agreed import Agreed
from scoring.engine.library import BUILT_IN
from scoring.engine.score import score
from scoring.engine.settlement import BOX, MOST_EXACT, Standing, donated, payments, settled
from tests.scoring.engine.strategies import cases

FOUR = (0, 1, 2, 3)


def balanced(most: int, largest: int) -> st.SearchStrategy[list[int]]:
    """Balances of up to so many people that add up to 0."""
    others = st.lists(st.integers(-largest, largest), max_size=most - 1)
    return others.map(lambda found: [*found, -sum(found)])


def settles(balances: Sequence[int], pairs: Sequence[tuple[int, int]]) -> bool:
    """Whether money along these pairs, in either direction, can settle the balances: each part of people is even."""
    part = list(range(len(balances)))
    for one, other in pairs:
        joined, gone = part[one], part[other]
        part = [joined if own == gone else own for own in part]
    return all(sum(balances[at] for at in range(len(part)) if part[at] == one) == 0 for one in set(part))


def fewest(balances: Sequence[int]) -> int:
    """How many payments it takes at least, by trying every set of pairs."""
    pairs = list(combinations(range(len(balances)), 2))
    return next(
        count for count in range(len(balances)) if any(settles(balances, some) for some in combinations(pairs, count))
    )


@given(balanced(6, 6))
def test_no_other_way_to_settle_needs_fewer_payments(balances):
    assert len(payments(balances)) == fewest(balances)


def check(balances: Sequence[int]) -> None:
    """What every settlement keeps to."""
    found = payments(balances)
    left = list(balances)
    for payment in found:
        assert payment.amount > 0
        left[payment.payer] += payment.amount
        left[payment.getter] -= payment.amount
    assert not any(left)
    payers, getters = {one.payer for one in found}, {one.getter for one in found}
    assert payers == {at for at, balance in enumerate(balances) if balance < 0}
    assert getters == {at for at, balance in enumerate(balances) if balance > 0}
    assert len(found) <= max(len(payers | getters) - 1, 0)
    assert payments(tuple(balances)) == found


@given(balanced(11, 30))
def test_everybody_ends_at_0_and_nobody_pays_and_gets(balances):
    check(balances)


@given(balanced(40, 1000))
def test_so_it_is_with_more_people_than_are_looked_through(balances):
    check(balances)


def test_the_most_people_that_are_looked_through_get_the_fewest_payments():
    groups = [(7, -3, -4), (20, -9, -11), (50, -18, -32), (100, -49, -51)]
    balances = [one for trio in zip(*groups, strict=True) for one in trio]
    assert len(balances) == MOST_EXACT
    assert len(payments(balances)) == MOST_EXACT - len(groups)


def test_with_one_more_the_largest_pay_the_largest_first():
    balances = [-(2**at) for at in range(MOST_EXACT)]
    found = payments([*balances, -sum(balances)])
    assert [one.payer for one in found] == list(reversed(range(MOST_EXACT)))


def test_who_cancels_out_does_not_count_towards_the_most():
    pairs = [amount for at in range(10) for amount in (1000 + at, -1000 - at)]
    found = payments([*pairs, 9, -7, -2, 8, -5, -3])
    assert len(found) == 10 + 4


ACCOUNTS = balanced(7, 2000).flatmap(
    lambda due: st.tuples(st.just(due), balanced(len(due), 500).filter(lambda pot: len(pot) <= len(due)))
)


@given(ACCOUNTS, st.integers(0, 200))
def test_a_settlement_pays_everybody_his_points_and_his_pot(account, rate):
    due, pot = account
    pot = [*pot, *[0] * (len(due) - len(pot))]
    found = settled([Standing(one, 0, one, cents) for one, cents in zip(due, pot, strict=True)], Agreed(rate))
    assert (found.box, found.box_cents) == (0, 0)
    for at, one in enumerate(found.people):
        assert abs(one.points * 6 - one.due * rate) < 6
        assert one.balance == one.points + one.pot
        assert _paid(found.payments, at) == one.balance
        assert _paid(found.in_points, at) == (0 if rate else one.due)


def _paid(found, who):
    return sum(one.amount * ((one.getter == who) - (one.payer == who)) for one in found)


@given(st.lists(st.integers(-900, 100), min_size=1, max_size=6), st.integers(0, 200))
def test_the_donation_box_gets_what_is_left_and_pays_nobody(due, rate):
    due = [*due, min(0, -sum(due))]
    found = settled([Standing(0, 0, one) for one in due], Agreed(rate, donation=True))
    assert found.box == -sum(due) >= 0
    assert sum(one.points for one in found.people) + found.box_cents == 0
    assert _paid(found.payments, BOX) == found.box_cents >= 0
    assert _paid(found.in_points, BOX) == (0 if rate else found.box)


@pytest.mark.parametrize("sheet_id", BUILT_IN)
@given(data=st.data())
def test_with_a_box_nobody_pays_more_or_gets_more_than_by_the_hand_itself(sheet_id, data):
    case = data.draw(cases(sheet_id))
    scored = score(case.record, case.sheet)
    found = donated(scored.lines, FOUR)
    assert found.box >= 0
    assert sum(found.by_place) + found.box == 0
    for place, due in enumerate(found.by_place[:4]):
        money = [line.amounts[place] for line in scored.lines]
        assert sum(amount for amount in money if amount < 0) <= due <= sum(money)
    if scored.payouts == scored.written and all(line.amounts == line.written for line in scored.lines):
        assert found.by_place[:4] == scored.payouts
