"""What must hold for every valid record of every sheet, with every choice of its options."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.check import check
from scoring.engine.desk import Desk
from scoring.engine.library import BUILT_IN, built_in
from scoring.engine.points import print_amount
from scoring.engine.reader import parse
from scoring.engine.record import to_json
from scoring.engine.score import score
from tests.scoring.engine.strategies import cases
from tests.scoring.engine.test_golden_answers import decoded

# Every property is tried on every sheet; `make test-heavy` tries each of them many times more.
SHEETS = pytest.mark.parametrize(
    "sheet_id", [*BUILT_IN, *(pytest.param(one, marks=pytest.mark.heavy, id=f"{one}-many") for one in BUILT_IN)]
)
DESK = Desk(built_in)


@SHEETS
@given(data=st.data())
def test_a_valid_record_has_no_problem_and_all_that_is_paid_adds_up(sheet_id, data):
    case = data.draw(cases(sheet_id))
    assert check(case.record, case.sheet) == []
    scored = score(case.record, case.sheet)
    assert scored.lines
    assert sum(scored.payouts) == sum(scored.written) == 0
    for line in scored.lines:
        assert sum(line.amounts) == sum(line.written) == 0, line
    assert list(scored.payouts) == [sum(seat) for seat in zip(*(line.amounts for line in scored.lines), strict=True)]
    assert list(scored.written) == [sum(seat) for seat in zip(*(line.written for line in scored.lines), strict=True)]
    if case.sheet.written is None:
        assert scored.written == scored.payouts
    text, _ = DESK.told(json.dumps(to_json(case.record)).encode())
    answer = decoded(text)  # which refuses decimal numbers
    assert answer["ok"] is True
    assert answer["id"] == case.record.id
    assert answer["payouts"] == [print_amount(amount) for amount in scored.payouts]
    assert answer["schrift"] == [print_amount(amount) for amount in scored.written]
    assert len(answer["lines"]) == len(scored.lines)


@SHEETS
@given(data=st.data())
def test_reading_and_printing_a_record_are_inverse(sheet_id, data):
    record = data.draw(cases(sheet_id)).record
    printed = to_json(record)
    assert parse(printed) == (record, [])
    again, problems = parse(json.loads(json.dumps(printed)))
    assert not problems
    assert again is not None
    assert to_json(again) == printed
