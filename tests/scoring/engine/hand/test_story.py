"""A hand in words: its players, and the remarks beside the numbers on paper."""

import tomllib
from typing import Any

import pytest

from scoring.engine.hand.explain import format_hand_remark
from scoring.engine.hand.reader import parse
from scoring.engine.hand.story import list_own_games, tell_hand
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.engine.support.invented_sheets import desk, score_of
from tests.support.paths import DATA

FILE = tomllib.loads((DATA / "stories.toml").read_text("utf-8"))
NAMES = ("Anna", "Bert", "Cilli", "Dora")
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


@pytest.mark.parametrize("hand", FILE["hand"], ids=[hand["de"] for hand in FILE["hand"]])
def test_a_hand_says_who_played_it_in_both_languages(hand):
    result = desk().score_raw({"sheet": hand["sheet"]} | hand["record"])
    assert result.score is not None, result.problems
    assert result.record is not None
    said = [tell_hand(result.record, result.score.sheet, NAMES, language, result.score) for language in ("de", "en")]
    assert said == [hand["de"], hand["en"]]


@pytest.mark.parametrize("hand", FILE["hole"], ids=[hand["de"] for hand in FILE["hole"]])
def test_what_is_still_missing_is_left_out(hand):
    record, _problems = parse(hand["record"])
    assert record is not None
    sheet = sheet_of(hand["sheet"])
    assert tell_hand(record, sheet, NAMES, "de") == hand["de"]


@pytest.mark.parametrize(
    ("contracts", "own"),
    [(["dreier"], ["dreier"]), (["piccolo", "zwiccolo"], ["piccolo", "zwiccolo"]), (["trischaken"], []), ([], [])],
)
def test_only_trischaken_is_nobodys_own_game(contracts, own):
    record, _problems = parse({"plays": [{"contract": contract, "declarer": 0} for contract in contracts]})
    assert record is not None
    assert [play.contract for play in list_own_games(record, sheet_of("treffpunkt"))] == own


@pytest.mark.parametrize(("sheet", "hand", "german", "english"), HANDS, ids=[hand[2] for hand in HANDS])
def test_a_hand_is_named_as_on_paper_in_both_languages(sheet, hand, german, english):
    score = score_of({"sheet": sheet} | hand)
    assert [format_hand_remark(score, language) for language in ("de", "en")] == [german, english]
