"""Properties of every settlement."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.agreement import Stakes
from scoring.engine.hand.score import score
from scoring.engine.house_rules.library import BUILT_IN
from scoring.engine.settlement import BOX, Standing, compute_donated, settle_accounts
from tests.scoring.engine.settlement.test_payments import balanced
from tests.scoring.engine.support.strategies import cases

FOUR = (0, 1, 2, 3)


ACCOUNTS = balanced(7, 2000).flatmap(
    lambda due: st.tuples(st.just(due), balanced(len(due), 500).filter(lambda pot: len(pot) <= len(due)))
)


@given(ACCOUNTS, st.integers(0, 200))
def test_a_settlement_pays_everybody_his_points_and_his_pot(account, rate):
    due, pot = account
    pot = [*pot, *[0] * (len(due) - len(pot))]
    found = settle_accounts(
        [Standing(amount, 0, amount, cents) for amount, cents in zip(due, pot, strict=True)], Stakes(rate)
    )
    assert (found.box, found.box_cents) == (0, 0)
    for at, person in enumerate(found.people):
        assert abs(person.points * 6 - person.due * rate) < 6
        assert person.balance == person.points + person.pot
        assert _sum_payments(found.payments, at) == person.balance
        assert _sum_payments(found.in_points, at) == (0 if rate else person.due)


def _sum_payments(found, who):
    return sum(payment.amount * ((payment.getter == who) - (payment.payer == who)) for payment in found)


@given(st.lists(st.integers(-900, 100), min_size=1, max_size=6), st.integers(0, 200))
def test_the_donation_box_gets_what_is_left_and_pays_nobody(due, rate):
    due = [*due, min(0, -sum(due))]
    found = settle_accounts([Standing(0, 0, amount) for amount in due], Stakes(rate, donation=True))
    assert found.box == -sum(due) >= 0
    assert sum(person.points for person in found.people) + found.box_cents == 0
    assert _sum_payments(found.payments, BOX) == found.box_cents >= 0
    assert _sum_payments(found.in_points, BOX) == (0 if rate else found.box)


@pytest.mark.parametrize("sheet_id", BUILT_IN)
@given(data=st.data())
def test_with_a_box_nobody_pays_more_or_gets_more_than_by_the_hand_itself(sheet_id, data):
    case = data.draw(cases(sheet_id))
    scored = score(case.record, case.sheet)
    found = compute_donated(scored.lines, FOUR)
    assert found.box >= 0
    assert sum(found.by_place) + found.box == 0
    for place, due in enumerate(found.by_place[:4]):
        money = [line.amounts[place] for line in scored.lines]
        assert sum(amount for amount in money if amount < 0) <= due <= sum(money)
    if scored.payouts == scored.written and all(line.amounts == line.written for line in scored.lines):
        assert found.by_place[:4] == scored.payouts
