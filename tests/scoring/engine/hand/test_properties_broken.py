"""Whatever comes in: an invalid record never scores, always says where and what, and nothing raises."""

import json
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.evening.state import Session
from scoring.engine.hand.record import print_record
from scoring.engine.hand.scorer import format_explained_answer
from scoring.engine.house_rules.library import BUILT_IN
from scoring.engine.texts import LANGUAGES
from scoring.engine.texts.records import RECORD_TEXTS
from tests.scoring.engine.hand.test_golden_answers import decoded
from tests.scoring.engine.hand.test_properties import SHEETS
from tests.scoring.engine.support.invented_sheets import desk
from tests.scoring.engine.support.strategies import cases, choices
from tests.scoring.engine.support.strategies_broken import any_json, broken, nearly_records

DESKS = {language: desk("treffpunkt", language) for language in LANGUAGES}
NAMES = [choices(sheet_id)[0].sheet for sheet_id in BUILT_IN]
CONTRACTS = tuple({name for sheet in NAMES for name in sheet.contracts})
PREMIUMS = tuple({name for sheet in NAMES for name in sheet.premiums})


def answers(line: bytes) -> dict[str, dict[str, Any]]:
    """The answers to a line in every language, each as it stands in the output."""
    return {language: decode_answer(scorer.answer_line(line)[0]) for language, scorer in DESKS.items()}


def decode_answer(text: str) -> dict[str, Any]:
    """An answer after it went out as UTF-8: half characters become JSON escapes there."""
    return decoded(text.encode("utf-8", "backslashreplace").decode("utf-8"))


def is_known(code: str) -> bool:
    """Return True if the catalogue knows a code; `<premium>_needs_kontra` is one code for each premium."""
    return code in RECORD_TEXTS or code.endswith("_needs_kontra")


def check_errors(by_language: dict[str, dict[str, Any]]) -> list[str]:
    """Every error has a path, a known code and a sentence in every language; the paths."""
    found = []
    for answer in by_language.values():
        assert answer["ok"] is False
        assert answer["errors"]
        for error in answer["errors"]:
            assert list(error) == ["path", "code", "message"]
            assert type(error["path"]) is str
            assert is_known(error["code"]), error
            assert error["message"].strip()
        found.append([(error["path"], error["code"]) for error in answer["errors"]])
    assert found[0] == found[1]
    return [path for path, _ in found[0]]


@pytest.mark.heavy_but("any invented sheet")
@SHEETS
@given(data=st.data())
def test_a_record_with_one_thing_wrong_never_scores_and_says_where_it_is_wrong(sheet_id, data):
    record = print_record(data.draw(cases(sheet_id)).record)
    path, wrong = data.draw(broken(record))
    paths = check_errors(answers(json.dumps(wrong).encode()))
    assert any(found_path == path or found_path.startswith(f"{path}/") for found_path in paths), (path, paths)


def _sound(by_language: Iterable[dict[str, Any]]) -> None:
    for answer in by_language:
        if answer["ok"]:
            assert set(answer) >= {"payouts", "schrift", "lines"}
        else:
            assert all(is_known(error["code"]) and error["message"] for error in answer["errors"])


@given(value=any_json | nearly_records(CONTRACTS, PREMIUMS), language=st.sampled_from(LANGUAGES))
def test_any_json_is_answered(value, language):
    line = json.dumps(value).encode()
    by_language = answers(line)
    _sound(by_language.values())
    text, result = DESKS[language].answer_line(line)
    assert format_explained_answer(text, result, language)


@pytest.mark.parametrize(
    "line",
    [
        b'{"forehand": ' + b"9" * 5000 + b"}",  # more digits than Python reads
        b"[" * 100_000,
        b'{"plays":' * 50_000,
        b'{"radl": NaN}',
        b'{"radl": -Infinity}',
        b'\xff\xfe{"plays": []}',
        b'"\xed\xa0\x80"',  # half a character as UTF-8 bytes
        b"\x00",
        b"{} {}",
    ],
    ids=["digits", "lists", "objects", "nan", "infinity", "utf16", "surrogate", "nul", "two"],
)
def test_a_hostile_line_is_no_json(line):
    errors = [error for answer in answers(line).values() for error in answer["errors"]]
    assert {(error["path"], error["code"]) for error in errors} == {("", "invalid_json")}


def test_a_sheet_without_a_name_is_not_the_default_sheet():
    record = {"sheet": "", "plays": [{"contract": "dreier", "declarer": 0, "result": "won"}]}
    assert check_errors(answers(json.dumps(record).encode())) == ["sheet"]


@given(line=st.binary(max_size=60) | st.text(max_size=40).map(str.encode))
def test_any_bytes_are_answered(line):
    for answer in answers(line).values():
        assert answer["ok"] is False


@given(values=st.lists(any_json | nearly_records(CONTRACTS, PREMIUMS), max_size=6), players=st.sampled_from((4, 5, 6)))
def test_any_evening_is_answered_line_by_line(values, players):
    marks: list[Any] = [{"redeal": True}, {"void": 1}]
    session = Session(DESKS["de"], players)
    for line in [json.dumps(value).encode() for value in [*values, *marks]]:
        text, result = session.answer_line(line)
        answer = decode_answer(text)
        assert len(answer["totals"]) == players
        assert sum(session.evening.totals) == 0
        assert format_explained_answer(text, result, "de") is not None
    assert 0 <= session.evening.forehand < players
