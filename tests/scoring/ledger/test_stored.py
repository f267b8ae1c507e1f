"""What the book keeps of a score is all of it."""

import pytest

from scoring.engine.hand.score_json import decode_score, encode_score
from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from tests.scoring.engine.support.golden_data import all_faults, golden


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_every_golden_score_is_read_back_as_it_was_written(sheet_id):
    desk = RecordScorer(load_built_in)

    def faults(hand):
        score = desk.score_raw(hand.record).score
        if hand.payouts is None:
            return
        if score is None or decode_score(encode_score(score), score.sheet) != score:
            yield "is read back differently"

    assert not all_faults(golden(sheet_id), faults)
