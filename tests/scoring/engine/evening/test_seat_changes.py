"""Changes of seats after a change further up: what was said of them is said of those who sit there now."""

from collections.abc import Mapping

import pytest

from scoring.engine.evening.course import CourseLine, Order, Seating, StruckLine, Void, carry_seats

FOUR, FIVE, SIX = (0, 1, 2, 3), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5)
EMIL_COMES = Seating(FIVE, came=((4, 77),))
FINI_COMES = Seating(SIX, came=((5, 78),))
DORA_GOES = Seating((0, 1, 2, 4))  # Dora has place 3


def orders(first: Order, said: Mapping[int, Order], *lines: CourseLine) -> list[Order]:
    """The seats after each line about them, where nothing stands against it."""
    carried = carry_seats(first, said, lines)
    assert [problem for _, problem in carried if problem is not None] == []
    return [line.content.order for line, _ in carried if isinstance(line.content, Seating)]


def codes(first: Order, said: Mapping[int, Order], *lines: CourseLine) -> list[tuple[int, str]]:
    """The numbers of the lines that something stands against, with its code."""
    carried = carry_seats(first, said, lines)
    return [(line.number, problem.code) for line, problem in carried if problem is not None]


def test_where_the_same_people_sit_as_before_nothing_changes():
    lines = [
        CourseLine(5, Void(0)),
        CourseLine(10, DORA_GOES),
        CourseLine(20, StruckLine()),
        CourseLine(30, Seating((1, 0, 2, 4))),
    ]
    assert carry_seats(FIVE, {10: FIVE, 30: (0, 1, 2, 4)}, lines) == [(line, None) for line in lines]


def test_a_new_line_about_seats_is_said_of_those_who_sit_there():
    assert orders(FOUR, {}, CourseLine(5, EMIL_COMES), CourseLine(10, Seating((0, 2, 1, 3, 4)))) == [
        FIVE,
        (0, 2, 1, 3, 4),
    ]


def test_who_came_before_a_departure_stays_after_it():
    assert orders(FIVE, {10: FIVE}, CourseLine(5, FINI_COMES), CourseLine(10, DORA_GOES)) == [SIX, (0, 1, 2, 4, 5)]


def test_who_has_not_left_after_all_is_there_after_the_changes_that_follow():
    fini = CourseLine(20, Seating((0, 1, 2, 4, 5), came=((5, 78),)))
    assert orders(FIVE, {20: (0, 1, 2, 4)}, CourseLine(10, StruckLine()), fini) == [SIX]


def test_who_left_earlier_is_not_put_back_by_another_order():
    other_order = CourseLine(20, Seating((1, 0, 2, 3, 4)))
    assert orders(FIVE, {20: FIVE}, CourseLine(10, Seating(FOUR)), other_order) == [FOUR, (1, 0, 2, 3)]


@pytest.mark.parametrize(
    ("order", "after"),
    [
        ((0, 1, 2, 3, 4), (0, 3, 4, 2, 1)),  # he still follows Dora
        ((0, 1, 4, 2, 3), (0, 3, 2, 1, 4)),  # he still follows Berta
        ((4, 0, 1, 2, 3), (0, 3, 4, 2, 1)),  # before Anna is after Dora
    ],
)
def test_in_another_order_a_newcomer_follows_whom_he_followed(order, after):
    came = CourseLine(5, Seating(order, came=((4, 77),)))
    assert orders(FOUR, {10: FOUR}, came, CourseLine(10, Seating((0, 3, 2, 1)))) == [order, after]


def test_another_order_comes_through_to_a_later_newcomer():
    swapped = (0, 2, 1, 3)
    assert orders(FOUR, {10: FOUR}, CourseLine(5, Seating(swapped)), CourseLine(10, EMIL_COMES)) == [
        swapped,
        (*swapped, 4),
    ]


def test_who_comes_with_another_order_sits_where_it_says_so():
    turned = CourseLine(10, Seating((0, 4, 2, 1, 3), came=((4, 77),)))
    assert orders(FOUR, {10: FOUR}, CourseLine(5, Seating((0, 1, 3, 2))), turned) == [(0, 1, 3, 2), (0, 4, 2, 1, 3)]


def test_the_same_round_named_from_somebody_else_is_no_other_order():
    swapped = (0, 2, 1, 3)
    assert orders(FOUR, {10: FOUR}, CourseLine(5, Seating(swapped)), CourseLine(10, Seating((2, 3, 0, 1)))) == [
        swapped,
        swapped,
    ]


def test_two_people_do_not_come_to_one_place():
    assert codes(FOUR, {10: FOUR}, CourseLine(5, EMIL_COMES), CourseLine(10, Seating(FIVE, came=((4, 78),)))) == [
        (10, "place_taken")
    ]


def test_nobody_replaces_a_player_who_has_left():
    substitute = CourseLine(20, Seating(FIVE, substitutes=((3, 78),)))
    assert codes(FIVE, {20: FIVE}, CourseLine(10, DORA_GOES), substitute) == [(20, "not_at_the_table")]
    assert codes(FIVE, {20: FIVE}, CourseLine(10, StruckLine()), substitute) == []


def test_too_few_players_are_told_and_so_is_what_stands_against_the_lines_after_them():
    lines = [
        CourseLine(10, Seating(FOUR)),
        CourseLine(20, DORA_GOES),
        CourseLine(30, Seating((0, 1, 2, 4), substitutes=((4, 78),))),
    ]
    found = codes(FIVE, {20: FIVE, 30: (0, 1, 2, 4)}, *lines)
    assert found == [(20, "players_out_of_range"), (30, "not_at_the_table")]
