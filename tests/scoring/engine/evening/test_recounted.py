"""A book counted again after a change further up: hands are moved to the seats of their deal and scored once more."""

import pytest

from scoring.engine.evening.course import (
    Content,
    CourseLine,
    CourseStep,
    ForehandSet,
    RadlSet,
    Seating,
    StruckLine,
    Transfer,
    Void,
    recount_course,
)
from scoring.engine.evening.state import begin
from tests.scoring.engine.support.books import dreier, points, score_line, treffpunkt, trischaken


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
