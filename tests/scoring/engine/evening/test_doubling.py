"""A deal that counts double is called what the players of the sheet call it."""

import pytest

from scoring.engine.hand.explain import format_hand_remark, format_note
from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import BUILT_IN, load
from scoring.engine.house_rules.loader import Rules
from tests.scoring.engine.support.built_in import rules_of, sheet_of

HAND = {"radl": True, "plays": [{"contract": "dreier", "declarer": 0, "result": "won"}]}
NORMAL = {"radl": True, "plays": [{"contract": "normalspiel", "declarer": 0, "partner": 1, "result": "won"}]}
CALLED = '[radl]\nname = "Doppelrunde"\nname_en = "double round"\nwithin = "in der Doppelrunde"\n'


def words(rules: Rules, record: dict[str, object], language: str) -> tuple[str, str]:
    """The sentence of the first line of a hand, and what stands beside its numbers."""
    score = RecordScorer({rules.table["id"]: rules}.get, rules.table["id"]).score_raw(record).score
    assert score is not None
    return format_note(score.lines[0].cause, score.sheet, language), format_hand_remark(score, language)


@pytest.mark.parametrize(
    ("language", "line", "beside"),
    [
        ("de", "Normalspiel gewonnen: 1 ×2 (doppelter Einsatz) = 2.", "Normalspiel, mit doppeltem Einsatz"),
        ("en", "Normalspiel won: 1 ×2 (double stake) = 2.", "Normalspiel, with double stake"),
    ],
)
def test_the_tournament_sheet_speaks_of_the_double_stake(language, line, beside):
    assert words(rules_of("zwanzigerrufen"), NORMAL, language) == (line, beside)


@pytest.mark.parametrize(("sheet_id", "beside"), [("treffpunkt", "im Radl"), ("skoty", "mit doppeltem Einsatz")])
def test_the_other_sheets_speak_of_the_radl_as_before(sheet_id, beside):
    assert words(rules_of(sheet_id), HAND, "de") == ("Dreier gewonnen: 5 ×2 (Radl) = 10.", f"Dreier, {beside}")


def test_a_club_calls_it_what_it_likes():
    mine = load('id = "mine"\nsource = "our club"\nextends = "treffpunkt"\n' + CALLED)
    assert words(mine, HAND, "de") == ("Dreier gewonnen: 5 ×2 (Doppelrunde) = 10.", "Dreier, in der Doppelrunde")
    assert words(mine, HAND, "en") == ("Dreier won: 5 ×2 (double round) = 10.", "Dreier, in der Doppelrunde")


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_a_sheet_with_a_word_of_its_own_nowhere_says_radl(sheet_id):
    sheet = sheet_of(sheet_id)
    said = {*sheet.doubling.name, *sheet.doubling.within, *sheet.doubling.last}
    assert any("adl" in word for word in said) == (sheet_id != "zwanzigerrufen")
