"""Evenings as `manage.py score --session` reads them: forehand, Radl, totals, marks and the Schlussradl."""

import io
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from scoring.engine.evening.state import (
    ANNOUNCED,
    NEVER,
    OVER,
    Evening,
    Session,
    announce_last_round,
    apply_void,
    begin,
    begin_last_round_to_first_forehand,
    change_seats,
    set_radl,
)
from tests.scoring.engine.support.invented_sheets import desk
from tests.support.paths import DATA


@pytest.fixture(name="evening")
def fixture_evening() -> Evening:
    """A table of five in its last round, begun by place 0; places 2, 3 and 4 have not been forehand in it yet."""
    return apply_void(apply_void(begin_last_round_to_first_forehand(begin(5, places=6))))


@pytest.mark.parametrize(
    ("order", "forehands"),
    [
        ((0, 1, 2, 3, 4), [2, 3, 4]),
        ((1, 2, 3, 4), [2, 3, 4]),  # whose forehand would have ended it is gone
        ((0, 1, 2, 4), [2, 4]),
        ((0, 1, 3, 4), [3, 4]),  # the forehand is gone
        ((0, 1, 2, 3, 4, 5), [2, 3, 4, 5]),
        ((0, 5, 1, 2, 3, 4), [2, 3, 4]),  # his deal would have been before
    ],
)
def test_the_last_round_goes_on_to_the_same_end(evening, order, forehands):
    evening, played = change_seats(evening, order), []
    left = []
    while evening.radl == 2:
        left.append(evening.last_round_left)
        played.append(evening.forehand)
        evening = apply_void(evening)
    assert (played, left) == (forehands, [*range(len(forehands), 0, -1)])
    assert evening.last_round_left == 0


def test_a_last_round_that_is_over_does_not_begin_again_with_other_seats(evening):
    over = set_radl(evening, 0)
    assert (over.radl, over.last_round_left, over.last_round.phase) == (1, 0, OVER)
    assert change_seats(over, (0, 1, 2, 3)).last_round == over.last_round


def test_only_a_last_round_that_runs_can_be_over():
    evening = begin(4, forehand=3)  # the next forehand is place 0
    assert apply_void(evening).last_round.phase == NEVER
    announced = announce_last_round(evening)
    assert apply_void(announced).last_round.phase == ANNOUNCED
    assert set_radl(announced, 0).last_round.phase == NEVER


def test_where_the_first_forehand_has_left_the_last_round_ends_with_the_next_one_who_stays():
    evening = begin_last_round_to_first_forehand(change_seats(apply_void(begin(5)), (1, 2, 3, 4)))
    assert (evening.forehand, evening.last_round_left) == (1, 4)
    assert apply_void(evening).last_round_left == 3


@pytest.mark.parametrize(("order", "in_round"), [((0, 2, 1, 3, 4), 2), ((0, 1, 2, 3), 0), ((0, 1, 2, 3, 4, 5), 0)])
def test_a_round_of_deals_begins_where_the_number_of_players_changes(order, in_round):
    evening = apply_void(apply_void(begin(5, places=6)))
    assert change_seats(evening, order).in_round == in_round


HAND = {"sheet": "treffpunkt", "plays": [{"contract": "dreier", "declarer": 1, "result": "won"}]}


class Table:
    """A table that tells of each line what was used."""

    def __init__(self, players: int = 4) -> None:
        self.session = Session(desk(), players)

    def answer_line(self, value: Any) -> dict[str, Any]:
        line = value if isinstance(value, bytes) else json.dumps(value).encode()
        answer: dict[str, Any] = json.loads(self.session.answer_line(line)[0])
        return answer

    def used(self, value: Any) -> tuple[int, Any]:
        answer = self.answer_line(value)
        return answer["forehand"], answer["radl"]


def test_the_answer_to_a_mark_has_the_mark_its_id_and_the_state():
    table = Table()
    table.answer_line(HAND)
    state = {"forehand": 1, "radl": False, "totals": ["-5", "15", "-5", "-5"]}
    assert table.answer_line({"id": "x", "redeal": True}) == {"id": "x", "redeal": True} | state
    assert table.answer_line({"void": True}) == {"void": True} | state


@pytest.mark.parametrize("mark", ["redeal", "void"])
def test_a_forehand_beside_a_mark_is_where_the_count_goes_on_from(mark):
    table = Table()
    assert table.used({mark: True, "forehand": 3})[0] == 3
    assert table.used(HAND)[0] == (3 if mark == "redeal" else 0)


@pytest.mark.parametrize(
    "mark",
    [
        {"redeal": False},
        {"void": 1},
        {"void": True, "redeal": True},
        {"void": True, "plays": []},
        {"redeal": True, "id": 5},
        {"redeal": True, "forehand": 4},
        {"redeal": True, "forehand": True},
    ],
    ids=str,
)
def test_a_mark_that_is_none_is_refused_and_moves_nothing(mark):
    table = Table()
    table.answer_line(HAND)
    answer = table.answer_line(mark)
    assert (answer["ok"], [error["code"] for error in answer["errors"]]) == (False, ["invalid_mark"])
    assert (answer["forehand"], answer["totals"]) == (1, ["-5", "15", "-5", "-5"])
    assert table.used(HAND)[0] == 1


@pytest.mark.parametrize("line", [b"{", b"[]", b"7", HAND | {"sheet": "x"}, HAND | {"forehand": 9}, HAND | {"radl": 4}])
def test_an_invalid_line_moves_nothing_on_and_tells_where_the_table_stands(line):
    table = Table()
    table.answer_line(HAND)
    answer = table.answer_line(line)
    assert answer["ok"] is False
    assert (answer["forehand"], answer["radl"], answer["totals"]) == (1, False, ["-5", "15", "-5", "-5"])
    assert table.used(HAND)[0] == 1


def test_an_explicit_forehand_is_where_the_count_goes_on_from():
    table = Table()
    assert [table.used(line)[0] for line in (HAND | {"forehand": 2}, HAND, HAND)] == [2, 3, 0]


def test_at_five_and_six_a_forehand_is_refused_unless_it_is_seat_0():
    table = Table(5)
    assert table.answer_line(HAND | {"forehand": 0})["ok"] is True
    assert [error["code"] for error in table.answer_line(HAND | {"forehand": 1})["errors"]] == ["forehand_not_zero"]
    assert [error["code"] for error in table.answer_line({"void": True, "forehand": 1})["errors"]] == ["invalid_mark"]
    assert table.answer_line({"void": True, "forehand": 0})["forehand"] == 1


def test_an_unreadable_forehand_at_five_is_told_once():
    answer = Table(5).answer_line(HAND | {"forehand": -1})
    assert [error["code"] for error in answer["errors"]] == ["invalid_seat"]


@pytest.mark.parametrize(("players", "dealers"), [(4, [3, 0, 1]), (5, [4, 0, 1]), (6, [5, 0, 1])])
def test_the_dealer_sits_before_the_forehand_and_at_five_and_six_he_does_not_play(players, dealers):
    evenings = [begin(players, forehand) for forehand in (0, 1, 2)]
    assert [evening.dealer for evening in evenings] == dealers
    assert [evening.dealer in evening.active for evening in evenings] == [players == 4] * 3


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
