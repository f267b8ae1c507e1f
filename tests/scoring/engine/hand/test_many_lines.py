"""Lines that are answered together are answered as each of them by itself."""

import json

import pytest

from scoring.engine.hand.scorer import BATCH
from tests.scoring.engine.support.invented_sheets import desk


def line(number: int) -> bytes:
    """A Dreier of one seat after the other; every fifth line is no JSON."""
    play = {"contract": "dreier", "declarer": number % 4, "result": "won"}
    record = {"id": str(number), "sheet": "treffpunkt", "plays": [play]}
    return json.dumps(record).encode() if number % 5 else b"{"


@pytest.mark.parametrize("count", [0, 1, BATCH - 1, BATCH, BATCH + 1, 2 * BATCH + 3])
def test_every_line_has_its_answer_in_its_turn(count):
    lines = [line(number) for number in range(count)]
    scorer = desk()
    assert list(scorer.answer_lines(lines)) == [scorer.answer_line(single) for single in lines]


def test_a_line_in_the_second_batch_pays_what_it_says():
    answers = [json.loads(text) for text, _ in desk().answer_lines([line(number) for number in range(BATCH + 3)])]
    assert answers[BATCH + 1]["id"] == str(BATCH + 1)
    assert answers[BATCH + 1]["payouts"] == ["-5", "15", "-5", "-5"]
