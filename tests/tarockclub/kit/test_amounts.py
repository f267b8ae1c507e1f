"""Amounts as pages write them, and points as people type them from paper."""

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tarockclub.kit.amounts import (
    MOST_POINTS,
    format_bare_cents,
    format_cents,
    format_signed_bare_cents,
    format_signed_cents,
    format_typed_points,
    parse_typed_points,
)


@pytest.mark.parametrize(
    ("amount", "german", "english"),
    [
        (-1250, ("−\u2060€\u00a012,50", "−\u2060€\u00a012,50", "−12,50"), ("−\u2060€12.50", "−\u2060€12.50", "−12.50")),
        (680, ("€\u00a06,80", "+\u2060€\u00a06,80", "6,80"), ("€6.80", "+\u2060€6.80", "6.80")),
        (0, ("€\u00a00,00", "€\u00a00,00", "0,00"), ("€0.00", "€0.00", "0.00")),
    ],
)
def test_money_has_its_sign_where_the_language_puts_it(amount, german, english):
    for language, wanted in (("de", german), ("en", english)):
        with translation.override(language):
            assert (format_cents(amount), format_signed_cents(amount), format_bare_cents(amount)) == wanted


@pytest.mark.parametrize(("amount", "shown"), [(100, "+1,00"), (-50, "−0,50"), (0, "0,00")])
def test_play_money_is_no_euros(amount, shown):
    assert format_signed_bare_cents(amount) == shown


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
