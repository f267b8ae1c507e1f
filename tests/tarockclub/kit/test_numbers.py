"""Numbers of people: a text means the same everywhere, a column what its writer meant, or somebody is asked."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarockclub.kit import amounts
from tarockclub.kit.numbers import DECIMAL, ROLES, THOUSANDS, list_readings, settle_column
from tests.support.paths import DATA

F = Fraction

# Scripts read the same (tests/scripts/numbers.test.js).
TEXTS = json.loads((DATA / "numbers.json").read_text())


@pytest.mark.parametrize(("text", "number"), TEXTS["one"].items())
def test_a_text_that_can_be_read_in_one_way_is_read(text, number):
    assert list_readings(text) == (F(number),)


@pytest.mark.parametrize(("text", "numbers"), TEXTS["two"].items())
def test_a_mark_before_three_digits_has_two_readings(text, numbers):
    assert list_readings(text) == tuple(map(F, numbers))


@pytest.mark.parametrize("text", TEXTS["none"])
def test_what_is_no_number_has_no_reading(text):
    assert list_readings(text) == ()


@given(st.text("0123456789.,'’ −-+€P½/", max_size=45))
def test_any_text_has_at_most_two_readings(text):
    readings = list_readings(text)
    assert len(set(readings)) == len(readings) <= 2


FORMATS: dict[str, Any] = {
    "points": (lambda whole: amounts.format_points(whole), 6),
    "parts": (lambda whole: amounts.format_points(whole, 60), 60),
    "signed points": (amounts.format_signed_points, 6),
    "typed points": (amounts.format_typed_points, 6),
    "hundredths": (amounts.format_hundredths, 100),
    "English hundredths": (lambda whole: amounts.format_hundredths(whole, "en"), 100),
    "cents": (amounts.format_cents, 100),
    "signed cents": (amounts.format_signed_cents, 100),
    "bare cents": (amounts.format_bare_cents, 100),
    "English bare cents": (lambda whole: amounts.format_bare_cents(whole, "en", plus=True), 100),
    "decimal": (lambda whole: amounts.format_decimal(F(whole, 100)), 100),
}


@pytest.mark.parametrize("name", FORMATS)
@given(whole=st.integers(-(10**8), 10**8))
def test_what_the_program_writes_is_read_back(name, whole):
    write, parts = FORMATS[name]
    assert list_readings(write(whole)) == (F(whole, parts),)


@given(sixths=st.integers(-(10**7), 10**7))
def test_a_typed_decimal_is_read_back_as_exactly_as_it_was_written(sixths):
    [number] = list_readings(amounts.format_typed_decimal(sixths))
    assert abs(number - F(sixths, 6)) < F(1, 10**7)


CLEAR: dict[str, Any] = {
    "whole numbers below a thousand": (["1.500", "1.000", "990"], [1500, 1000, 990]),
    "a decimal comma": (["1.500", "2,5"], [1500, F(5, 2)]),
    "both marks in one cell": (["1.500", "990,5", "1.234,5"], [1500, F(1981, 2), F(2469, 2)]),
    "millions": (["1.500", "1.500.000"], [1500, 1500000]),
    "decimals of another length": (["16.667", "33.33"], [F(16667, 1000), F(3333, 100)]),
    "small numbers with a point": (["1.500", "2.5"], [F(3, 2), F(5, 2)]),
    "a leading zero": (["1.500", "−1.000", "−0.500", "0"], [F(3, 2), -1, F(-1, 2), 0]),
    "three decimals everywhere": (["1.500", "120.250", "1234.500"], [F(3, 2), F(481, 4), F(2469, 2)]),
    "English thousands": (["1,500", "1,234.5"], [1500, F(2469, 2)]),
    "English thousands and a point": (["16.667", "1,500,000"], [F(16667, 1000), 1500000]),
    "two marks, one does the one and the other the other": (["1.500", "2,345", "990"], [1500, F(2345, 1000), 990]),
    "both marks are open, one cell tells": (["1.500", "1,500", "1.234,5"], [1500, F(3, 2), F(2469, 2)]),
    "nothing to decide": (["1'000", "12,5", "x", ""], [1000, F(25, 2), None, None]),
    "a workbook's numbers": ([F(3, 2), F(1500)], [F(3, 2), 1500]),
}
OPEN: dict[str, list[str | Fraction]] = {
    "three digits after every point": ["16.667", "33.333"],
    "thirds beside a whole number": ["16.667", "33.333", "100"],
    "thirds beside a decimal comma": ["12,5", "16.667"],
    "no zero at the end": ["12.345", "100", "98.765"],
    "somebody leaves thousands alone": ["1.500", "1200", "990"],
    "somebody groups by an apostrophe": ["1.500", "1'200", "990"],
    "the point does both": ["1.500", "990.5", "1.000"],
    "point and comma are decimal": ["1.500", "12.5", "12,5"],
    "the point is seen as both": ["1.500", "12.5", "1.234,5"],
    "two marks": ["1.500", "1,500"],
    "a small whole number": ["1.500", "2"],
    "only a workbook's number": ["1.500", F(990)],
    "alone": ["1.500"],
}
BY_PLACES: dict[str, Any] = {
    "more points make a better place": (["1.234", "987"], [1, 2], [1234, 987]),
    "decimals": (["17", "16.333", "16"], [1, 2, 3], [17, F(16333, 1000), 16]),
    "below nothing": (["500", "−500", "−1.234"], [1, 2, 3], [500, -500, -1234]),
    "rows in any order": (["990.5", "1.500", "1.000"], [3, 1, 2], [F(1981, 2), 1500, 1000]),
    "a row without a place": (["1.234", "987", "2.222"], [1, 2, None], [1234, 987, 2222]),
    "a tie": (["1.234", "1.234", "987"], [1, 1, 3], [1234, 1234, 987]),
    "a workbook's number": (["1.234", F(987)], [1, 2], [1234, 987]),
}
OPEN_BY_PLACES: dict[str, Any] = {
    "both readings fit": (["1.500", "1.000"], [1, 2]),
    "both contradict": (["1.555", "990", "1.666"], [1, 2, 3]),
    "all are tied": (["1.234", "987"], [1, 1]),
    "numbers that only count the rows, above decimals": (["1.667", "2"], [1, 2]),
    "numbers that only count the rows, above thousands": (["987", "5", "1.234"], [1, 3, 2]),
    "a small number behind a large one": (["987", "1.234"], [1, 2]),
    "the writing says thousands, the places decimals": (["987", "500.000", "1.234,5"], [1, 2, None]),
}


def build_numbers(numbers):
    return tuple(None if number is None else F(number) for number in numbers)


@pytest.mark.parametrize("name", CLEAR)
def test_a_column_tells_what_its_writer_means(name):
    cells, numbers = CLEAR[name]
    assert settle_column(cells) == (build_numbers(numbers), False)


@pytest.mark.parametrize("name", OPEN)
def test_what_a_column_does_not_tell_is_asked(name):
    settled = settle_column(OPEN[name])
    assert settled.is_open
    doubtful = [isinstance(cell, str) and len(list_readings(cell)) == 2 for cell in OPEN[name]]
    assert [number is None for number in settled.numbers] == doubtful


@pytest.mark.parametrize("name", BY_PLACES)
def test_places_tell_what_a_column_does_not(name):
    cells, places, numbers = BY_PLACES[name]
    assert settle_column(cells).is_open
    assert settle_column(cells, places) == (build_numbers(numbers), False)


@pytest.mark.parametrize("name", OPEN_BY_PLACES)
def test_places_that_fit_both_or_contradict_all_do_not_decide(name):
    cells, places = OPEN_BY_PLACES[name]
    assert settle_column(cells, places).is_open


def test_an_answer_counts_where_the_column_is_open_and_nowhere_else():
    assert settle_column(["16.667", "5"], answer=THOUSANDS) == ((F(16667), F(5)), False)
    assert settle_column(["16.667", "5"], answer=DECIMAL) == ((F(16667, 1000), F(5)), False)
    assert settle_column(["1.500", "1,500"], answer=THOUSANDS) == ((F(1500), F(3, 2)), False)
    assert settle_column(["1.500", "990,5"], answer=DECIMAL) == ((F(1500), F(1981, 2)), False)
    assert settle_column(["16.667"], answer="what?").is_open


@given(
    st.lists(st.integers(-(10**6), 10**6), min_size=1, max_size=12),
    st.sampled_from((",", ".")),
    st.sampled_from((1, 10, 100, 1000)),
    st.booleans(),
    st.booleans(),
)
def test_a_column_of_one_writer_is_right_or_asked(wholes, mark, parts, groups, trims):
    """However somebody writes, a reading that is not theirs is never taken without a question."""
    grouping = {",": ".", ".": ","}[mark] if groups else ""
    numbers = [F(whole, parts) for whole in wholes]
    cells = [write_number(number, len(str(parts)) - 1, mark, grouping) for number in numbers]
    if trims and parts > 1:
        cells = [cell.rstrip("0").rstrip(mark) for cell in cells]
    for number, reading in zip(numbers, settle_column(cells).numbers, strict=True):
        assert reading in (number, None)


def write_number(number, places, mark, grouping):
    whole, rest = divmod(abs(number), 1)
    text = f"{int(whole):,}".replace(",", grouping)
    decimals = f"{int(rest * 10**places):0{places}}" if places else ""
    return f"{'-' if number < 0 else ''}{text}{mark + decimals if decimals else ''}"


def test_the_roles_are_in_the_order_of_two_readings():
    thousands, decimal = list_readings("1.500")
    assert [settle_column(["1.500"], answer=role).numbers for role in ROLES] == [(thousands,), (decimal,)]
