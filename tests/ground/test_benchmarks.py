"""The records of the measurements: a broken one would be noticed only on the day when somebody measures."""

import json

from bench.records import FILE, make_variants
from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import load_built_in


def test_every_record_that_is_measured_is_valid():
    """Also on turned seats, whatever the hand names: losers, a Bürgermeister, claims."""
    scorer = RecordScorer(load_built_in)
    lines = [*FILE.read_bytes().splitlines(), *make_variants()[::7]]
    assert len(lines) > 1000
    assert [line for line in lines if scorer.score_raw(json.loads(line)).score is None] == []
