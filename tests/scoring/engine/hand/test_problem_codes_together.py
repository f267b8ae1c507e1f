"""All problems of a record at once, and none that merely follows from what could not be read."""

import json
from typing import Any

import pytest

from tests.scoring.engine.support.invented_sheets import desk

GAME = {"contract": "dreier", "declarer": 1, "result": "won"}
CALLED = {"contract": "rufer", "declarer": 0, "partner": 2, "result": "won"}


def problems_of(record: dict[str, Any], own: str | None = None) -> list[tuple[str, str]]:
    """Path and code of all that is wrong with a record (under treffpunkt where it names no sheet)."""
    record = record if own else {"sheet": "treffpunkt"} | record
    answer = json.loads(desk(own).answer_line(json.dumps(record).encode())[0])
    return [(error["path"], error["code"]) for error in answer.get("errors", [])]


def build_premium(**fields: Any) -> dict[str, Any]:
    """A premium of the declarer's side, with these fields."""
    return {"premium": "trull", "side": "declarer"} | fields


def test_all_problems_of_a_record_are_reported_at_once():
    record = {
        "id": 5,
        "options": {"unheard_of": True},
        "forehand": 4,
        "radl": 8,
        "dealer": 0,
        "plays": [
            {"contract": "bettler", "declarer": 1, "kontra": 3, "partner": 2, "points": "30"},
            {"contract": "dreier", "declarer": 1},
        ],
        "premiums": [{"premium": "geier", "side": "us", "value": 3}, {"side": "defence", "won": "no"}],
        "renonce": {"seat": 3, "claims": {"3": 1, "9": 1}, "reason": ""},
    }
    assert sorted(problems_of(record)) == [
        ("dealer", "unknown_field"),
        ("forehand", "invalid_seat"),
        ("id", "wrong_type"),
        ("options/unheard_of", "unknown_option"),
        ("plays/0/kontra", "invalid_kontra"),
        ("plays/0/partner", "partner_not_allowed"),
        ("plays/1/contract", "bei_not_negative"),
        ("plays/1/declarer", "bei_same_declarer"),
        ("premiums/0/premium", "unknown_premium"),
        ("premiums/0/side", "invalid_side"),
        ("premiums/0/value", "unknown_field"),
        ("premiums/1/premium", "missing_field"),
        ("premiums/1/won", "wrong_type"),
        ("radl", "radl_not_stacking"),
        ("renonce/claims/3", "claim_of_offender"),
        ("renonce/claims/9", "invalid_seat"),
        ("renonce/reason", "unknown_field"),
    ]


def test_several_problems_of_one_play_are_reported_at_once():
    play = {
        "contract": "rufer",
        "declarer": 1,
        "partner": 1,
        "kontra": {"0": 16},
        "kontra_by": 0,
        "points": "71",
        "tricks": 3,
    }
    assert sorted(problems_of({"plays": [play]})) == [
        ("plays/0/declarer", "declarer_not_forehand"),
        ("plays/0/kontra", "kontra_per_opponent"),
        ("plays/0/kontra", "kontra_too_high"),
        ("plays/0/kontra_by", "kontra_by_beside_opponents"),
        ("plays/0/partner", "partner_is_declarer"),
        ("plays/0/points", "points_too_high"),
        ("plays/0/tricks", "tricks_not_allowed"),
    ]


def test_several_problems_of_a_trischaken_are_reported_at_once():
    play = {"contract": "trischaken", "declarer": 2, "points": [30, 20, 20, 1], "tricks": [0, 5, 4, 3], "result": "won"}
    assert sorted(problems_of({"plays": [play]})) == [
        ("plays/0/declarer", "declarer_not_forehand"),
        ("plays/0/points", "points_sum"),
        ("plays/0/result", "result_not_allowed"),
        ("plays/0/tricks", "tricks_contradict"),
    ]


def test_several_problems_of_a_conceded_game_are_reported_at_once():
    play = {"contract": "rufer", "declarer": 0, "partner": 2, "result": "conceded", "kontra": 2, "points": "10"}
    assert sorted(problems_of({"plays": [play], "premiums": [build_premium()]})) == [
        ("plays/0/kontra", "concede_with_kontra"),
        ("plays/0/points", "points_not_allowed"),
        ("plays/0/result", "concede_needs_talon"),
        ("premiums/0", "concede_with_premium"),
    ]


