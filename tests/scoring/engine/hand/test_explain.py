"""A hand in words: its players, remarks and formulas, and what `manage.py score --explain` prints."""

import json
import tomllib
from typing import Any

import pytest

from scoring.engine.evening.state import Session
from scoring.engine.hand.explain import format_hand_remark, format_note, format_score_formula
from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import HandRecord, Play
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import RecordScorer, format_explained_answer
from scoring.engine.hand.story import list_own_games, tell_hand, tell_hand_apart
from scoring.engine.house_rules.library import BUILT_IN, load
from scoring.engine.house_rules.loader import Rules
from tests.scoring.engine.support.built_in import rules_of, sheet_of
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


RUFER = {"contract": "rufer", "declarer": 0, "result": "won"}
TWO_GAMES = [
    {"contract": "piccolo", "declarer": 0, "result": "won"},
    {"contract": "zwiccolo", "declarer": 2, "result": "lost"},
]
TRISCHAKEN = {"contract": "trischaken", "declarer": 0, "points": ["20", "30", "10", "10"]}
COLUMNS: list[tuple[dict[str, Any], tuple[str, str, str, str]]] = [
    (
        {"plays": [{**RUFER, "partner": 2}], "premiums": [{"premium": "trull", "side": "declarer"}]},
        ("Anna", "Cilli", "gewonnen", "Rufer · Trull still"),
    ),
    (
        {"plays": [{**RUFER, "king_in_talon": True, "result": "conceded"}]},
        ("Anna", "König im Talon", "geschliffen", "Rufer"),
    ),
    ({"plays": [RUFER]}, ("Anna", "ruft sich selbst", "gewonnen", "Rufer")),
    ({"plays": [{**DREIER, "kontra": 2, "result": "lost"}]}, ("Bert", "", "verloren", "Dreier · Kontra")),
    ({"plays": TWO_GAMES}, ("Anna · Cilli", "", "gewonnen · verloren", "Piccolo · Zwiccolo")),
    ({"plays": [TRISCHAKEN]}, ("", "", "", "Trischaken · Anna 20 (Vorhand) · Bert 30 · Cilli 10 · Dora 10")),
]


@pytest.mark.parametrize(("hand", "columns"), COLUMNS, ids=[columns[3] + columns[1] for _hand, columns in COLUMNS])
def test_a_hand_is_told_column_by_column(hand, columns):
    result = desk().score_raw({"sheet": "treffpunkt"} | hand)
    assert result.score is not None, result.problems
    assert result.record is not None
    assert tell_hand_apart(result.record, result.score.sheet, NAMES, "de", result.score) == columns


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


FOUR_NAMES = ("Anna", "Bert", "Cilli", "Doris")
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
        hands.append(
            (*describe(scored)[:2], tell_hand(record, scored.sheet, FOUR_NAMES, "de", scored).split(" · ")[-1])
        )
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


def print_record(record: dict[str, Any], own: str | None = None, language: str = "en") -> list[str]:
    """The lines printed for a record."""
    return format_explained_answer(*desk(own, language).answer_line(json.dumps(record).encode()), language).splitlines()


def test_a_written_score_that_differs_is_printed_beneath_the_money():
    play = {"contract": "dreier", "declarer": 1, "result": "won", "kontra": 2}
    assert print_record({"sheet": "skoty", "plays": [{**play, "kontra": 4}]})[-2:] == [
        "  seat 0: −20, seat 1: +60, seat 2: −20, seat 3: −20",
        "  written score: seat 0: −10, seat 1: +30, seat 2: −10, seat 3: −10",
    ]
    assert not any("written score:" in line for line in print_record({"sheet": "skoty", "plays": [play]}))


def test_a_radl_says_how_long_it_lasts():
    play = {"contract": "trischaken", "declarer": 0, "points": [30, 20, 12, 8]}
    assert print_record({"sheet": "treffpunkt", "plays": [play]}, language="de")[-1] == "  Jetzt ein Radl: eine Runde."
    nothing = {
        "plays": [{"contract": "rufer", "declarer": 0, "partner": 1, "result": "won"}],
        "premiums": [{"premium": "pagat", "side": "defence"}],
    }
    assert print_record(nothing, "radl-one-deal", "de")[-1] == "  Jetzt ein Radl: 1."


def test_a_warning_and_the_problems_are_printed_with_their_place():
    record = {
        "id": "b7",
        "sheet": "zwanzigerrufen",
        "plays": [{"contract": "normalspiel", "declarer": 1, "partner": 2, "points": 60}],
    }
    lines = print_record(record, language="de")
    assert lines[0] == "b7"
    assert lines[-1].startswith("  ! Die Punkte reichen für Absolut still")
    assert print_record(record | {"radl": 3})[1] == "  radl: Radl is true, false, 4 or 8."
    assert format_explained_answer(*desk(language="en").answer_line(b"{"), "en").startswith(
        "  -: This line is not JSON"
    )


def test_the_marks_and_totals_of_an_evening_are_printed():
    session = Session(desk())
    hand = b'{"sheet": "treffpunkt", "plays": [{"contract": "dreier", "declarer": 1, "result": "won"}]}'
    session.answer_line(hand)
    told = [
        format_explained_answer(*session.answer_line(line), "de").splitlines()
        for line in (b'{"redeal": true}', b'{"void": true}')
    ]
    assert [lines[0] for lines in told] == ["Neu gegeben: derselbe Geber.", "Ungültig: alle bekommen 0."]
    assert told[0][1] == "  Stand: −5  15  −5  −5"


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
