"""The remarks beside the numbers on paper."""

from typing import Any

import pytest

from scoring.engine.hand.explain import format_hand_remark
from tests.scoring.engine.support.invented_sheets import desk

DREIER = {"contract": "dreier", "declarer": 1, "result": "won"}
HANDS: list[tuple[str, dict[str, Any], str, str]] = [
    ("karlsruhe", {"plays": [DREIER]}, "Dreier", "Dreier"),
    (
        "karlsruhe",
        {"radl": True, "plays": [DREIER], "premiums": [{"premium": "pagat", "side": "declarer"}]},
        "Dreier, Pagat still, im Radl",
        "Dreier, Pagat silent, in the Radl",
    ),
    (
        "karlsruhe",
        {"plays": [DREIER], "premiums": [{"premium": "valat", "side": "declarer"}]},
        "Dreier, Valat",
        "Dreier, Valat",
    ),
    (
        "treffpunkt",
        {
            "plays": [{**DREIER, "result": "lost", "kontra": 4}],
            "premiums": [
                {"premium": "uhu", "side": "defence", "announced": True, "won": False, "kontra": 2},
                {"premium": "trull", "side": "declarer"},
            ],
        },
        "Dreier verloren (Rekontra), Uhu angesagt verloren (Gegner, Kontra), Trull still",
        "Dreier lost (rekontra), Uhu announced lost (defence, kontra), Trull silent",
    ),
    (
        "treffpunkt",
        {"plays": [{"contract": "rufer", "declarer": 0, "king_in_talon": True, "result": "conceded"}]},
        "Rufer geschliffen",
        "Rufer conceded",
    ),
    (
        "treffpunkt",
        {"plays": [DREIER], "renonce": {"seat": 2, "claims": {"0": 1, "3": 2}}},
        "Dreier, Renonce, Forderung",
        "Dreier, Renonce, Claim",
    ),
    (
        "standard",
        {"plays": [{"contract": "trischaken", "declarer": 0, "points": ["40", "10", "10", "10"]}]},
        "Trischaken (Bürgermeister, Vorhand)",
        "Trischaken (Bürgermeister, forehand)",
    ),
    (
        "treffpunkt",
        {"plays": [{"contract": "bettler", "declarer": 1, "tricks": 0, "kontra": {"0": 2, "3": 4}}]},
        "Bettler (Kontra, Rekontra)",
        "Bettler (kontra, rekontra)",
    ),
]


@pytest.mark.parametrize(("sheet", "hand", "german", "english"), HANDS, ids=[hand[2] for hand in HANDS])
def test_a_hand_is_named_as_on_paper_in_both_languages(sheet, hand, german, english):
    score = desk().score_raw({"sheet": sheet} | hand).score
    assert score is not None
    assert [format_hand_remark(score, language) for language in ("de", "en")] == [german, english]
