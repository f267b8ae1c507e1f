"""What the book keeps of a score is all of it."""

import pytest

from scoring.engine.hand.score_json import from_stored, to_stored
from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import BUILT_IN, built_in
from tests.scoring.engine.support.golden_data import all_faults, golden


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_every_golden_score_is_read_back_as_it_was_written(sheet_id):
    desk = RecordScorer(built_in)

    def faults(hand):
        score = desk.result(hand.record).score
        if hand.payouts is None:
            return
        if score is None or from_stored(to_stored(score), score.sheet) != score:
            yield "is read back differently"

    assert not all_faults(golden(sheet_id), faults)
