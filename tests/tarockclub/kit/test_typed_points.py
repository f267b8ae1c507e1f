"""Points as people type them from paper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarockclub.kit.amounts import MOST_POINTS, format_typed_points, parse_typed_points


@given(st.integers(-MOST_POINTS * 6, MOST_POINTS * 6))
def test_what_is_printed_is_read_back(sixths):
    assert parse_typed_points(format_typed_points(sixths)) == sixths


@pytest.mark.parametrize(
    ("typed", "sixths"),
    [
        ("12", 72),
        ("+12", 72),
        (" - 12 ", -72),
        ("–7,5", -45),
        ("7.50", 45),
        ("½", 3),
        ("-3½", -21),
        ("2 2/3", 16),
        ("1/6", 1),
        ("0", 0),
        ("-0", 0),
    ],
)
def test_all_usual_ways_are_read(typed, sixths):
    assert parse_typed_points(typed) == sixths


@pytest.mark.parametrize(
    "typed", ["", "-", "x", "1,2", "1/4", "1e3", "٣", "1,5,5", "--1", f"{MOST_POINTS + 1}", "9" * 40]
)
def test_what_no_sheet_can_pay_is_refused(typed):
    assert parse_typed_points(typed) is None
