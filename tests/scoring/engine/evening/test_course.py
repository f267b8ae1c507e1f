"""The lines of a book one after the other, and counted again after a change further up."""

from collections.abc import Mapping

import pytest

from scoring.engine.evening.course import (
    DEALER,
    FIRST_FOREHAND,
    GSTIESS,
    Cash,
    Content,
    CourseLine,
    CourseStep,
    EndTotals,
    ForehandSet,
    Hand,
    LastRoundSaid,
    Order,
    RadlSet,
    Redeal,
    Seating,
    StruckLine,
    Transfer,
    Void,
    build_course,
    carry_seats,
    compute_amounts,
    list_named_places,
    recount_course,
)
from scoring.engine.evening.state import Evening, begin
from tests.scoring.engine.support.books import FOUR, dreier, points, score_line, treffpunkt, trischaken
from tests.scoring.engine.support.built_in import sheet_of

FIVE = (0, 1, 2, 3, 4)
COMES = CourseLine(1, Seating((0, 1, 2, 3, 4), came=((4, 77),)))


def steps(players: int, *contents: Content) -> list[CourseStep]:
    """The steps of an evening at a table with room for six; place 0 begins, and every hand counts single."""
    lines = [
        score_line(number, content) if isinstance(content, Hand) else CourseLine(number, content)
        for number, content in enumerate(contents, 1)
    ]
    return build_course(begin(players, places=6), lines)


def last(players: int, *contents: Content) -> Evening:
    """The evening after these lines."""
    return steps(players, *contents)[-1].after


def test_a_hand_moves_the_forehand_on_and_pays_its_four_players():
    evening = last(4, dreier(1, forehand=0))
    assert evening.forehand == 1
    assert evening.totals == evening.written == points(-5, 15, -5, -5, 0, 0)


def test_at_five_the_players_of_a_deal_are_those_after_its_dealer():
    evening = last(5, dreier(0, forehand=0), dreier(1, forehand=1, active=(1, 2, 3, 4)))
    assert evening.totals == points(15, -5 - 5, -5 + 15, -5 - 5, -5, 0)


@pytest.mark.parametrize(
    ("content", "forehand"),
    [(Void(0), 1), (Redeal(0), 0), (StruckLine(), 0), (Cash(0, 50), 0), (Void(2), 3), (Redeal(2), 2), (Void(5), 1)],
)
def test_what_pays_nothing_moves_the_forehand_only_where_a_deal_was_played(content, forehand):
    evening = last(4, content)
    assert (evening.forehand, evening.totals) == (forehand, (0,) * 6)


def test_a_hand_without_a_score_counts_as_a_void_deal():
    hand = dreier(1, forehand=0)
    unscored, void = build_course(begin(), [CourseLine(1, hand)]), build_course(begin(), [CourseLine(1, Void(0))])
    assert unscored[-1].after == void[-1].after


def test_a_step_tells_how_its_deal_was_dealt_and_what_came_of_it():
    first, second = steps(4, dreier(0, forehand=2), Void(3))
    assert (first.before.forehand, first.before.dealer, first.after.forehand) == (2, 1, 3)
    assert second.before == first.after
    assert [first.line.number, second.line.number] == [1, 2]


@pytest.mark.parametrize(
    ("contents", "first"),
    [
        ([Void(2)], 2),
        ([ForehandSet(3), Void(3)], 3),
        ([ForehandSet(3), Redeal(1)], 1),
        ([Void(2), ForehandSet(3), Void(3)], 2),  # the evening has begun
        ([Redeal(1), ForehandSet(2), Void(2)], 1),
        ([StruckLine(), Void(2)], 0),  # what was struck out was dealt, too
        ([StruckLine(), ForehandSet(2), Void(2)], 2),  # but no deal stands yet
        ([StruckLine(), Void(0), ForehandSet(2)], 0),
    ],
)
def test_the_first_forehand_of_the_evening(contents, first):
    assert last(4, *contents).first_forehand == first


def test_a_radl_lasts_one_round_from_the_deal_after_the_hand_that_starts_it():
    evening = steps(4, trischaken(0), Void(1), Redeal(2), Void(2), Void(3), Void(0), Void(1))
    assert [step.before.radl for step in evening] == [1, 2, 2, 2, 2, 2, 1]


def test_a_radl_set_by_hand_replaces_the_one_that_runs():
    evening = steps(4, trischaken(0), Void(1), RadlSet(1), Void(2), Void(3))
    assert [step.before.radl for step in evening] == [1, 2, 2, 2, 1]
    assert last(4, trischaken(0), RadlSet(0)).radl == 1


def test_the_last_round_ends_before_the_first_forehand_would_be_forehand_again():
    evening = steps(4, Void(2), LastRoundSaid(FIRST_FOREHAND), Void(3), Void(0), Void(1), Void(2))
    assert [step.before.radl for step in evening] == [1, 1, 2, 2, 2, 1]
    assert [step.before.last_round_left for step in evening] == [0, 0, 3, 2, 1, 0]


