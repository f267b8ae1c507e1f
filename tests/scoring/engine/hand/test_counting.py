"""Counting a pile: the packs add up exactly, and Lagen come to what every card is worth on its own."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.hand.counting import PACKS, Pack, count_points, find_excess, find_pack
from scoring.engine.house_rules.library import BUILT_IN
from scoring.engine.points import BLATT
from tests.scoring.engine.support.built_in import sheet_of

KOENIGRUFEN, ZWANZIGERRUFEN = PACKS
FULL = {pack.id: {kind.id: kind.cards for kind in pack.kinds} for pack in PACKS}


@st.composite
def piles(draw: st.DrawFn) -> tuple[Pack, dict[str, int]]:
    """A pack, and a pile of its cards."""
    pack = draw(st.sampled_from(PACKS))
    return pack, {kind.id: draw(st.integers(0, kind.cards)) for kind in pack.kinds}


def in_lagen(pack: Pack, pile: dict[str, int], seed: int) -> Fraction:
    """Count a shuffled pile as at the table: Lagen of three less 2, of the rest each card less 2/3."""
    cards = [kind.value for kind in pack.kinds for _card in range(pile[kind.id])]
    random.Random(seed).shuffle(cards)
    lagen = [cards[at : at + 3] for at in range(0, len(cards), 3)]
    if pack is ZWANZIGERRUFEN:
        return Fraction(sum(sum(lage) for lage in lagen))
    whole = sum(sum(lage) - 2 for lage in lagen if len(lage) == 3)
    rest = sum(value - Fraction(2, 3) for lage in lagen if len(lage) < 3 for value in lage)
    return whole + Fraction(rest)


def test_the_pack_of_koenigrufen_has_22_tarocks_and_8_cards_of_each_suit():
    tarocks = FULL["54"]["honour"] + 19
    suits = sum(FULL["54"][card] for card in ("king", "queen", "cavalier", "jack")) + 16
    assert (tarocks, suits) == (22, 32)
    assert FULL["54"]["other"] == 19 + 16
    assert KOENIGRUFEN.total == 70 * BLATT


def test_the_pack_of_zwanzigerrufen_is_that_one_without_ii_iii_and_three_empty_cards_of_each_suit():
    court = ("king", "queen", "cavalier", "jack")
    assert all(FULL["40"][card] == FULL["54"][card] for card in (*court, "honour"))
    assert FULL["40"]["tarock"] == 19 - 2
    assert FULL["40"]["empty"] == 16 - 4 * 3
    assert ZWANZIGERRUFEN.cards == 40
    assert 4 * (5 + 4 + 3 + 2) + 3 * 5 + 17 * 1 + 4 * 0 == 88
    assert ZWANZIGERRUFEN.total == 88 * BLATT


@given(piles(), st.integers())
def test_a_pile_counted_in_lagen_comes_to_the_same_in_whatever_order(some, seed):
    pack, pile = some
    assert count_points(pack, pile) == in_lagen(pack, pile, seed) * BLATT


def test_a_single_empty_card_is_a_blatt_and_three_are_a_point():
    assert count_points(KOENIGRUFEN, {"other": 1}) == 1
    assert count_points(KOENIGRUFEN, {"other": 3}) == BLATT
    assert count_points(ZWANZIGERRUFEN, {"empty": 3, "tarock": 2}) == 2 * BLATT


@pytest.mark.parametrize("pack", PACKS)
def test_no_pile_has_more_of_a_kind_than_the_pack_and_none_less_than_none(pack):
    for kind in pack.kinds:
        assert count_points(pack, {kind.id: kind.cards}) is not None
        for number in (kind.cards + 1, -1):
            assert count_points(pack, {kind.id: number}) is None
            assert find_excess(pack, {kind.id: number}) == (kind,)
    assert count_points(pack, {"joker": 1}) is None


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_built_in_sheet_has_its_pack(name):
    sheet = sheet_of(name)
    pack = find_pack(sheet.total, whole=sheet.whole)
    assert pack is not None
    assert pack.total == sheet.total
    assert pack.id == ("40" if name in ("zwanzigerrufen", "zwanzigerrufen_hksw") else "54")


def test_a_sheet_of_another_pack_has_no_counting_help():
    assert find_pack(36 * BLATT, whole=True) is None
    assert find_pack(88 * BLATT, whole=False) is None
