"""The problems of a record: one record for each code (tests/data/problems.toml), and all of them at once."""

import json
import tomllib
from string import Formatter
from typing import Any

import pytest

from scoring.engine.evening.state import Session
from scoring.engine.hand.check.premiums import list_obstacles
from scoring.engine.hand.scorer import Result
from scoring.engine.texts import LANGUAGES, TEXTS, describe_problem
from scoring.engine.texts.records import RECORD_TEXTS
from scoring.engine.texts.words import KINDS
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.engine.support.invented_sheets import desk
from tests.support.paths import DATA

CASES = tomllib.loads((DATA / "problems.toml").read_text(encoding="utf-8"))
PROBLEMS: list[dict[str, Any]] = CASES["problem"]
WARNINGS: list[dict[str, Any]] = CASES["warning"]


def told_of(case: dict[str, Any], language: str = "de") -> tuple[dict[str, Any], Result | None]:
    """Answer the record of a case, at its table where it has one."""
    own = desk(case.get("own"), language)
    line = case.get("line") or json.dumps(case["record"])
    teller = Session(own, case["players"]) if "players" in case else own
    answer, result = teller.answer_line(line.encode())
    return json.loads(answer), result


def label(case: dict[str, Any]) -> str:
    return f"{case['code']} at {case.get('path') or 'the whole'}"


@pytest.mark.parametrize("case", PROBLEMS, ids=label)
def test_a_record_with_one_problem_reports_exactly_that_one_in_both_languages(case):
    answer, result = told_of(case)
    assert result is not None
    assert [(problem.path, problem.code, problem.text or problem.code) for problem in result.problems] == [
        (case["path"], case["code"], case.get("text", case["code"]))
    ]
    assert answer["ok"] is False
    assert [(error["path"], error["code"]) for error in answer["errors"]] == [(case["path"], case["code"])]
    sentences = [describe_problem(problem, language) for problem in result.problems for language in LANGUAGES]
    assert len(set(sentences)) == len(LANGUAGES)
    for sentence in sentences:
        assert sentence[-1] in ".?"
        assert not set("{}") & set(sentence.replace("{…}", ""))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_answer_speaks_the_language_that_was_asked_for(language):
    case = PROBLEMS[0]
    answer, result = told_of(case, language)
    assert result is not None
    assert answer["errors"][0]["message"] == describe_problem(result.problems[0], language)


@pytest.mark.parametrize("case", WARNINGS, ids=label)
def test_a_warning_is_told_and_the_hand_is_scored_all_the_same(case):
    for language in LANGUAGES:
        answer, result = told_of(case, language)
        assert answer["ok"] is True
        assert result is not None
        assert [warning["code"] for warning in answer["warnings"]] == [case["code"]]
        assert case["names"] in answer["warnings"][0]["message"]


def test_a_refused_hand_is_warned_of_nothing():
    assert desk().score_raw({"sheet": "treffpunkt", "plays": []}).warnings == ()


def test_there_is_a_record_for_every_code():
    shown = {case.get("text", case["code"]) for case in [*PROBLEMS, *WARNINGS]}
    assert shown == set(RECORD_TEXTS)


def test_every_sentence_exists_in_german_and_english_with_the_same_parameters():
    for code, texts in TEXTS.items():
        needed, needed_in_english = ({name for _, name, _, _ in Formatter().parse(text) if name} for text in texts)
        assert needed == needed_in_english, code
        assert texts[0] != texts[1], code
    assert all(german and english for german, english in KINDS.values())


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


def list_denied(sheet: str) -> dict[str, set[str]]:
    """Return the premiums of the other side that cannot have been made beside each."""
    denied: dict[str, set[str]] = {}
    for (name, _), others in list_obstacles(sheet_of(sheet)).items():
        denied.setdefault(name, set()).update(other for (other, _), code in others.items() if code == "premium_denied")
    return denied


def test_it_is_known_what_cannot_have_been_made_by_both_sides():
    denied = list_denied("treffpunkt")
    assert denied["mondfang"] == {"trull", "valat"}
    assert denied["trull"] == {"mondfang", "pagatfang"}  # it may have lain in the talon beside a Valat
    assert denied["koenigfang"] == {"koenige", "koenig_ultimo"}
    assert {"pagat", "uhu", "mondfang", "sack_1"} <= denied["valat"]
    assert list_obstacles(sheet_of("treffpunkt"))["koenigfang", False]["valat", True] == "premium_left"
    assert list_denied("karlsruhe")["koenigfang"] == {"valat"}
    assert list_denied("zwanzigerrufen")["valat"] == {"pagat", "koenige", "trull", "mondfang", "absolut"}
