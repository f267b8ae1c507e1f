"""Lines without end need no memory without end, whatever stands in them, and have problems in proportion."""

import json
import tracemalloc

import pytest

from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import load_built_in

pytestmark = pytest.mark.no_cover  # other tests of the same lines are measured

LENGTH, COUNT = 50_000, 200
PLAYS = [{"contract": "rufer", "declarer": 0, "partner": 2, "result": "won"}]
MANY = 3000
PLAY = {"contract": "piccolo", "declarer": 1, "result": "won"}
DREIER = {"contract": "dreier", "declarer": 1, "result": "won"}
TRULL = {"premium": "trull", "side": "declarer"}


def kept_after(desk: RecordScorer, records):
    """The memory (bytes) that stays taken when all these lines are answered."""
    desk.answer_line(json.dumps(next(records)).encode())
    tracemalloc.start()
    for record in records:
        desk.answer_line(json.dumps(record).encode())
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return kept


@pytest.mark.parametrize(
    "said",
    [
        lambda name: {"sheet": name},
        lambda name: {"sheet": "treffpunkt", "options": {name: True}},
        lambda name: {"sheet": "treffpunkt", "id": name},
        lambda name: {"sheet": "treffpunkt", name: 1},
        lambda name: {"sheet": "treffpunkt", "plays": [{**PLAYS[0], "contract": name}]},
        lambda name: {"sheet": "treffpunkt", "premiums": [{"premium": name, "side": "defence"}]},
    ],
    ids=["sheet", "option", "id", "field", "contract", "premium"],
)
def test_names_that_nobody_knows_are_not_kept(said):
    desk = RecordScorer(load_built_in, "treffpunkt")
    records = ({"plays": PLAYS, **said(f"{number:05d}" * (LENGTH // 5))} for number in range(COUNT))
    assert kept_after(desk, records) < LENGTH * COUNT / 20


@pytest.mark.heavy_but("record0")
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
