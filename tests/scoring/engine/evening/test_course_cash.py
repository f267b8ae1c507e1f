"""Money that somebody put into the Pagatkassa is his, so he has to sit at the table."""

import pytest

from scoring.engine.evening.course import Cash, CourseLine, Seating, StruckLine, recount_course
from scoring.engine.evening.state import begin
from tests.scoring.engine.support.built_in import rules_of

COMES = CourseLine(1, Seating((0, 1, 2, 3, 4), came=((4, 77),)))


def problems(*lines: CourseLine) -> list[list[str]]:
    """The codes of what stands against each line."""
    rules = rules_of("standard")
    steps = recount_course(begin(4, places=6), lines, rules.build_sheet())
    return [[problem.code for problem in step.problems] for step in steps]


@pytest.mark.parametrize("cents", [50, -50])
def test_who_came_may_put_money_in_or_take_some(cents):
    assert problems(COMES, CourseLine(2, Cash(4, cents))) == [[], []]


@pytest.mark.parametrize("cents", [50, -50])
def test_that_he_came_is_not_struck_while_his_money_is_in_the_book(cents):
    assert problems(CourseLine(1, StruckLine()), CourseLine(2, Cash(4, cents))) == [[], ["not_at_the_table"]]
    assert problems(CourseLine(1, StruckLine()), CourseLine(2, StruckLine())) == [[], []]
