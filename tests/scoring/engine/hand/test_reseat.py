"""The same hand on other seats: everybody takes along what is his, and who does not play the deal is named."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.hand.record import SEATS, HandRecord, Play, RecordedPremium, Renonce, reseat_record
from scoring.engine.hand.score import score
from tests.scoring.engine.hand.test_properties import SHEETS
from tests.scoring.engine.support.strategies import Case, cases

DREIER = Play("dreier", 0, result="won")


def reseat(case: Case, turn: Sequence[int]) -> HandRecord:
    """The record of a case with everybody on another seat."""
    forehand = turn[case.record.forehand or 0]
    moved, problems = reseat_record(
        case.record, dict(enumerate(turn)), forehand, trischaken=case.contract.is_trischaken
    )
    assert problems == []
    return moved


@SHEETS
@given(data=st.data(), turn=st.permutations(SEATS))
def test_on_other_seats_everybody_gets_what_he_got(sheet_id, data, turn):
    case = data.draw(cases(sheet_id))
    before, after = score(case.record, case.sheet), score(reseat(case, turn), case.sheet)
    assert [after.payouts[turn[seat]] for seat in SEATS] == list(before.payouts)
    assert [after.written[turn[seat]] for seat in SEATS] == list(before.written)
    assert after.radl_deals == before.radl_deals


@given(data=st.data(), turn=st.permutations(SEATS))
def test_there_and_back_is_the_same_hand(data, turn):
    case = data.draw(cases("treffpunkt"))
    there = case._replace(record=reseat(case, turn))
    back = sorted(SEATS, key=lambda seat: turn[seat])
    assert reseat(there, back) == case.record._replace(forehand=case.record.forehand or 0)


@pytest.mark.parametrize(
    ("record", "away", "paths"),
    [
        (HandRecord((DREIER,)), 0, ["plays/0/declarer"]),
        (HandRecord((DREIER,)), 3, []),
        (HandRecord((Play("rufer", 0, partner=2, result="won"),)), 2, ["plays/0/partner"]),
        (HandRecord((DREIER._replace(kontra=2, kontra_by=1),)), 1, ["plays/0/kontra_by"]),
        (HandRecord((Play("piccolo", 0, result="won", kontra=(1, 2, 1, 1)),)), 1, ["plays/0/kontra"]),
        (HandRecord((Play("piccolo", 0, result="won", kontra=(1, 2, 1, 1)),)), 2, []),
        (HandRecord((Play("piccolo", 0, tricks=(1, 4, 4, 3)),)), 3, ["plays/0/tricks"]),
        (HandRecord((DREIER,), (RecordedPremium("pagat", "defence", kontra_by=1),)), 1, ["premiums/0/kontra_by"]),
        (HandRecord((DREIER,), (RecordedPremium("pagat", "defence", by=2),)), 2, ["premiums/0/by"]),
        (HandRecord((DREIER,), (RecordedPremium("mondfang", "declarer", from_=3),)), 3, ["premiums/0/from"]),
        (HandRecord((DREIER,), renonce=Renonce(1)), 1, ["renonce/seat"]),
        (HandRecord((DREIER,), renonce=Renonce(1, ((2, 6),))), 2, ["renonce/claims"]),
        (HandRecord((DREIER,), renonce=Renonce(1, ((2, 6),))), 3, []),
    ],
)
def test_who_sits_out_is_told_where_the_record_names_him(record, away, paths):
    seats = {seat: None if seat == away else seat for seat in SEATS}
    _, problems = reseat_record(record, seats, 0, trischaken=False)
    assert [(problem.path, problem.code) for problem in problems] == [(path, "not_in_this_deal") for path in paths]


def test_in_trischaken_the_points_go_with_the_players_and_the_declarer_with_the_forehand():
    record = HandRecord((Play("trischaken", 0, points=(60, 60, 45, 45)),), forehand=0)
    moved, problems = reseat_record(record, {0: 1, 1: 2, 2: 3, 3: 0}, 3, trischaken=True)
    assert (moved.plays[0].declarer, moved.plays[0].points, problems) == (3, (45, 60, 60, 45), [])
    _, problems = reseat_record(record, {0: None, 1: 2, 2: 3, 3: 0}, 3, trischaken=True)
    assert [problem.path for problem in problems] == ["plays/0/points"]


def test_in_trischaken_those_who_lost_move_and_all_four_must_be_there():
    record = HandRecord((Play("trischaken", 0, losers=(0, 3), jungfrauen=(1,)),), forehand=0)
    moved, problems = reseat_record(record, {0: 1, 1: 2, 2: 3, 3: 0}, 3, trischaken=True)
    assert (moved.plays[0], problems) == (Play("trischaken", 3, losers=(0, 1), jungfrauen=(2,)), [])
    mayor = HandRecord((Play("trischaken", 0, losers=(3,), buergermeister=3),), forehand=0)
    assert reseat_record(mayor, {0: 1, 1: 2, 2: 3, 3: 0}, 1, trischaken=True)[0].plays[0].buergermeister == 0
    for away, paths in ((0, ["losers"]), (1, ["losers", "jungfrauen"]), (2, ["losers"])):
        _, problems = reseat_record(record, {0: 0, 1: 1, 2: 2, 3: 3, away: None}, 0, trischaken=True)
        assert [problem.path for problem in problems] == [f"plays/0/{path}" for path in paths]
