"""The book keeps a score whole."""

import json

import pytest

from scoring.engine.hand.record import HandRecord, Play
from scoring.engine.hand.score_lines import decode_record, decode_score, encode_record, encode_score
from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from tests.scoring.engine.support.golden_data import all_faults, golden
from tests.scoring.engine.support.invented_sheets import score_of


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_every_golden_score_is_read_back_as_it_was_written(sheet_id):
    desk = RecordScorer(load_built_in)

    def faults(hand):
        score = desk.score_raw(hand.record).score
        if hand.payouts is None:
            return
        if score is None or decode_score(encode_score(score), score.sheet) != score:
            yield "is read back differently"

    assert not all_faults(golden(sheet_id), faults)


def test_a_record_that_says_who_lost_is_read_back():
    play = Play("trischaken", 3, losers=(0, 2), jungfrauen=(1,))
    for record in (HandRecord((play,), forehand=3), HandRecord((play._replace(losers=(2,), buergermeister=2),))):
        text = encode_record(record)
        assert decode_record(text) == record


def test_what_is_kept_are_codes_and_numbers_in_sixths():
    play = {"contract": "rufer", "declarer": 0, "partner": 2, "points": "41/1", "kontra": 2}
    record = {"sheet": "treffpunkt", "plays": [play], "premiums": [{"premium": "pagat", "side": "declarer"}]}
    score = score_of(record)
    rufer = [
        "rufer",
        "contract",
        6,
        True,
        [["kontra", 2]],
        [],
        "",
        "",
        None,
        None,
        [12, -12, 12, -12],
        [12, -12, 12, -12],
    ]
    pagat = ["pagat", "premium", 6, True, [], [], "silent", "declarer", None, None, [6, -6, 6, -6], [6, -6, 6, -6]]
    stored = encode_score(score)
    assert json.loads(stored) == {"lines": [rufer, pagat], "radl_deals": None, "warnings": []}
    assert decode_score(stored, score.sheet).payouts == (18, -18, 18, -18)


def test_what_is_only_worth_a_second_look_and_the_radl_that_follows_are_kept_too():
    trull = {"premium": "trull", "side": "defence"}
    record = {"plays": [{"contract": "einer", "declarer": 0, "result": "lost"}], "premiums": [trull]}
    warned = score_of(record, "club")
    assert [warning.code for warning in decode_score(encode_score(warned), warned.sheet).warnings] == ["pflichtkontra"]
    trischaken = {"contract": "trischaken", "declarer": 0, "points": [20, 15, 10, 25]}
    started = score_of({"sheet": "treffpunkt", "plays": [trischaken]})
    assert decode_score(encode_score(started), started.sheet).radl_deals == "round"
