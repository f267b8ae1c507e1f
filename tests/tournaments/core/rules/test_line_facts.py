"""Capital: exact, replaced as often as it takes, and moved by nothing but what the lines say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.rules.line_facts import (
    PARTS,
    CapitalReplacement,
    LinePayment,
    Rule,
    Stay,
    compute_courses,
    count_replacements,
    round_cents,
)

POINT = 6
FOUR = tuple(Stay(at + 1, at) for at in range(4))
SHEET = Rule(start=5000, stake=100)

amounts = st.lists(st.integers(-600, 600), min_size=3, max_size=3).map(lambda some: (*some, -sum(some), 0, 0))
books = st.lists(amounts, max_size=12).map(lambda rows: [LinePayment(at, row) for at, row in enumerate(rows, 1)])
rules = st.builds(
    Rule,
    start=st.integers(1, 20_000),
    stake=st.integers(1, 500),
    replacement=st.one_of(st.just(0), st.integers(1, 20_000)),
    forgives_debt=st.booleans(),
)


def points(*by_place):
    return tuple(POINT * amount for amount in (*by_place, *[0] * (6 - len(by_place))))


@given(rules, books)
def test_what_all_have_is_what_they_began_with_and_their_replacements(rule, book):
    found = compute_courses(rule, FOUR, book)
    given_out = sum(course.replaced for course in found) * (rule.replacement or rule.start) * PARTS
    forgiven = sum(course.forgiven for course in found)
    assert sum(course.now for course in found) == 4 * rule.start * PARTS + given_out + forgiven
    assert sum(course.gain for course in found) == forgiven
    assert rule.forgives_debt or not forgiven


@given(rules, books)
def test_after_every_hand_everybody_has_something(rule, book):
    for course in compute_courses(rule, FOUR, book):
        assert len(course.after) == len(book)
        assert all(now > 0 for _line, now in course.after)


@given(rules, books)
def test_a_replacement_comes_exactly_where_nothing_was_left_and_is_never_more_than_needed(rule, book):
    for course in compute_courses(rule, FOUR, book):
        given_at = {gift.line: gift.times for gift in course.given}
        before = course.start
        for (line, now), paid in zip(course.after, book, strict=True):
            left = before + paid.amounts[course.stay.place] * rule.stake
            assert (line in given_at) == (left <= 0)
            if left <= 0 and rule.forgives_debt:
                assert (given_at[line], now) == (1, course.replacement)
            elif left <= 0:
                assert 0 < now <= course.replacement
                assert now == left + given_at[line] * course.replacement
            before = now


@given(rules, books, st.integers(0, 12))
def test_what_comes_later_changes_nothing_before_it(rule, book, cut):
    early, whole = compute_courses(rule, FOUR, book[:cut]), compute_courses(rule, FOUR, book)
    for course, other in zip(early, whole, strict=True):
        assert other.after[: len(course.after)] == course.after


@given(rules, books)
def test_a_struck_hand_is_as_if_it_had_never_been(rule, book):
    empty = [LinePayment(line.line * 2 - 1, points(0, 0, 0, 0)) for line in book]
    told = sorted([*(LinePayment(line.line * 2, line.amounts) for line in book), *empty])
    for course, other in zip(compute_courses(rule, FOUR, book), compute_courses(rule, FOUR, told), strict=True):
        assert (course.now, course.replaced) == (other.now, other.replaced)


def test_who_has_lost_all_gets_a_replacement_at_once():
    found = compute_courses(
        SHEET, FOUR, [LinePayment(4, points(-72, 24, 24, 24)), LinePayment(8, points(-1, 1, 1, -1))]
    )
    assert [course.now // PARTS for course in found] == [2700, 7500, 7500, 7300]
    assert [course.given for course in found] == [(CapitalReplacement(4, 1, 1),), (), (), ()]
    assert found[0].gain == -7300 * PARTS


def test_a_fifth_who_comes_late_begins_with_the_full_capital():
    stays = (*FOUR, Stay(9, 4, since=2))
    found = compute_courses(
        SHEET, stays, [LinePayment(1, points(3, -1, -1, -1)), LinePayment(3, points(0, -4, -4, -4, 12))]
    )
    assert (found[4].start, found[4].now) == (5000 * PARTS, 6200 * PARTS)
    assert [line for line, _now in found[4].after] == [3]


def test_who_has_left_keeps_what_he_had_but_for_what_a_ruling_moves():
    stays = (Stay(1, 0, until=2), *FOUR[1:], Stay(9, 0, since=6))
    book = [
        LinePayment(1, points(-3, 1, 1, 1)),
        LinePayment(3, points(0, 1, -1)),
        LinePayment(5, points(2, -2)),
        LinePayment(7, points(5, -5)),
    ]
    gone, *_others, came = compute_courses(SHEET, stays, book)
    assert (gone.now, came.now) == (4900 * PARTS, 5500 * PARTS)
    assert [line for line, _now in gone.after] == [1, 5]


def test_who_came_by_mistake_never_was_there():
    assert [course.stay.id for course in compute_courses(SHEET, (*FOUR, Stay(9, 4, since=3, until=3)), [])] == [
        1,
        2,
        3,
        4,
    ]


def test_a_paper_sheet_shows_replacements_that_its_totals_do_not():
    won_back = LinePayment(1, points(6, -6), replaced=(1, 0, 0, 0, 0, 0))
    (one, *_others) = compute_courses(SHEET, FOUR, [won_back])
    assert (one.now, one.replaced, one.gain) == (10_600 * PARTS, 1, 600 * PARTS)


@pytest.mark.parametrize(("on_paper", "times"), [(0, 2), (1, 2), (3, 3)])
def test_a_paper_sheet_that_shows_too_few_replacements_gets_those_it_takes(on_paper, times):
    (one, *_others) = compute_courses(
        SHEET, FOUR, [LinePayment(1, points(-120, 120), replaced=(on_paper, 0, 0, 0, 0, 0))]
    )
    assert one.replaced == times


@given(st.integers(-(10**6), 10**6), st.integers(1, 10**5))
def test_replacements_are_as_few_as_can_be(capital, start):
    times = count_replacements(capital, start)
    assert capital + times * start > 0
    assert times == 0 or capital + (times - 1) * start <= 0


@given(st.integers(-(10**6), 10**6))
def test_what_is_shown_is_at_most_half_a_cent_away(amount):
    assert abs(round_cents(amount) * PARTS - amount) * 2 <= PARTS
    assert round_cents(-amount) == -round_cents(amount)
