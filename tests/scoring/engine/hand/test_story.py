"""The players of a hand, in words."""

import tomllib

import pytest

from scoring.engine.hand.reader import parse
from scoring.engine.hand.story import list_own_games, tell_hand
from scoring.engine.house_rules.library import load_built_in
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.engine.support.invented_sheets import INVENTED, desk
from tests.support.paths import DATA

FILE = tomllib.loads((DATA / "stories.toml").read_text("utf-8"))
NAMES = ("Anna", "Bert", "Cilli", "Dora")


@pytest.mark.parametrize("hand", FILE["hand"], ids=[hand["de"] for hand in FILE["hand"]])
def test_a_hand_says_who_played_it_in_both_languages(hand):
    own = hand["sheet"] if (INVENTED / f"{hand['sheet']}.toml").exists() else None
    result = desk(own).score_raw({"sheet": hand["sheet"]} | hand["record"])
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
    rules = load_built_in("treffpunkt")
    assert record is not None
    assert rules is not None
    assert [play.contract for play in list_own_games(record, rules.build_sheet())] == own
