"""The lines of a book one after the other: where the table stands before and after each of them."""

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
    RadlSet,
    Redeal,
    Seating,
    StruckLine,
    Transfer,
    Void,
    build_course,
    compute_amounts,
    list_named_places,
    recount_course,
)
from scoring.engine.evening.state import Evening, begin
from tests.scoring.engine.support.books import FOUR, dreier, points, score_line, trischaken
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
