"""Sentences and formulas of Trischaken rows that a sheet writes itself, and of amounts that no product gives."""

import pytest

from scoring.engine.hand.explain import format_note, format_score_formula
from scoring.engine.hand.record import HandRecord, Play
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.hand.story import tell_hand
from scoring.engine.house_rules.library import load
from tests.scoring.engine.support.invented_sheets import desk, score_of

NAMES = ("Anna", "Bert", "Cilli", "Doris")
HEAD = 'id = "mine"\nsource = "our club"\n'
ROWS = """
[contracts]
trischaken = { value = 1 }
[trischaken]
jungfrauen = 0
pays = [
  { when = ["jungfrauen_3"], places = [-6, 2, 2, 2] },
  { when = ["jungfrauen_2"], places = [-4, 0, 2, 2] },
  { when = ["jungfrauen_1", "gleich_2"], places = [0, 0, 0, 0] },
  { when = ["jungfrauen_1"], places = [-4, 0, 0, 4] },
  { when = ["gleich_3"], places = [-3, 0, 0, 3] },
  { when = ["gleich_2"], places = [-6, 2, 2, 2] },
  { places = [-6, 2, 2, 2] },
]
"""


def play(sheet: str, points: list[str], forehand: int = 0, **more: object) -> Score:
    """Score a Trischaken under an invented sheet, or under the rows above."""
    own = load(HEAD + ROWS)
    scorer = desk(sheet) if sheet else RecordScorer({"mine": own}.get, "mine")
    record = {"forehand": forehand, "plays": [{"contract": "trischaken", "declarer": forehand, "points": points}]}
    scored = scorer.score_raw({**record, **more}).score
    assert scored is not None
    return scored


def describe(score: Score) -> tuple[str, str, str]:
    """The formula, and the sentence of the line in both languages."""
    cause = score.lines[0].cause
    german, english = (format_note(cause, score.sheet, language) for language in ("de", "en"))
    return format_score_formula(score), german, english


@pytest.mark.parametrize(
    ("points", "forehand", "formula", "german", "english"),
    [
        (["30", "20", "15", "5"], 0, "1×2 = 2", "Trischaken: 1 ×2 = 2.", "Trischaken: 1 ×2 = 2."),
        (
            ["40", "30", "0", "0"], 0, "1: −4, +2, +2",
            "Trischaken: 1. Zwei Jungfrauen teilen sich 4.", "Trischaken: 1. Two Jungfrauen share 4.",
        ),
        (
            ["70", "0", "0", "0"], 0, "1×2 = 2",
            "Trischaken: 1 ×2 = 2. Drei Jungfrauen teilen sich 6.", "Trischaken: 1 ×2 = 2. Three Jungfrauen share 6.",
        ),
        (
            ["0", "30", "20", "20"], 0, "1: −4, +4",
            "Trischaken: 1. Die Jungfrau bekommt 4.", "Trischaken: 1. The Jungfrau gets 4.",
        ),
        (["30", "30", "10", "0"], 0, "1: 0", "Trischaken: 1.", "Trischaken: 1."),
        (
            ["25", "25", "10", "10"], 1, "1×2 = 2",
            "Trischaken: 1 ×2 = 2. Von den Punktegleichen zahlt die Vorhand allein.",
            "Trischaken: 1 ×2 = 2. Of the tied players the forehand pays alone.",
        ),
        (
            ["25", "25", "10", "10"], 2, "1×2 = 2",
            "Trischaken: 1 ×2 = 2. Von den Punktegleichen zahlt nur einer.",
            "Trischaken: 1 ×2 = 2. Of the tied players only one pays.",
        ),
        (
            ["20", "20", "20", "10"], 0, "1: −3, +3",
            "Trischaken: 1. Von den Punktegleichen zahlt die Vorhand allein.",
            "Trischaken: 1. Of the tied players the forehand pays alone.",
        ),
    ],
)  # fmt: skip
def test_a_row_of_its_own_says_what_it_did(points, forehand, formula, german, english):
    assert describe(play("", points, forehand)) == (formula, german, english)


def test_in_a_radl_the_amounts_are_those_that_are_paid():
    assert describe(play("", ["40", "30", "0", "0"], radl=True))[:2] == (
        "1×2: −8, +4, +4",
        "Trischaken: 1 ×2 (Radl) = 2. Zwei Jungfrauen teilen sich 8.",
    )


def test_the_forehand_who_pays_alone_shares_nothing_with_equals():
    sheet, points, hands = "forehand-alone", ["10", "25", "10", "25"], []
    for forehand in (1, 0):
        scored = play(sheet, points, forehand)
        record = HandRecord((Play("trischaken", forehand, points=(30, 75, 30, 75)),), forehand=forehand)
        hands.append((*describe(scored)[:2], tell_hand(record, scored.sheet, NAMES, "de", scored).split(" · ")[-1]))
    assert hands == [
        ("2", "Trischaken: 2. Von den Punktegleichen zahlt die Vorhand allein.", "die Vorhand zahlt allein"),
        ("2", "Trischaken: 2. Punktegleiche teilen.", "Punktegleiche teilen"),
    ]


def test_what_was_rounded_and_what_one_player_pays_one_other_end_in_the_numbers_paid():
    dreier = {"plays": [{"contract": "dreier", "declarer": 1, "result": "won"}]}
    assert format_score_formula(score_of(dreier, "halves-down")) == "2½: −2, −2, −2, +6"
    named = format_score_formula(score_of(dreier, "halves-down"), ("Anna", "Berta", "Cilli", "Dora"))
    assert named == "2½: Anna −2, Cilli −2, Dora −2, Berta +6"
    caught = dreier | {"premiums": [{"premium": "mondfang", "side": "declarer", "by": 1, "from": 2}]}
    assert format_score_formula(score_of(caught, "mondfang")) == "5+4: −9, −5, −5, +19"
