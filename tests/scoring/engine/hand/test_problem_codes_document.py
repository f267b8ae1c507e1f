"""docs/dev/problem-codes.md lists every code there is, and each example has that problem at that place."""

import json

import pytest

from scoring.engine.evening.session import Session
from scoring.engine.house_rules.library import load, load_file
from scoring.engine.problems import SheetError
from scoring.engine.texts.records import RECORD_TEXTS
from scoring.engine.texts.sheets import SHEET_TEXTS, SHEET_WARNINGS
from tests.scoring.engine.support.documents import code, page, rows
from tests.scoring.engine.support.invented_sheets import desk

PAGE = page("problem-codes.md")
HANDS, SHEETS = (rows(part, "code") for part in PAGE.split("## Sheet files"))
RECORDS = [row for row in HANDS if len(row) == 4]
WARNINGS = [row for row in HANDS if len(row) == 3]
EXAMPLES = [row for row in WARNINGS if code(row[2])]  # by one of the seven sheets
SPOKEN = {  # sentence -> code
    "needs_kontra": "<premium>_needs_kontra",
    "premium_contradicts": "result_contradicts",
    "partner_needed": "partner_missing",
    "no_kontra": "kontra_too_high",
    "losers_or_points": "points_missing",
    "losers_or_buergermeister": "losers_impossible",
}
DOUBTS = rows(PAGE, "warning")
BETWEEN_PLAYERS = ("players_missing", "players_same", "players_wrong_side")
HEAD = {"id": 'id = "mine"', "source": 'source = "our club"', "extends": 'extends = "treffpunkt"'}


def parse_code(row: list[str]) -> str:
    return code(row[0])[0]


def where(row: list[str]) -> str:
    """The path in a row; what concerns the whole has none."""
    return (code(row[1]) or [""])[0]


def test_the_codes_of_records_are_those_that_there_are():
    listed = [parse_code(row) for row in [*RECORDS, *WARNINGS]]
    assert sorted(listed) == sorted({SPOKEN.get(text, text) for text in RECORD_TEXTS})


def test_the_codes_of_sheets_are_those_that_there_are():
    assert sorted(parse_code(row) for row in SHEETS) == sorted({text.removesuffix("_near") for text in SHEET_TEXTS})
    assert [parse_code(row) for row in DOUBTS] == list(
        dict.fromkeys(text.removesuffix("_near") for text in SHEET_WARNINGS)
    )


@pytest.mark.parametrize("row", RECORDS, ids=parse_code)
def test_the_record_of_a_code_has_that_problem_there(row):
    own = desk("mondfang" if parse_code(row) in BETWEEN_PLAYERS else None)
    evening = "forehand" in where(row) or where(row) in ("redeal", "void")
    line = code(row[3])[0].encode()
    answer = json.loads((Session(own, 5) if evening else own).answer_line(line)[0])
    told = [(error["path"], error["code"]) for error in answer["errors"]]
    assert told == [(where(row), parse_code(row).replace("<premium>", "absolut"))]


@pytest.mark.parametrize("row", EXAMPLES, ids=parse_code)
def test_the_record_of_a_warning_is_scored_and_warned_of(row):
    answer = json.loads(desk().answer_line(code(row[2])[0].encode())[0])
    assert answer["ok"] is True
    assert [warning["code"] for warning in answer["warnings"]] == [parse_code(row)]


def text_of(row: list[str]) -> str:
    """The sheet of an example."""
    lines = code(row[3])
    return "\n".join([*(line for key, line in HEAD.items() if not lines[0].startswith(f"{key} ")), *lines])


@pytest.mark.parametrize("row", [row for row in SHEETS if row[3] != "–"], ids=parse_code)
def test_the_lines_of_a_sheet_code_have_that_problem_there(row):
    with pytest.raises(SheetError) as caught:
        load(text_of(row))
    assert {(problem.path, problem.code) for problem in caught.value.problems} == {(where(row), parse_code(row))}


@pytest.mark.parametrize("row", DOUBTS, ids=parse_code)
def test_the_line_of_a_warning_is_worth_a_second_look_there(row):
    _rules, warnings = load_file(text_of(row).encode())
    assert [(doubt.problem.path, doubt.problem.code) for doubt in warnings] == [(where(row), parse_code(row))]
