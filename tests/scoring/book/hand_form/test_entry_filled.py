"""A hand that was recorded fills the form so that the form stands for the same hand."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.book.hand_form import MOST_PLAYS, build_record, fill_form, find_unsaid
from scoring.engine.hand.reader import parse
from scoring.engine.hand.score_lines import Amounts, Score
from scoring.engine.hand.scorer import score_record
from scoring.engine.house_rules.library import BUILT_IN
from tests.scoring.engine.support.strategies import cases

SHEETS = pytest.mark.parametrize("sheet_id", BUILT_IN)


def sort_lines(score: Score) -> list[tuple[str, str, Amounts]]:
    """The lines of a score in any order; a claim of nothing is none."""
    lines = [(line.cause.kind, line.cause.item, line.amounts) for line in score.lines]
    return sorted(line for line in lines if line[0] != "claim" or any(line[2]))


@SHEETS
@given(data=st.data())
def test_a_recorded_hand_comes_back_from_the_form_as_it_was(sheet_id, data):
    case = data.draw(cases(sheet_id))
    assume(len(case.record.plays) <= MOST_PLAYS)
    forehand = case.record.forehand or 0
    posted = fill_form(case.record, case.sheet)
    assert all(isinstance(value, str) and value for value in posted.values())
    assert find_unsaid(posted, case.sheet) == ()
    record, problems = parse(build_record(posted, case.sheet, forehand))
    assert record is not None
    assert fill_form(record, case.sheet) == posted
    again = score_record(record._replace(forehand=forehand, radl=case.record.radl), problems, case.sheet)
    first = score_record(case.record._replace(forehand=forehand), [], case.sheet)
    assert again.problems == []
    assert again.score is not None
    assert first.score is not None
    assert (again.score.payouts, again.score.written) == (first.score.payouts, first.score.written)
    assert again.score.radl_deals == first.score.radl_deals
    assert sort_lines(again.score) == sort_lines(first.score)
