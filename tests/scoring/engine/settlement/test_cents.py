"""Points become cents: whole ones, and none too many."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.points import SIXTHS
from scoring.engine.settlement import round_amounts

RATES = st.integers(0, 10_000)


@st.composite
def balanced(draw):
    """Amounts in sixths that add up to 0."""
    others = draw(st.lists(st.integers(-3000, 3000), min_size=1, max_size=7))
    return [*others, -sum(others)]


def exact(sixths, rate):
    return [Fraction(amount * rate, SIXTHS) for amount in sixths]


@pytest.mark.parametrize(
    ("sixths", "rate", "cents"),
    [
        ((8, -4, -2, -2), 10, (13, -7, -3, -3)),  # 13 1/3, −6 2/3, −3 1/3, −3 1/3
        ((3, 3, -6), 1, (1, 0, -1)),  # both are owed half a cent: the first gets it
        ((-3, -3, 6), 1, (0, -1, 1)),
        ((2, 2, 2, -6), 100, (34, 33, 33, -100)),
        ((60, -60), 0, (0, 0)),
        ((60, -60), 10, (100, -100)),
        ((), 10, ()),
    ],
)
def test_amounts_worked_out_by_hand(sixths, rate, cents):
    assert round_amounts(sixths, rate) == cents


def test_amounts_that_do_not_add_up_to_0_are_refused():
    with pytest.raises(ValueError, match="add up"):
        round_amounts((6, -5), 10)


@given(balanced(), RATES)
def test_cents_add_up_to_0_and_are_less_than_one_cent_off(sixths, rate):
    cents = round_amounts(sixths, rate)
    assert sum(cents) == 0
    assert all(abs(whole - amount) < 1 for whole, amount in zip(cents, exact(sixths, rate), strict=True))


@given(balanced(), RATES)
def test_among_ties_the_first_gets_the_cent(sixths, rate):
    cents = round_amounts(sixths, rate)
    by_rest: dict[int, list[int]] = {}
    for amount, whole in zip(sixths, cents, strict=True):
        by_rest.setdefault(amount * rate % SIXTHS, []).append(whole - amount * rate // SIXTHS)
    assert all(ups == sorted(ups, reverse=True) for ups in by_rest.values())
    largest_first = [up for rest in sorted(by_rest, reverse=True) for up in by_rest[rest]]
    assert largest_first == sorted(largest_first, reverse=True)
