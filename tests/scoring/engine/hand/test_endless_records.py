"""A record may repeat itself without end: what is said of it stays in proportion."""

import json

import pytest

from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import load_built_in

pytestmark = pytest.mark.no_cover  # other tests of the same lines are measured

MANY = 3000
PLAY = {"contract": "piccolo", "declarer": 1, "result": "won"}
DREIER = {"contract": "dreier", "declarer": 1, "result": "won"}
TRULL = {"premium": "trull", "side": "declarer"}


@pytest.mark.parametrize(
    "record", [{"plays": [PLAY] * MANY}, {"plays": [DREIER] * MANY}, {"plays": [DREIER], "premiums": [TRULL] * MANY}]
)
def test_an_endless_record_has_problems_in_proportion(record):
    answer = json.loads(RecordScorer(load_built_in, "treffpunkt").answer_line(json.dumps(record).encode())[0])
    assert answer["ok"] is False
    assert len(answer["errors"]) <= 3 * MANY


def test_the_last_of_many_repetitions_is_told_too():
    record = {"plays": [DREIER], "premiums": [TRULL] * MANY}
    answer = json.loads(RecordScorer(load_built_in, "treffpunkt").answer_line(json.dumps(record).encode())[0])
    assert answer["errors"][-1]["path"] == f"premiums/{MANY - 1}"
    assert answer["errors"][-1]["code"] == "premium_twice"
