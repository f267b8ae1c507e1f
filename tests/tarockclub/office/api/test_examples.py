"""The examples of docs/dev/api.md play an evening and a tournament at a real server, with the totals of the engine."""

import json
import runpy
import subprocess
import sys
from typing import Any

import pytest

from scoring.book.ledger.services import score_table_hand
from scoring.engine.evening.state import Evening, apply_hand, begin
from scoring.engine.house_rules.library import load_built_in
from tests.support.paths import ROOT
from tests.support.server import RunningServer

EVENING, TOURNAMENT = (ROOT / "docs" / "examples" / name for name in ("evening.py", "tournament.py"))
PLAY = """
import json, runpy, sys
print(json.dumps(runpy.run_path(sys.argv[1])["play"](sys.argv[2], sys.argv[3])))
"""


def play(served: RunningServer, example: Any, role: str) -> Any:
    """Run an example in an interpreter of its own, without the packages of the program; what it says at its end."""
    run = [sys.executable, "-I", "-S", "-c", PLAY, str(example), served.url, served.create_token(role)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-400:]
    return json.loads(done.stdout)


def score_hands(*records: Any) -> Evening:
    """Return the evening of four after these hands, by the engine alone."""
    evening, rules = begin(4, 0, 6), load_built_in("treffpunkt")
    assert rules is not None
    for record in records:
        score = score_table_hand(evening, rules.build_sheet(), record).score
        assert score is not None
        evening = apply_hand(evening, score)
    return evening


@pytest.mark.heavy
@pytest.mark.sqlite
def test_the_example_plays_an_evening_and_its_totals_are_right(served):
    settlement = play(served, EVENING, "secretary")
    example = runpy.run_path(str(EVENING))
    first, second, third = example["HANDS"]
    corrected = {"plays": [{**second["plays"][0], "points": "41"}]}
    written = score_hands(first, corrected, third).written
    accounts = settlement["accounts"]
    assert {account["name"]: account["written"] for account in accounts} == dict(
        zip(example["PLAYERS"], written, strict=False)
    )
    assert settlement["ended"]
    assert sum(account["balance_cents"] for account in accounts) == 0
    for account in accounts:
        assert account["points_cents"] * 6 == account["money"] * 10
    paid = {account["name"]: -account["balance_cents"] for account in accounts if account["balance_cents"] < 0}
    assert {
        name: sum(payment["amount"] for payment in settlement["payments"] if payment["payer"] == name) for name in paid
    } == paid


@pytest.mark.heavy
@pytest.mark.sqlite
def test_the_example_runs_a_tournament_and_its_standing_is_right(served):
    standing = play(served, TOURNAMENT, "director")
    example = runpy.run_path(str(TOURNAMENT))
    gains = score_hands(*example["HANDS"]).totals[:4]  # at each of two tables; in play money a point is 1.00
    assert sorted(row["capital_cents"] for row in standing["lines"]) == sorted(2 * [gain * 100 // 6 for gain in gains])
    assert example["format_standings"](standing).count("\n") == 7


@pytest.mark.parametrize("example", [EVENING, TOURNAMENT], ids=["evening", "tournament"])
def test_an_example_stands_in_the_docs(example):
    assert f"docs/examples/{example.name}" in (ROOT / "docs" / "dev" / "api.md").read_text(encoding="utf-8")
