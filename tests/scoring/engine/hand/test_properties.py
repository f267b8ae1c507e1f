"""Properties of every valid record of every sheet, with every choice of its options."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.hand.check import check
from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import print_record
from scoring.engine.hand.score import score
from scoring.engine.house_rules.library import BUILT_IN
from scoring.engine.points import print_amount
from tests.scoring.engine.hand.test_golden_answers import decoded
from tests.scoring.engine.support.invented_sheets import desk
from tests.scoring.engine.support.strategies import ANY_INVENTED, cases

SHEETS = pytest.mark.parametrize("sheet_id", [*BUILT_IN, ANY_INVENTED])
DESK = desk()


@pytest.mark.heavy_but("karlsruhe")
@SHEETS
@given(data=st.data())
def test_a_valid_record_has_no_problem_and_all_that_is_paid_adds_up(sheet_id, data):
    case = data.draw(cases(sheet_id))
    assert check(case.record, case.sheet) == []
    scored = score(case.record, case.sheet)
    assert scored.lines
    assert sum(scored.payouts) == sum(scored.written) == 0
    for line in scored.lines:
        assert all(type(amount) is int for amount in (*line.amounts, *line.written))
        assert sum(line.amounts) == sum(line.written) == 0, line
    assert list(scored.payouts) == [sum(seat) for seat in zip(*(line.amounts for line in scored.lines), strict=True)]
    assert list(scored.written) == [sum(seat) for seat in zip(*(line.written for line in scored.lines), strict=True)]
    if case.sheet.written is None:
        assert scored.written == scored.payouts
    text, _ = DESK.answer_line(json.dumps(print_record(case.record)).encode())
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
    printed = print_record(record)
    assert parse(printed) == (record, [])
    again, problems = parse(json.loads(json.dumps(printed)))
    assert not problems
    assert again is not None
    assert print_record(again) == printed


OPTIONAL: dict[str, tuple[Any, ...]] = {
    "id": (None,),
    "sheet": (None,),
    "options": (None, {}),
    "forehand": (None,),
    "radl": (None,),
    "premiums": (None, []),
    "renonce": (None,),
}
OPTIONAL_IN_PLAY: dict[str, tuple[Any, ...]] = {
    "partner": (None,),
    "king_in_talon": (None, False),
    "result": (None,),
    "points": (None,),
    "tricks": (None,),
    "kontra": (None, 1),
    "kontra_by": (None,),
    "losers": (None, []),
    "jungfrauen": (None, []),
    "buergermeister": (None,),
}
OPTIONAL_IN_PREMIUM: dict[str, tuple[Any, ...]] = {
    "announced": (None, False),
    "won": (None, True),
    "kontra": (None, 1),
    "kontra_by": (None,),
    "by": (None,),
    "from": (None,),
}


def spelt_out(draw: Any, table: dict[str, Any], optional: dict[str, tuple[Any, ...]]) -> dict[str, Any]:
    """The same table with some of what is absent written as null or as its default."""
    absent = [field for field in optional if field not in table]
    fields = draw(st.lists(st.sampled_from(absent), unique=True)) if absent else []
    return table | {field: draw(st.sampled_from(optional[field])) for field in fields}


def other_points(draw: Any, points: Any) -> Any:
    """The same card points written otherwise: 35 is also "35" and "35/0"."""
    if isinstance(points, list):
        return [other_points(draw, point) for point in points]
    return points if points is None or "/" in points else draw(st.sampled_from((points, int(points), f"{points}/0")))


@SHEETS
@given(data=st.data())
def test_what_is_absent_may_also_be_null_or_its_default(sheet_id, data):
    record = data.draw(cases(sheet_id)).record
    printed = print_record(record)
    plays = [spelt_out(data.draw, play, OPTIONAL_IN_PLAY) for play in printed["plays"]]
    plays = [play | ({"points": other_points(data.draw, play["points"])} if "points" in play else {}) for play in plays]
    premiums = [spelt_out(data.draw, premium, OPTIONAL_IN_PREMIUM) for premium in printed.get("premiums", [])]
    written = printed | {"plays": plays} | ({"premiums": premiums} if premiums else {})
    assert parse(spelt_out(data.draw, written, OPTIONAL)) == (record, [])
