"""The dearest hand of a sheet, worked out by hand; no hand that the rules take pays more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.hand.score import compute_highest_payout, score
from scoring.engine.house_rules.library import BUILT_IN
from scoring.engine.points import SIXTHS
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.engine.support.invented_sheets import invented
from tests.scoring.engine.support.strategies import cases


def test_the_dearest_hand_of_zwanzigerrufen_is_a_kontrad_solo_valat_in_the_double_round():
    assert compute_highest_payout(sheet_of("zwanzigerrufen")) == 3 * 24 * 2 * 2 * SIXTHS


def test_where_there_is_trischaken_only_it_is_what_its_dearest_row_pays_in_a_radl():
    assert compute_highest_payout(invented("one-pays").build_sheet()) == 3 * 2 * SIXTHS


@pytest.mark.parametrize("sheet_id", BUILT_IN)
@given(data=st.data())
def test_no_hand_without_a_renonce_pays_anybody_more(sheet_id, data):
    case = data.draw(cases(sheet_id, ended=True))
    assert max(map(abs, score(case.record, case.sheet).payouts)) <= compute_highest_payout(case.sheet)
