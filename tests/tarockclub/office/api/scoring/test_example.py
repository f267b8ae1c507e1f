"""The example of docs/dev/api.md plays a whole evening at a real server."""

import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.book.ledger.services import score_table_hand
from scoring.engine.evening.state import apply_hand, begin
from scoring.engine.house_rules.library import load_built_in
from tests.support.paths import ROOT

EXAMPLE = ROOT / "docs" / "examples" / "evening.py"
MAKE_TOKEN = (
    "from tarockclub.platform.accounts.api_tokens import create_token; from tarockclub.models import Account;"
    "print(create_token(Account.objects.first(), 'Beispiel', 'secretary', 2, 'the-key-of-the-example')[1])"
)


@pytest.mark.heavy
@pytest.mark.sqlite
def test_the_example_plays_an_evening_and_its_totals_are_right(served):
    token = served.manage("shell", "-v0", "-c", MAKE_TOKEN).strip().splitlines()[-1]
    code = (
        "import json, runpy, sys;"
        "example = runpy.run_path(sys.argv[1]);"
        "print(json.dumps(example['play'](sys.argv[2], sys.argv[3])));"
    )
    # In an interpreter of its own, without the packages of the program.
    run = [sys.executable, "-I", "-S", "-c", code, str(EXAMPLE), served.url, token]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    settlement = json.loads(done.stdout)
    assert {account["name"]: account["written"] for account in settlement["accounts"]} == expected()
    assert settlement["ended"]
    assert sum(account["balance_cents"] for account in settlement["accounts"]) == 0
    for account in settlement["accounts"]:
        assert account["points_cents"] * 6 == account["money"] * 10
    paid = {
        account["name"]: -account["balance_cents"] for account in settlement["accounts"] if account["balance_cents"] < 0
    }
    assert {
        name: sum(payment["amount"] for payment in settlement["payments"] if payment["payer"] == name) for name in paid
    } == paid


def expected() -> dict[str, int]:
    """Return the totals of the same hands by the engine alone, the second one as it was corrected."""
    example = runpy.run_path(str(EXAMPLE))
    rules = load_built_in("treffpunkt")
    assert rules is not None
    first, second, third = example["HANDS"]
    corrected = {"plays": [{**second["plays"][0], "points": "41"}]}
    evening = begin(4, 0, 6)
    for record in (first, corrected, third):
        score = score_table_hand(evening, rules.build_sheet(), record).score
        assert score is not None
        evening = apply_hand(evening, score)
    return dict(zip(example["PLAYERS"], evening.written, strict=False))


def test_the_example_stands_in_the_docs():
    assert "docs/examples/evening.py" in (Path(ROOT) / "docs" / "dev" / "api.md").read_text(encoding="utf-8")
