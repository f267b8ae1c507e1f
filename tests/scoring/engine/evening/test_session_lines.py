"""The lines of an evening that are no ordinary hands: marks, mistakes, and where the forehand goes on."""

import json
from typing import Any

import pytest

from scoring.engine.evening.state import Session, begin
from tests.scoring.engine.support.invented_sheets import desk

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
