"""The example of docs/dev/api.md runs a whole tournament at a real server."""

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

EXAMPLE = ROOT / "docs" / "examples" / "tournament.py"
MAKE_TOKEN = (
    "from tarockclub.platform.accounts.api_tokens import create_token; from tarockclub.models import Account;"
    "print(create_token(Account.objects.first(), 'Beispiel', 'director', 2, 'the-key-of-the-tournament')[1])"
)


@pytest.mark.heavy
@pytest.mark.sqlite
def test_the_example_runs_a_tournament_and_its_standing_is_right(served):
    token = served.manage("shell", "-v0", "-c", MAKE_TOKEN).strip().splitlines()[-1]
    code = (
        "import json, runpy, sys;"
        "example = runpy.run_path(sys.argv[1]);"
        "print(json.dumps(example['play'](sys.argv[2], sys.argv[3])));"
    )
    # In an interpreter of its own, without the packages of the program.
    run = [sys.executable, "-I", "-S", "-c", code, str(EXAMPLE), served.url, token]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-400:]
    standing = json.loads(done.stdout)
    capitals = sorted(row["capital_cents"] for row in standing["lines"])
    assert capitals == expected()
    assert runpy.run_path(str(EXAMPLE))["format_standings"](standing).count("\n") == 7


def expected() -> list[int]:
    """Return the gains of the same hands at two tables by the engine alone, in cents of play money, a point 1.00."""
    example, rules = runpy.run_path(str(EXAMPLE)), load_built_in("treffpunkt")
    assert rules is not None
    evening = begin(4, 0, 6)
    for record in example["HANDS"]:
        score = score_table_hand(evening, rules.build_sheet(), record).score
        assert score is not None
        evening = apply_hand(evening, score)
    return sorted(2 * [money * 100 // 6 for money in evening.totals[:4]])


def test_the_example_stands_in_the_docs():
    assert "docs/examples/tournament.py" in (Path(ROOT) / "docs" / "dev" / "api.md").read_text(encoding="utf-8")