def test_announced_by_the_gstiess_the_last_round_begins_with_whoever_deals_first_in_it():
    evening = steps(4, LastRoundSaid(GSTIESS), Void(0), LastRoundSaid(DEALER, 3), Void(0), Void(1), Void(2), Void(3))
    assert [step.after.radl for step in evening] == [1, 1, 2, 2, 2, 2, 1]
    assert evening[2].after.forehand == 0


def test_who_comes_to_a_place_begins_with_nothing_and_a_substitute_goes_on_with_its_total():
    came = Seating(FIVE, came=((4, 77), (1, 78)))
    evening = last(4, dreier(1, forehand=0), came)
    assert (evening.order, evening.totals) == (FIVE, points(-5, 0, -5, -5, 0, 0))
    assert last(4, dreier(1, forehand=0), Seating(FOUR, substitutes=((1, 78),))).totals[1] == points(15)[0]


def test_amounts_of_no_deal_are_added_in_money_and_in_the_written_score():
    moved = Transfer(points(3, 0, -3, 0, 0, 0))
    ended = EndTotals(points(6, -6, 0, 0, 0, 0), written=points(2, -2, 0, 0, 0, 0))
    evening = last(4, dreier(0, forehand=0), moved, ended)
    assert evening.totals == points(15 + 3 + 6, -5 - 6, -5 - 3, -5, 0, 0)
    assert evening.written == points(15 + 3 + 2, -5 - 2, -5 - 3, -5, 0, 0)
    assert evening.forehand == 1


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (dreier(0, forehand=2), (2,)),
        (Void(1), (1,)),
        (Redeal(3), (3,)),
        (ForehandSet(2), (2,)),
        (Cash(4, -50), (4,)),
        (LastRoundSaid(DEALER, 0), (0,)),
        (LastRoundSaid(GSTIESS), ()),
        (Seating((0, 1, 2, 3, 4), came=((4, 77),)), (0, 1, 2, 3)),
        (Transfer((6, 0, -6, 0, 0, 0)), (0, 2)),
        (EndTotals((0,) * 6, replacements=(0, 2, 0, 0, 0, 0)), (1,)),
        (RadlSet(4), ()),
        (StruckLine(), ()),
    ],
)
def test_the_places_that_a_line_cannot_do_without(content, named):
    assert list_named_places(content) == named


def test_what_a_hand_pays_goes_to_the_places_of_its_seats():
    line = score_line(1, dreier(1, forehand=3, active=(3, 4, 0, 1)))
    assert compute_amounts(line.content, line.score, (3, 4, 0, 1)) == {
        3: (-30, -30),
        4: (90, 90),
        0: (-30, -30),
        1: (-30, -30),
    }


def test_what_a_line_with_amounts_pays_is_told_in_money_and_in_the_written_score():
    totals = EndTotals((12, -12, 0, 0, 0, 0), written=(6, -6, 0, 0, 0, 0), replacements=(0, 0, 0, 1, 0, 0))
    assert compute_amounts(totals, None, FOUR) == {0: (12, 6), 1: (-12, -6), 3: (0, 0)}


def test_what_has_no_score_pays_nobody():
    assert compute_amounts(Void(0), None, FOUR) == {}


def problems(*lines: CourseLine) -> list[list[str]]:
    """The codes of what stands against each line."""
    steps = recount_course(begin(4, places=6), lines, sheet_of("standard"))
    return [[problem.code for problem in step.problems] for step in steps]


@pytest.mark.parametrize("cents", [50, -50])
def test_who_came_may_put_money_in_or_take_some(cents):
    assert problems(COMES, CourseLine(2, Cash(4, cents))) == [[], []]


@pytest.mark.parametrize("cents", [50, -50])
def test_that_he_came_is_not_struck_while_his_money_is_in_the_book(cents):
    assert problems(CourseLine(1, StruckLine()), CourseLine(2, Cash(4, cents))) == [[], ["not_at_the_table"]]
    assert problems(CourseLine(1, StruckLine()), CourseLine(2, StruckLine())) == [[], []]


def recount(players: int, *lines: CourseLine) -> list[CourseStep]:
    """The steps of an evening on which place 0 begins, at a table with room for six."""
    return recount_course(begin(players, places=6), lines, treffpunkt())


def codes(step: CourseStep) -> list[tuple[str, str]]:
    """The path and code of what stands against a line."""
    return [(problem.path, problem.code) for problem in step.problems]


def test_lines_that_have_not_changed_stay_as_they_are():
    lines = [score_line(1, trischaken(0)), CourseLine(2, Void(1)), score_line(3, dreier(0, forehand=2), radl=2)]
    steps = recount(4, *lines)
    assert [step.line for step in steps] == lines
    assert steps[-1].line.score is lines[-1].score
    assert steps[-1].after.totals == points(-2 + 30, -2 - 10, 2 - 10, 2 - 10, 0, 0)