def build_hand(play: dict[str, Any], *premiums: Any, **fields: Any) -> dict[str, Any]:
    """A hand of one game."""
    return {"plays": [play], "premiums": list(premiums)} | fields


BESSER = {**CALLED, "contract": "besserrufer"}
CONCESSION = {"contract": "rufer", "declarer": 0, "king_in_talon": True, "result": "conceded"}
NORMAL = {"contract": "normalspiel", "declarer": 0, "partner": 1, "result": "won"}
ABSOLUT = {"premium": "absolut", "side": "defence", "announced": True, "won": False}
WINNER = {"declarer": 1, "result": "won"}
SACK, UNSAID = build_premium(premium="sack_1"), {"contract": "dreier", "declarer": 1}
UNREADABLE: list[tuple[str, dict[str, Any], tuple[str, str]]] = [
    ("no play because plays is no list", {"plays": GAME}, ("plays", "wrong_type")),
    ("no game because the play is no object", {"plays": ["dreier"]}, ("plays/0", "wrong_type")),
    ("no game because its contract is no text", build_hand(GAME | {"contract": 5}), ("plays/0/contract", "wrong_type")),
    ("no rules because the sheet is no text", build_hand(GAME, sheet=7), ("sheet", "wrong_type")),
    ("no forehand to compare", build_hand(CALLED, forehand=-1), ("forehand", "invalid_seat")),
    ("no declarer to compare", build_hand(CALLED | {"declarer": 9}), ("plays/0/declarer", "invalid_seat")),
    ("no partner", build_hand(CALLED | {"partner": "2"}, sheet="standard"), ("plays/0/partner", "invalid_seat")),
    (
        "no word on the king",
        build_hand(CONCESSION | {"king_in_talon": 1, "result": "won"}, sheet="standard"),
        ("plays/0/king_in_talon", "wrong_type"),
    ),
    (
        "no word on the king of a conceded game",
        build_hand(CONCESSION | {"king_in_talon": 1}),
        ("plays/0/king_in_talon", "wrong_type"),
    ),
    ("no result", build_hand(GAME | {"result": "yes"}), ("plays/0/result", "invalid_result")),
    (
        "no points, which would have been the result",
        build_hand(UNSAID | {"points": "35.1"}),
        ("plays/0/points", "invalid_points"),
    ),
    (
        "no points of a Trischaken",
        build_hand({"contract": "trischaken", "declarer": 0, "points": ["40", "20", "10", "-"]}),
        ("plays/0/points", "invalid_points"),
    ),
    (
        "no tricks, which would have been the result",
        build_hand({"contract": "piccolo", "declarer": 1, "tricks": -1}),
        ("plays/0/tricks", "invalid_tricks"),
    ),
    ("no kontra", build_hand(GAME | {"kontra": "2"}), ("plays/0/kontra", "invalid_kontra")),
    (
        "no kontra on the game, which the announcement would need",
        build_hand(NORMAL | {"kontra": 0}, ABSOLUT, sheet="zwanzigerrufen"),
        ("plays/0/kontra", "invalid_kontra"),
    ),
    (
        "no kontra on the game, which would lower the limit",
        build_hand(NORMAL | {"points": 44, "kontra": 0}, sheet="zwanzigerrufen", options={"kontra_limit_44": True}),
        ("plays/0/kontra", "invalid_kontra"),
    ),
    ("no bird because the premium is no object", build_hand(BESSER, "pagat"), ("premiums/0", "wrong_type")),
    (
        "no bird because its side cannot be read",
        build_hand(BESSER, build_premium(premium="pagat", side=0, announced=True)),
        ("premiums/0/side", "invalid_side"),
    ),
    (
        "no bird because its announcement cannot be read",
        build_hand(BESSER, build_premium(premium="pagat", announced=1)),
        ("premiums/0/announced", "wrong_type"),
    ),
    (
        "no announcement, without which nothing is lost",
        build_hand(GAME, build_premium(won=False, announced=1)),
        ("premiums/0/announced", "wrong_type"),
    ),
    (
        "no announcement, without which there is no kontra",
        build_hand(GAME, build_premium(kontra=2, announced=1)),
        ("premiums/0/announced", "wrong_type"),
    ),
    (
        "no announcement, without which the sheet has no value",
        build_hand(GAME, SACK | {"announced": "yes"}, sheet="standard"),
        ("premiums/0/announced", "wrong_type"),
    ),
    (
        "no word on how a sack ended",
        build_hand(GAME | {"points": "40"}, SACK | {"announced": True, "won": 0}),
        ("premiums/0/won", "wrong_type"),
    ),
    (
        "no side of a sack",
        build_hand(GAME | {"points": "60"}, SACK | {"side": "we"}),
        ("premiums/0/side", "invalid_side"),
    ),
    (
        "no side of a Valat",
        build_hand(GAME, build_premium(premium="valat", side="we")),
        ("premiums/0/side", "invalid_side"),
    ),
    (
        "no word on who made the Trull",
        build_hand(GAME, build_premium(), build_premium(side="defence", announced=True, won="no")),
        ("premiums/1/won", "wrong_type"),
    ),
    (
        "no word on the announced bird of a conceded game",
        build_hand(CONCESSION | {"contract": "besserrufer"}, build_premium(premium="pagat", announced=1)),
        ("premiums/0/announced", "wrong_type"),
    ),
    (
        "no game beside which it would be allowed",
        {"plays": [{"contract": "zwiccolo", **WINNER}, {"declarer": 2, "result": "won"}]},
        ("plays/1/contract", "missing_field"),
    ),
    (
        "no options, one of which would have the game",
        build_hand({"contract": "zwiccolo", **WINNER}, sheet="standard", options={"zwiccolo_bei": "yes"}),
        ("options/zwiccolo_bei", "wrong_type"),
    ),
    (
        "no options, one of which would change a limit",
        build_hand({"contract": "bettler", **WINNER, "kontra": 2}, sheet="standard", options={"negative_kontra": 1}),
        ("options/negative_kontra", "wrong_type"),
    ),
    ("no offender", build_hand(GAME, renonce={"seat": 8, "claims": {"1": 2}}), ("renonce/seat", "invalid_seat")),
    ("no Renonce", build_hand(UNSAID, renonce=3), ("renonce", "wrong_type")),
]


