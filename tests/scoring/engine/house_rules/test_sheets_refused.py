"""Sheet files that are refused: the cases of tests/data/refused-sheets.toml, and wrong values everywhere."""

import tomllib
from functools import cache
from typing import Any

import pytest

from scoring.engine.house_rules.library import load
from scoring.engine.house_rules.schema import ENTRIES, PLAIN, SECTIONS, Kind
from scoring.engine.house_rules.validate import validate
from scoring.engine.problems import Problem, SheetError
from scoring.engine.texts import LANGUAGES, describe_problem
from scoring.engine.texts.sheets import SHEET_TEXTS
from tests.support.paths import DATA

CASES: list[dict[str, Any]] = tomllib.loads((DATA / "refused-sheets.toml").read_text(encoding="utf-8"))["refused"]
HEAD = 'id = "mine"\nsource = "our club"\nextends = "treffpunkt"\n'


def write_file(case: dict[str, Any]) -> str:
    """Return the text of the sheet of a case."""
    return str(case.get("whole") or HEAD + case["text"])


@cache
def refuse_text(text: str) -> SheetError:
    """Load a sheet, and return all that is said against it, and where."""
    with pytest.raises(SheetError) as caught:
        load(text)
    return caught.value


def refused(case: dict[str, Any]) -> tuple[Problem, ...]:
    """Load the sheet of a case, and return all that is said against it."""
    return refuse_text(write_file(case)).problems


@pytest.mark.heavy_but("Trischaken on the sheet, but no word on what it pays")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_a_sheet_is_refused_with_all_reasons_at_once(case):
    problems = refused(case)
    assert {(problem.path, problem.code) for problem in problems} == {(path, code) for path, code in case["problems"]}
    assert any(case["says"] in describe_problem(problem, "en") for problem in problems)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_every_reason_has_its_place_in_the_file(case):
    text = write_file(case)
    refusal = refuse_text(text)
    places, lines = refusal.places, text.splitlines()
    assert len(places) == len(refusal.problems)
    assert list(places) == sorted(places)
    assert all(1 <= column <= len(lines[line - 1]) + 1 for line, column in places)
    assert [list(place) for place in places] == case.get("places", [list(place) for place in places])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_the_reasons_are_whole_sentences_in_both_languages(case):
    for problem in refused(case):
        german, english = (describe_problem(problem, language) for language in LANGUAGES)
        assert german != english
        assert {german[-1], english[-1]} <= {".", "?"}


def test_there_is_a_refused_sheet_for_every_code():
    of_the_file = {"file_too_large", "file_too_long", "not_utf8", "more_problems"}  # see test_sheet_files.py
    assert {problem.text or problem.code for case in CASES for problem in refused(case)} == set(
        SHEET_TEXTS
    ) - of_the_file


WRONG: dict[str, list[Any]] = {
    "text": ["", "  ", 3, "x" * 301, True],
    "ident": ["", "Rufer", "2x", "a b", "ü", "x" * 41, 3],
    "money": ["10 cent", "0.1 EUR", "0.10 eur", 10, "-0.10 EUR"],
    "points": ["35/3", "-1", "00035", 1.5, True, "35/", 10000, "99999"],
    "value": [0, -1, "0", "5/0", "1.5", 10001, True, "x4", "٣", None],
    "worth": [0, -1, "x1", "x65", "x", "x04", "4x", 10001],
    "bool": [1, "true", 0],
    "kontra": [0, 3, 32, "2", True],
    "words": ["game", [1], {"game": True}, [["game"]]],
    "by": ["all", "Forehand", 1],
    "partner": ["queen", True],
    "tricks": [-1, 13, "1", True],
    "defence_kontra": [["trull"], {"trull": "always"}, {"trull": True}],
    "side": ["both", 1],
    "between": ["pairs", 1],
    "hoch": ["left", 1],
    "year": [1899, 2101, "2023", True],
    "evidence": ["rumour", True],
    "total": [0, 1000, "70", True],
    "events": [["zero"], {"zero": 0}, {"zero": 13}, {"zero": "rounds"}, {"zero": True}],
    "jungfrauen": [-1, 4, "1", True],
    "rows": [[], {}, [1], [{}], [{"places": [1, -1]}], [{"places": [0, 0, 0, "x"]}],
             [{"places": [0, 0, 0, 0], "if": []}],
             [{"places": [0, 0, 0, 0], "when": "forehand"}], [{"places": [0, 0, 0, 0], "ref": 3}]],
    "paragraphs": ["Zutaten", ["Zutaten"], {"Zutaten": ""}, {"Zutaten": 1}],
    "examples": [{}, [1], [{}], [{"plays": []}], [{"plays": [], "payouts": [1, -1]}],
                 [{"plays": [], "payouts": [0, 0, 0, 0], "name": 3}]],
    "alone": [0, 2, "3", True],
    "blame": ["everybody", 1],
    "claims": ["all", True, 3],
    "round": ["up", 1],
    "pot_version": ["Standard", "steindl", 1],
}  # fmt: skip
PLACES: list[tuple[tuple[str, ...], Kind]] = [
    *(((key,), kind) for key, kind in PLAIN.items()),
    *(((section, key), kind) for section, keys in SECTIONS.items() for key, kind in keys.items()),
    *(((section, "mine", key), kind) for section, keys in ENTRIES.items() for key, kind in keys.items()),
]


def nested(path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """Put a value at a path of tables; an option gets its overlay."""
    for key in reversed(path):
        value = {key: value}
    if path[0] == "options":
        value["options"]["mine"]["on"] = {}
    return dict(value)


@pytest.mark.parametrize(("path", "kind"), PLACES, ids=["/".join(path) for path, _ in PLACES])
def test_every_key_refuses_what_is_not_of_its_kind_and_can_be_taken_out(path, kind):
    for wrong in WRONG[kind.expects]:
        problems = list(validate(nested(path, wrong)))
        assert problems == [Problem("/".join(path), "wrong_value", (("expects", kind.expects),))], wrong
    assert list(validate(nested(path, False))) == []


@pytest.mark.parametrize("path", [("weather",), ("kontra", "weather"), ("contracts", "mine", "weather")])
def test_a_key_that_looks_like_no_other_gets_no_guess(path):
    problem = next(iter(validate(nested(path, 1))))
    assert (problem.path, problem.code) == ("/".join(path), "unknown_key")
    assert "mean" not in describe_problem(problem, "en")
