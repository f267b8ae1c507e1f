"""The payout of a hand is the same with the lines that say why and without them."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.hand.check import check
from scoring.engine.hand.examples import Example
from scoring.engine.hand.record import HandRecord, Play, RecordedPremium
from scoring.engine.hand.score import compute_payout, score
from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from scoring.engine.house_rules.sheet import Sheet
from tests.scoring.engine.hand.test_properties import SHEETS
from tests.scoring.engine.support.golden_data import all_faults, golden
from tests.scoring.engine.support.invented_sheets import invented
from tests.scoring.engine.support.strategies import cases

DESK = RecordScorer(load_built_in)


def _list_differences(record: HandRecord, sheet: Sheet) -> Iterator[str]:
    for radl in {record.radl, None, 2, 4 if sheet.radl_stacks else 2}:
        hand = record._replace(radl=radl)
        scored, paid = score(hand, sheet), compute_payout(hand, sheet)
        if (scored.payouts, scored.written, scored.radl_deals) != paid:
            yield f"{paid} is not {scored}"


def _list_faults(example: Example) -> Iterator[str]:
    record, problems, sheet = DESK.read_record(example.record)
    if record is not None and sheet is not None and not problems and DESK.score_raw(example.record).score is not None:
        yield from _list_differences(record, sheet)


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_every_golden_hand_pays_the_same_without_its_lines(sheet_id: str):
    wrong = all_faults(golden(sheet_id), _list_faults)
    assert not wrong, wrong


HANDS = {
    "from player to player": (
        "mondfang",
        HandRecord(
            (Play("rufer", 0, 2, result="won"),),
            (RecordedPremium("mondfang", "declarer", by=0, from_=1), RecordedPremium("pagat", "defence")),
        ),
    ),
    "a Trischaken rounded down": (
        "halves-down",
        HandRecord((Play("trischaken", 0, points=(0, 0, 15, 195)),), forehand=0),
    ),
}


@pytest.mark.parametrize(("sheet_id", "record"), HANDS.values(), ids=HANDS)
def test_hands_of_made_up_sheets_do(sheet_id: str, record: HandRecord):
    sheet = invented(sheet_id).build_sheet()
    assert check(record, sheet) == []
    assert list(_list_differences(record, sheet)) == []


@SHEETS
@given(data=st.data())
def test_every_random_hand_does(sheet_id: str, data: st.DataObject):
    case = data.draw(cases(sheet_id))
    assert list(_list_differences(case.record, case.sheet)) == []
