"""Whole evenings through `manage.py score --session`: forehand, Radl and totals follow by themselves."""

import io
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.support.paths import DATA

ROOT = DATA.parents[1]
EVENINGS = sorted((DATA / "evenings").glob("*.toml"))
KARLSRUHE = DATA / "evening-karlsruhe.toml"
RECORD = ("plays", "premiums", "renonce", "forehand", "radl", "options", "redeal", "void")


def evening(path: Path) -> dict[str, Any]:
    """Read the file of an evening."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def line_of(hand: dict[str, Any]) -> str:
    """The line that stands for one entry of an evening."""
    return hand.get("text") or json.dumps({name: hand[name] for name in RECORD if name in hand})


def score_evening(table: dict[str, Any], folder: Path) -> tuple[list[dict[str, Any]], int]:
    """The answers of `manage.py score --session` to an evening, and its exit status."""
    source = folder / "evening.jsonl"
    source.write_text("".join(f"{line_of(hand)}\n" for hand in table["hand"]), encoding="utf-8")
    out, status = io.StringIO(), 0
    try:
        players = table.get("players", 4)
        call_command("score", str(source), sheet=table["sheet"], session=True, players=players, stdout=out)
    except SystemExit as stopped:
        status = int(stopped.code or 0)
    return [json.loads(line) for line in out.getvalue().splitlines()], status


def expected(hand: dict[str, Any]) -> dict[str, Any]:
    """Return the expected answer to an entry; entries without payouts say nothing of them."""
    fields = {"forehand": "forehand_used", "radl": "radl_used", "totals": "totals", "active": "active"}
    wanted = {name: hand[key] for name, key in fields.items() if key in hand}
    if "errors" in hand:
        return wanted | {"ok": False, "errors": hand["errors"]}
    if "payouts" in hand:
        return wanted | {"ok": True, "payouts": hand["payouts"], "starts_radl": hand.get("starts_radl", False)}
    mark = "redeal" if "redeal" in hand else "void"
    return wanted | {mark: True}


def pick_fields(answer: dict[str, Any], names: dict[str, Any]) -> dict[str, Any]:
    """Those fields of an answer, its errors as path and code."""
    found = {name: answer.get(name) for name in names}
    if "errors" in names:
        found["errors"] = [[error["path"], error["code"]] for error in answer.get("errors", [])]
    return found


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_an_evening_goes_as_its_file_says(path, tmp_path):
    table = evening(path)
    answers, status = score_evening(table, tmp_path)
    wanted = {hand["name"]: expected(hand) for hand in table["hand"]}
    found = {name: pick_fields(answer, names) for (name, names), answer in zip(wanted.items(), answers, strict=True)}
    assert found == wanted
    assert {"active" in answer for answer in answers} == {table.get("players", 4) > 4}  # who sits out
    assert status == any("errors" in hand for hand in table["hand"])


def test_the_karlsruhe_table_comes_out_in_nine_rows_of_totals_with_the_radl_by_itself():
    table = evening(KARLSRUHE)
    lines = "".join(f"{line_of(hand)}\n" for hand in table["hand"])
    assert not any(word in line for line in lines.splitlines() for word in ("forehand", "radl"))
    done = subprocess.run(
        [sys.executable, "manage.py", "score", "--session", "--sheet", "karlsruhe"],
        cwd=ROOT,
        input=lines.encode(),
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == 9
    for hand, answer in zip(table["hand"], answers, strict=True):
        assert answer["payouts"] == hand["payouts"], hand["name"]
        assert answer["totals"] == hand["totals"], hand["name"]
        assert answer["radl"] is hand["radl_used"], hand["name"]
    assert [answer["forehand"] for answer in answers] == [0, 1, 2, 3, 0, 1, 2, 3, 0]
    assert [answer["starts_radl"] for answer in answers] == [number == 2 for number in range(9)]
