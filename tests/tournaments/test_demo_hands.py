"""The hands by chance of the demo: whatever the sheet, they can be paid."""

import random

import pytest

from scoring.engine.evening import after_hand, begin
from scoring.engine.library import BUILT_IN, built_in
from scoring.services import judge
from tournaments.demo.hands import some_hand


@pytest.mark.parametrize("players", [4, 5, 6])
@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_a_hand_is_found_in_every_deal(sheet_id, players):
    chance, sheet, evening = random.Random(1), built_in(sheet_id).sheet(), begin(players)
    contracts = set()
    for _ in range(40):
        hand = some_hand(chance, sheet, evening)
        score = judge(evening, sheet, hand).score
        assert sum(score.payouts) == 0
        contracts.add(hand["plays"][0]["contract"])
        evening = after_hand(evening, score)
    assert len(contracts) > 2