def test_a_late_hand_that_starts_a_radl_doubles_the_deals_after_it():
    late = CourseLine(15, trischaken(1))
    steps = recount(4, score_line(10, dreier(0, forehand=0)), late, score_line(20, dreier(0, forehand=2)))
    assert [(step.line.number, step.line.radl) for step in steps] == [(10, 1), (15, 1), (20, 2)]
    paid = [step.line.score.payouts for step in steps if step.line.score is not None]
    assert paid == [points(15, -5, -5, -5), points(-2, -2, 2, 2), points(30, -10, -10, -10)]
    assert steps[-1].after.totals == points(43, -17, -13, -13, 0, 0)


def test_without_the_radl_before_it_a_hand_counts_single_again():
    steps = recount(4, CourseLine(1, StruckLine()), score_line(2, dreier(0, forehand=1), radl=2))
    assert (steps[-1].line.radl, steps[-1].after.totals) == (1, points(15, -5, -5, -5, 0, 0))


def test_what_somebody_said_by_hand_of_the_radl_stays():
    hand = dreier(0, forehand=1, radl_set=2)
    steps = recount(4, CourseLine(1, StruckLine()), score_line(2, hand, radl=2))
    assert steps[-1].line == score_line(2, hand, radl=2)
    steps = recount(4, CourseLine(1, RadlSet(4)), score_line(2, hand._replace(forehand=0, radl_set=1)))
    assert steps[-1].line.radl == 1


def test_in_another_order_of_seats_each_player_keeps_his_game():
    swapped = CourseLine(5, Seating((0, 2, 1, 3, 4)))
    hand = score_line(10, dreier(1, forehand=0))  # the game of place 1
    (_, step) = recount(5, swapped, hand)
    content = step.line.content
    assert content == dreier(2, forehand=0, active=(0, 2, 1, 3))
    assert step.after.totals == points(-5, 15, -5, -5, 0, 0)


def test_who_takes_the_seat_of_one_who_left_pays_in_his_stead():
    (_, step) = recount(5, CourseLine(5, Seating((0, 1, 2, 4))), score_line(10, dreier(0, forehand=0)))
    assert (codes(step), step.after.totals) == ([], points(15, -5, -5, 0, -5, 0))


def test_the_hand_of_one_who_left_before_it_is_no_hand_and_uses_up_its_deal():
    hand = dreier(3, forehand=0)
    (_, step, after) = recount(5, CourseLine(5, Seating((0, 1, 2, 4))), score_line(10, hand), CourseLine(20, Void(1)))
    assert codes(step) == [("plays/0/declarer", "not_in_this_deal")]
    assert (step.line.score, step.after.totals, step.after.forehand) == (None, (0,) * 6, 1)
    assert codes(after) == []


def test_the_trischaken_of_another_forehand_is_his():
    hand = trischaken(0)._replace(forehand=2)
    (step,) = recount(4, score_line(1, hand))
    assert step.line.content == trischaken(2)
    assert step.after.totals == points(-2, -2, 2, 2, 0, 0)


@pytest.mark.parametrize(
    "content", [Void(4), ForehandSet(4), dreier(0, 4, active=(4, 0, 1, 2)), Transfer(points(-1, 0, 0, 0, 1, 0))]
)
def test_a_line_of_somebody_who_does_not_sit_there_is_refused_and_moves_nothing(content: Content):
    (step,) = recount(4, CourseLine(1, content))
    assert codes(step) == [("forehand", "not_at_the_table")]
    assert step.after == begin(4, places=6)


SIX = (0, 1, 2, 3, 4, 5)
EMIL_COMES = Seating(FIVE, came=((4, 77),))
FINI_COMES = Seating(SIX, came=((5, 78),))
DORA_GOES = Seating((0, 1, 2, 4))  # Dora has place 3


def orders(first: Order, said: Mapping[int, Order], *lines: CourseLine) -> list[Order]:
    """The seats after each line about them, where nothing stands against it."""
    carried = carry_seats(first, said, lines)
    assert [problem for _, problem in carried if problem is not None] == []
    return [line.content.order for line, _ in carried if isinstance(line.content, Seating)]


def codes_of_order(first: Order, said: Mapping[int, Order], *lines: CourseLine) -> list[tuple[int, str]]:
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
    assert codes_of_order(
        FOUR, {10: FOUR}, CourseLine(5, EMIL_COMES), CourseLine(10, Seating(FIVE, came=((4, 78),)))
    ) == [(10, "place_taken")]


def test_nobody_replaces_a_player_who_has_left():
    substitute = CourseLine(20, Seating(FIVE, substitutes=((3, 78),)))
    assert codes_of_order(FIVE, {20: FIVE}, CourseLine(10, DORA_GOES), substitute) == [(20, "not_at_the_table")]
    assert codes_of_order(FIVE, {20: FIVE}, CourseLine(10, StruckLine()), substitute) == []


def test_too_few_players_are_told_and_so_is_what_stands_against_the_lines_after_them():
    lines = [
        CourseLine(10, Seating(FOUR)),
        CourseLine(20, DORA_GOES),
        CourseLine(30, Seating((0, 1, 2, 4), substitutes=((4, 78),))),
    ]
    found = codes_of_order(FIVE, {20: FIVE, 30: (0, 1, 2, 4)}, *lines)
    assert found == [(20, "players_out_of_range"), (30, "not_at_the_table")]
