"""Lines without end need no memory without end, whatever stands in them."""

import json
import tracemalloc

import pytest

from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import load_built_in

pytestmark = pytest.mark.no_cover  # other tests of the same lines are measured

LENGTH, COUNT = 50_000, 200
PLAYS = [{"contract": "rufer", "declarer": 0, "partner": 2, "result": "won"}]


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