@pytest.mark.parametrize(("record", "problem"), [case[1:] for case in UNREADABLE], ids=[case[0] for case in UNREADABLE])
def test_nothing_is_reported_that_merely_follows_from_what_cannot_be_read(record, problem):
    assert problems_of(record) == [problem]


def test_two_entries_without_a_side_are_not_called_the_same():
    record = {"plays": [GAME], "premiums": [{"premium": "trull"}, {"premium": "trull"}]}
    assert problems_of(record) == [("premiums/0/side", "missing_field"), ("premiums/1/side", "missing_field")]


@pytest.mark.parametrize("field", ["by", "from"])
def test_a_player_that_cannot_be_read_is_not_called_missing_or_wrong(field):
    one = build_premium(premium="mondfang", **({"by": 1, "from": 0} | {field: 8}))
    assert problems_of({"plays": [GAME], "premiums": [one]}, "mondfang") == [(f"premiums/0/{field}", "invalid_seat")]


def test_what_is_wrong_beside_something_unreadable_is_still_reported():
    record = {
        "plays": [{"contract": "dreier", "declarer": 1, "result": "yes", "partner": 2}],
        "premiums": [build_premium(kontra=5, won=False)],
    }
    assert problems_of(record) == [
        ("plays/0/result", "invalid_result"),
        ("premiums/0/kontra", "invalid_kontra"),
        ("plays/0/partner", "partner_not_allowed"),
        ("premiums/0/won", "silent_lost"),
    ]


def test_blanks_around_a_record_belong_to_no_record():
    line = json.dumps({"sheet": "treffpunkt", "plays": [GAME]}).encode()
    assert desk().answer_line(b" " + line + b"\r")[0] == desk().answer_line(line)[0]
