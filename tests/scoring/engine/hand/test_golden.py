"""Every golden hand pays what its file says, and every line of every answer is sound."""

import json
from collections import Counter
from collections.abc import Iterator

import pytest

from scoring.engine.hand.examples import Example
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import BUILT_IN, ORIGINALS, load_built_in
from tests.scoring.engine.support.golden_data import all_faults, golden, line_of

DESK = RecordScorer(load_built_in)


def _differences(hand: Example) -> Iterator[str]:
    text, result = DESK.answer_line(line_of(hand))
    answer = json.loads(text)
    errors = [(error["path"], error["code"]) for error in answer.get("errors", [])]
    if sorted(errors) != sorted(hand.errors):
        yield f"errors are {errors}, not {hand.errors} ({hand.why})"
    if hand.payouts is None or not answer["ok"]:
        return
    if result is not None and result.score is not None:
        yield from _list_unsound_lines(result.score)
    found = {
        "payouts": (tuple(answer["payouts"]), hand.payouts),
        "schrift": (tuple(answer["schrift"]), hand.written),
        "starts_radl": (answer["starts_radl"], hand.starts_radl),
        "warnings": (tuple(warning["code"] for warning in answer["warnings"]), hand.warnings),
    }
    for name, (given, expected) in found.items():
        if given != expected:
            yield f"{name} is {given}, not {expected} ({hand.why})"


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_every_golden_hand_pays_what_its_file_says_and_its_lines_add_up_to_that(sheet_id):
    hands = golden(sheet_id)
    assert len(hands) > (100 if sheet_id in ORIGINALS else 9)
    wrong = all_faults(hands, _differences)
    assert not wrong, wrong


def _list_unsound_lines(score: Score) -> Iterator[str]:
    for line in score.lines:
        if sum(line.amounts) or sum(line.written):
            yield f"the line {line} does not add up to 0"
    for amounts, lines in (
        (score.payouts, [line.amounts for line in score.lines]),
        (score.written, [line.written for line in score.lines]),
    ):
        if list(amounts) != [sum(seat) for seat in zip(*lines, strict=True)]:
            yield f"the lines {lines} do not add up to {amounts}"


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_golden_hands_have_names_of_their_own_and_a_reason(sheet_id):
    hands = golden(sheet_id)
    twice = [name for name, count in Counter(hand.name for hand in hands).items() if count > 1]
    assert not twice
    assert not [hand.name for hand in hands if not hand.why.strip()]
    assert not [hand.name for hand in hands if (hand.payouts is None) != bool(hand.errors)]
