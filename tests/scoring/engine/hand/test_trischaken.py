"""A Trischaken whose record says who lost pays what the same hand pays by its card points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.hand.check import check
from scoring.engine.hand.examples import Example, compare_examples
from scoring.engine.hand.record import SEATS, HandRecord, Play, Renonce
from scoring.engine.hand.score import score
from scoring.engine.hand.score_lines import Amounts
from scoring.engine.hand.trischaken import (
    Ending,
    carry_record,
    find_ending,
    find_points,
    get_card_points,
    is_possible,
    list_endings,
)
from scoring.engine.house_rules.library import BUILT_IN, load
from scoring.engine.house_rules.sheet import Sheet
from tests.scoring.engine.support.built_in import rules_of
from tests.scoring.engine.support.invented_sheets import INVENTED_NAMES, find_rules
from tests.scoring.engine.support.strategies import choices, startable
from tests.scoring.engine.support.strategies_plays import build_ended_play, four_points

NAMES = [*BUILT_IN, *INVENTED_NAMES]
TRISCHAKEN = [name for name in NAMES if name not in ("zwanzigerrufen", "zwanzigerrufen_hksw")]


def pay(record: HandRecord, sheet: Sheet) -> tuple[Amounts, Amounts, int | str | None]:
    """The payouts of a hand, and the Radl that it starts."""
    scored = score(record, sheet)
    return scored.payouts, scored.written, scored.radl_deals


def built(name: str) -> Sheet:
    """A sheet as it is by itself."""
    rules = find_rules(name)
    assert rules is not None
    return rules.build_sheet()


@given(
    name=st.sampled_from(TRISCHAKEN),
    forehand=st.sampled_from(SEATS),
    radl=st.sampled_from((None, 2)),
    data=st.data(),
)
def test_who_lost_pays_what_the_points_pay(name, forehand, radl, data):
    sheet = data.draw(st.sampled_from(choices(name))).sheet
    (contract,) = startable(sheet)["trischaken"]
    points = data.draw(four_points(sheet))
    counted = HandRecord((Play(contract.id, forehand, points=points),), forehand=forehand, radl=radl)
    ending = find_ending(points, sheet, forehand)
    assert is_possible(ending, sheet, forehand) == bool(ending.losers)
    told = counted._replace(plays=(build_ended_play(Play(contract.id, forehand), ending),))
    if find_points(ending, sheet, forehand) is None:
        assert [problem.code for problem in check(told, sheet)] in (
            ["points_needed"] if ending.losers else ["losers_missing"] if ending.jungfrauen else ["points_missing"],
        )
    else:
        assert check(told, sheet) == []
        assert pay(told, sheet) == pay(counted, sheet)


@pytest.mark.parametrize("name", NAMES)
def test_points_that_stand_for_an_ending_end_so(name):
    sheet = built(name)
    for forehand in SEATS:
        for ending in list_endings(sheet, forehand):
            points = find_points(ending, sheet, forehand)
            assert points is not None
            assert sum(points) == sheet.total
            assert not sheet.whole or not any(each % 3 for each in points)
            found = find_ending(points, sheet, forehand)
            assert ending in (found, found._replace(buergermeister=None))
            assert ending == found or len(ending.jungfrauen) == 3


@pytest.mark.parametrize(
    ("name", "sizes", "jungfrauen", "mayor"),
    [
        ("standard", {1, 2, 3}, True, True),
        ("skoty", {1, 2, 3}, True, True),
        ("steindl", {1, 2, 3}, True, True),
        ("treffpunkt", {1, 2}, True, True),
        ("skoty-trophy", {1, 2}, True, True),
        ("karlsruhe", {2}, False, False),
        ("zwanzigerrufen", set(), False, False),
        ("all-pay", set(), False, False),
        ("mayor-at-40", {1, 2, 3}, False, True),
        ("two-jungfrauen", {1, 2, 3}, True, False),
    ],
)
def test_a_sheet_can_be_paid_by_who_lost(name, sizes, jungfrauen, mayor):
    endings = list_endings(built(name), 1)
    assert {len(ending.losers) for ending in endings} == sizes
    assert any(ending.jungfrauen for ending in endings) == jungfrauen
    assert any(ending.buergermeister is not None for ending in endings) == mayor


def test_an_ending_that_no_points_have_is_by_points():
    rules = load(
        'id = "mine"\nsource = "our club"\n[points]\nwhole = true\nwin = 36\n[contracts]\ntrischaken = { value = 1 }\n'
        "[trischaken]\njungfrauen = 3\npays = [{ places = [-3, 1, 1, 1] }]\n"
    )
    three = HandRecord(
        (Play("trischaken", 0, losers=(0, 1, 2), jungfrauen=(3,)),)
    )  # 70 points are no three equal parts
    assert [problem.code for problem in check(three, rules.build_sheet())] == ["points_needed"]
    assert check(HandRecord((Play("trischaken", 0, losers=(0, 1, 2)),)), rules.build_sheet()) == []


def test_whoever_has_all_tricks_is_buergermeister_without_a_word():
    sheet = built("standard")
    all_tricks = Ending((2,), (0, 1, 3))
    assert find_points(all_tricks, sheet, 0) == find_points(all_tricks._replace(buergermeister=2), sheet, 0)
    assert find_points(Ending((2,), (0, 1)), sheet, 0) != find_points(Ending((2,), (0, 1), 2), sheet, 0)


def test_a_record_that_says_too_little_has_no_points():
    record = HandRecord((Play("trischaken", 0, losers=(0, 1, 2)),))
    with pytest.raises(ValueError, match="trischaken"):
        get_card_points(record, built("treffpunkt"))


# --- the same hand under another sheet ---


@given(own=st.sampled_from(TRISCHAKEN), other=st.sampled_from(NAMES), forehand=st.sampled_from(SEATS), data=st.data())
def test_under_another_sheet_who_lost_pays_what_the_points_pay_there_or_is_refused(own, other, forehand, data):
    sheet, there = built(own), built(other)
    points = data.draw(four_points(sheet))
    ending = find_ending(points, sheet, forehand)
    counted = HandRecord((Play("trischaken", forehand, points=points),), forehand=forehand)
    told = counted._replace(plays=(build_ended_play(Play("trischaken", forehand), ending),))
    if check(told, sheet):
        return
    carried, problems = carry_record(told, sheet, there)
    if not problems and not check(carried, there) and not check(counted, there):
        assert pay(carried, there) == pay(counted, there)


@pytest.mark.parametrize(
    ("own", "other", "play", "payouts"),
    [
        ("treffpunkt", "standard", Play("trischaken", 0, losers=(0, 1)), None),  # which of them has the most?
        ("treffpunkt", "karlsruhe", Play("trischaken", 0, losers=(0, 1)), (-12, -12, 12, 12)),
        ("treffpunkt", "karlsruhe", Play("trischaken", 0, losers=(0, 1), jungfrauen=(3,)), (-12, -12, 12, 12)),
        ("treffpunkt", "standard", Play("trischaken", 0, losers=(1,), buergermeister=1), (24, -72, 24, 24)),
        ("treffpunkt", "mayor-at-40", Play("trischaken", 0, losers=(1,), buergermeister=1), None),  # 40, or fewer?
        ("standard", "treffpunkt", Play("trischaken", 0, losers=(1,)), None),  # who has the second most?
        ("standard", "treffpunkt", Play("trischaken", 0, losers=(1, 2)), (12, -12, -12, 12)),
        ("standard", "steindl", Play("trischaken", 0, losers=(0,), jungfrauen=(3,)), (-36, 0, 0, 36)),
        ("treffpunkt", "whole-points", Play("trischaken", 0, losers=(1, 2)), None),  # another deck
        ("karlsruhe", "treffpunkt", Play("trischaken", 0, losers=(1, 2)), None),  # is one of them Bürgermeister?
    ],
)
def test_a_hand_by_who_lost_exists_under_another_sheet_where_that_says_enough(own, other, play, payouts):
    record = HandRecord((play,), forehand=0)
    assert check(record, built(own)) == []
    carried, problems = carry_record(record, built(own), built(other))
    if payouts is None:
        assert [(problem.path, problem.code) for problem in problems] == [("plays/0/points", "points_needed")]
    else:
        assert (problems, check(carried, built(other))) == ([], [])
        assert score(carried, built(other)).payouts == payouts


def test_a_record_that_means_the_same_everywhere_stays_as_it_is():
    sheet = built("standard")
    lost = Play("trischaken", 0, losers=(1,))
    for record, there in (
        (HandRecord((Play("dreier", 0, result="won"),)), built("treffpunkt")),
        (HandRecord((lost,), renonce=Renonce(1)), built("treffpunkt")),
        (HandRecord((lost,)), built("zwanzigerrufen")),
    ):
        assert carry_record(record, sheet, there) == (record, [])


def test_an_example_by_who_lost_is_understood_by_its_own_sheet():
    plays = [{"contract": "trischaken", "declarer": 0, "losers": [0, 1]}]
    example = Example("", "", {"sheet": "treffpunkt", "plays": plays}, None, None, None, None)
    (compared,) = compare_examples(rules_of("treffpunkt"), rules_of("standard"), [example])
    assert compared.before.score is not None
    assert [problem.code for problem in compared.after.problems] == ["points_needed"]
