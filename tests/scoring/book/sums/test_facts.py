"""The facts of a hand about everybody who sat in it, of whatever sheet and game."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.book.sums.counts import parse_ends
from scoring.book.sums.facts import (
    ALONE,
    CALLER,
    DECLARERS,
    DEFENCE,
    EACH,
    PARTNER,
    PlayedHand,
    PlayKey,
    add_up_hands,
    list_claims,
    list_shares,
)
from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import HandRecord
from scoring.engine.hand.score import score
from scoring.engine.hand.score_lines import encode_score
from scoring.engine.house_rules.library import BUILT_IN
from scoring.engine.house_rules.sheet import Sheet
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.engine.support.strategies import cases

PEOPLE = (11, 12, 13, 14)


def _build_hand(
    record: HandRecord, sheet: Sheet, line: int = 1, people: tuple[int, int, int, int] = PEOPLE
) -> PlayedHand:
    told = score(record, sheet)
    ends = parse_ends(record, encode_score(told))
    return PlayedHand(line, people, record, ends, told.written, told.payouts, record.radl or 1)


def _hand(sheet: str = "treffpunkt", **raw: Any) -> tuple[PlayedHand, Sheet]:
    record, problems = parse(raw)
    assert record is not None
    assert not problems
    return _build_hand(record, sheet_of(sheet)), sheet_of(sheet)


def test_a_called_partner_shares_what_the_declarer_has_won():
    hand, sheet = _hand(plays=[{"contract": "rufer", "declarer": 0, "partner": 2, "result": "won"}])
    told = {share.person: share for share in list_shares(hand, sheet)}
    assert [told[person].role for person in PEOPLE] == [CALLER, DEFENCE, PARTNER, DEFENCE]
    assert [told[person].won for person in PEOPLE] == [True, False, True, False]
    assert (told[11].partner, told[13].partner, told[12].partner) == (13, 11, None)
    assert [told[person].written for person in PEOPLE] == [6, -6, 6, -6]


def test_a_soloist_is_alone_and_three_defend():
    hand, sheet = _hand(plays=[{"contract": "dreier", "declarer": 3, "result": "lost", "kontra": 2}])
    told = list(list_shares(hand, sheet))
    assert Counter(share.role for share in told) == {ALONE: 1, DEFENCE: 3}
    assert all(share.kontra for share in told)
    assert [share.won for share in told] == [True, True, True, False]


def test_a_trischaken_is_won_by_nobody_and_each_plays_for_himself():
    hand, sheet = _hand(plays=[{"contract": "trischaken", "declarer": 0, "points": ["20", "20", "15", "15"]}])
    told = list(list_shares(hand, sheet))
    assert [share.role for share in told] == [ALONE, EACH, EACH, EACH]
    assert {share.won for share in told} == {None}
    assert not any(share.kontra for share in told)


def test_a_game_that_a_renonce_ended_is_neither_won_nor_lost():
    play = {"contract": "dreier", "declarer": 0}
    premium = {"premium": "pagat", "side": "declarer", "announced": True}
    hand, sheet = _hand(plays=[play], premiums=[premium], renonce={"seat": 1})
    assert {share.won for share in list_shares(hand, sheet)} == {None}
    assert list(list_claims(hand)) == []


def test_two_negative_games_are_each_of_the_one_who_declared_it():
    plays = [
        {"contract": "piccolo", "declarer": 0, "result": "won"},
        {"contract": "piccolo", "declarer": 2, "result": "lost"},
    ]
    hand, sheet = _hand("standard", plays=plays)
    told = list(list_shares(hand, sheet))
    assert [share.role for share in told] == [ALONE, DEFENCE, ALONE, DEFENCE]
    assert [share.won for share in told] == [True, None, False, None]  # who defends has won one of them and lost one


def test_premiums_are_of_the_side_and_of_the_table_once():
    play = {"contract": "rufer", "declarer": 0, "partner": 2, "result": "won"}
    premium = {"premium": "pagat", "side": "declarer", "announced": True, "won": False}
    hand, _rules = _hand(plays=[play], premiums=[premium])
    told = list(list_claims(hand))
    assert [share.person for share in told] == [None, 11, 13]
    assert {(share.premium, share.announced, share.is_made) for share in told} == {("pagat", True, False)}


@pytest.mark.parametrize("name", BUILT_IN)
@given(data=st.data())
def test_whatever_is_played_four_shares_say_all_of_it(name: str, data: Any):
    case = data.draw(cases(name))
    hand = _build_hand(case.record, case.sheet)
    told = list(list_shares(hand, case.sheet))
    assert [share.person for share in told] == list(PEOPLE)
    assert sum(share.money for share in told) == sum(share.written for share in told) == 0
    plays = case.record.plays
    assert sorted(share.contract for share in told if share.role in DECLARERS) == sorted(
        play.contract for play in plays
    )
    assert [told[play.declarer].contract for play in plays] == [play.contract for play in plays]
    for share in told:
        if share.partner is not None:
            other = told[PEOPLE.index(share.partner)]
            assert (other.partner, {share.role, other.role}) == (share.person, {CALLER, PARTNER})
            assert share.won is other.won
    if len(plays) == 1:
        assert {share.won for share in told if share.role == DEFENCE} <= {
            None if hand.ends[0] is None else not hand.ends[0]
        }


@given(data=st.data())
def test_sums_are_those_of_each_hand_looked_at_once_more(data: Any):
    name = data.draw(st.sampled_from(BUILT_IN))
    sheet = data.draw(cases(name)).sheet
    records = [case.record for case in data.draw(st.lists(cases(name), max_size=6)) if case.sheet is sheet]
    orders = st.permutations((1, 2, 3, 4, 5)).map(lambda five: tuple(five[:4]))
    hands = [_build_hand(record, sheet, at, data.draw(orders)) for at, record in enumerate(records, 1)]
    sums = add_up_hands(iter(hands), sheet)
    assert sums.hands == len(hands)
    assert sum(count.hands for count in sums.plays.values()) == 4 * len(hands)
    assert sum(count.money for count in sums.plays.values()) == 0
    for person in (1, 2, 3, 4, 5):
        own = [hand.written[hand.people.index(person)] for hand in hands if person in hand.people]
        rows = [of for key, of in sums.plays.items() if key.person_id == person]
        assert sum(of.hands for of in rows) == len(own)
        assert sum(of.written for of in rows) == sum(own)
        assert max((of.best for of in rows), default=0) == max(own, default=0)
        assert min((of.worst for of in rows), default=0) == min(own, default=0)
    declared = Counter(play.contract for hand in hands for play in hand.record.plays)
    counted: Counter[str] = Counter()
    for key, of in sums.plays.items():
        if key.role in DECLARERS:
            counted[key.contract] += of.hands
    assert counted == declared


def test_of_two_equal_best_hands_the_first_is_remembered():
    record, _problems = parse({"plays": [{"contract": "dreier", "declarer": 0, "result": "won"}]})
    assert record is not None
    hands = [_build_hand(record, sheet_of("treffpunkt"), line) for line in (3, 5)]
    of = add_up_hands(hands, sheet_of("treffpunkt")).plays[PlayKey(11, None, "dreier", ALONE)]
    assert (of.hands, of.best_line, of.worst_line) == (2, 3, 3)
