"""Card points in thirds and payout points in sixths."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.points import SIXTHS, convert_to_sixths, parse_amount, parse_points, print_amount, print_points


@pytest.mark.parametrize(
    ("raw", "thirds"),
    [("0", 0), ("35", 105), ("35/0", 105), ("35/1", 106), ("35/2", 107), (35, 105), ("035", 105), (0, 0)],
)
def test_card_points_are_read_as_written_at_the_table(raw, thirds):
    assert parse_points(raw) == thirds


@pytest.mark.parametrize(
    "raw",
    [
        *("", "35/3", "35/", "/1", "-1", "+1", "00035", "3 5", " 35", "35\n", "35/1/1", "10000", "٣٥", "35.0", "35,1"),
        *(-1, 10000, 35.0, True, None, [35], {}),
    ],
)
def test_anything_else_is_no_card_points(raw):
    assert parse_points(raw) is None


@given(st.integers(0, 29999))
def test_card_points_are_printed_as_they_are_read(thirds):
    assert parse_points(print_points(thirds)) == thirds


@pytest.mark.parametrize(
    "raw", ["", "1.5", "1/0", "0/0", "01", "1/01", "--1", "1/-2", "½", "٣", "1 ", "1\n", 1.0, True, None, [1]]
)
def test_anything_but_whole_numbers_and_fractions_is_no_amount(raw):
    assert parse_amount(raw) is None


def test_amounts_without_end_are_none():
    assert parse_amount("9" * 10) is None
    assert parse_amount(10**9) is None
    assert parse_amount(-(10**9)) is None
    assert parse_amount("1/10000") is None


@given(st.integers(-(10**9), 10**9))
def test_amounts_are_printed_exactly(sixths):
    assert Fraction(print_amount(sixths)) * SIXTHS == sixths
    amount = parse_amount(print_amount(sixths))
    assert amount is not None
    assert convert_to_sixths(amount) == sixths


@pytest.mark.parametrize(("amount", "sixths"), [(Fraction(1, 6), 1), (Fraction(-1, 2), -3), (Fraction(1, 12), None)])
def test_what_does_not_come_out_in_sixths_is_refused(amount, sixths):
    assert convert_to_sixths(amount) == sixths
