"""Every problem code of a record: one record that has exactly that problem, in tests/data/problems.toml."""

import json
import tomllib
from string import Formatter
from typing import Any

import pytest

from scoring.engine.evening.state import Session
from scoring.engine.hand.scorer import Result
from scoring.engine.texts import LANGUAGES, TEXTS, describe_problem
from scoring.engine.texts.records import RECORD_TEXTS
from scoring.engine.texts.words import KINDS
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
