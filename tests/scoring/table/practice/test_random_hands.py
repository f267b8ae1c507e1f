"""The hands by chance of the demo: whatever the sheet, they can be paid."""

import random

import pytest

from scoring.book.ledger.services import score_table_hand
from scoring.engine.evening.state import apply_hand, begin
from scoring.engine.house_rules.library import BUILT_IN
from scoring.table.practice import make_hand
from tests.tournaments.support.sheets import sheet_of


@pytest.mark.parametrize("players", [4, 5, 6])
@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_a_hand_is_found_in_every_deal(sheet_id, players):
    chance, sheet, evening = random.Random(1), sheet_of(sheet_id), begin(players)
    contracts = set()
    for _ in range(40):
        hand = make_hand(chance, sheet, evening)
        score = score_table_hand(evening, sheet, hand).score
        assert score is not None
        assert sum(score.payouts) == 0
        contracts.add(hand["plays"][0]["contract"])
        evening = apply_hand(evening, score)
    assert len(contracts) > 2
