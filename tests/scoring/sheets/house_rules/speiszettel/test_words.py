"""The words of the Speiszettel: complete in both languages, and right for rules that no sheet of the program has."""

import json
import re
from string import Formatter

import pytest

from scoring.engine.house_rules.library import load
from scoring.engine.house_rules.reminders import MOMENTS as KNOWN_MOMENTS
from scoring.engine.texts import rules
from scoring.sheets.house_rules.speiszettel.build import build_pinned_zettel, build_rules_zettel
from scoring.sheets.house_rules.speiszettel.sections import RuleRow
from tests.scoring.engine.support.built_in import rules_of
from tests.scoring.engine.support.invented_sheets import INVENTED, invented

HEAD = 'id = "mine"\nsource = "our club"\nextends = "treffpunkt"\n'
TEXTS = {name: texts for name, texts in vars(rules).items() if name.isupper()}


def row(text: str, anchor: str, language: str = "de") -> RuleRow:
    """A row of a sheet over treffpunkt."""
    return build_rules_zettel(load(HEAD + text), {}, language).map_rows()[anchor]


def fields(text: str) -> set[str]:
    """Return the names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("name", TEXTS)
def test_both_languages_fill_in_the_same(name):
    for code, (german, english) in TEXTS[name].items():
        assert fields(german) == fields(english), code
        assert german.endswith(".") == english.endswith("."), code


def test_there_are_words_for_every_moment_of_a_reminder():
    assert set(KNOWN_MOMENTS) <= rules.MOMENTS.keys()


@pytest.mark.heavy_but("trischaken.jungfrauen = 2-trischaken-zwei teilen es sich")
@pytest.mark.parametrize(
    ("text", "anchor", "said"),
    [
        ("kontra.covers = []\nkontra.premium = 1", "kontra", "Das Kontra aufs Spiel verdoppelt: nichts."),
        ('kontra = { covers = ["game", "announced"], premium = 1 }', "kontra", "das Spiel und alles Angesagte"),
        (
            "kontra.game = 1\nkontra.premium = 2",
            "kontra",
            "Kein Kontra aufs Spiel. Auf jede angesagte Prämie: Kontra ×2",
        ),
        ("kontra.written = 1", "kontra", "Auf die Schrift zählt höchstens ×1"),
        ("radl.stacks = true", "radl", "Mehrere Radln auf einmal zählen vier- und achtfach."),
        (
            "radl.after = { zero = 1, equal = 3 }",
            "radl",
            "Nach einem Nuller (Fensterbank oder Nullspiel: niemand bekommt etwas): 1 Spiel doppelt.",
        ),
        (
            'premiums.valat = { silent = "x2", announced = "x4", multiplies = ["game"], multiplies_lost = ["all"] }',
            "premium-valat",
            "Vervielfacht: das Spiel. Angesagt und verloren vervielfacht: alles.",
        ),
        ('settle.round = "down"', "settle", "auf ganze Punkte abgerundet"),
        ('settle.silent_lost = ["silent"]', "settle", "alle stillen Prämien"),
        ('renonce.blame = "side"', "renonce", "Seine ganze Partei hat das Spiel verloren."),
        ('points.win_kontra = "35"', "points", "Mit Kontra gewinnt er ab 35."),
        ('contracts.bettler.bei = ["piccolo"]', "contract-bettler", "Nebenher (-bei) gehen: Piccolo."),
        ("contracts.dreier.kontra = 2", "contract-dreier", "Höchstens Kontra."),
        ('premiums.mondfang.between = "players"', "premium-mondfang", "Zahlt ein Spieler einem anderen."),
        ('premiums.trull.beside_lost = ["not kontra"]', "premium-trull", "Verloren zählt daneben: "),
        (
            'premiums.valat.beside = ["not trull"]',
            "premium-valat",
            "das Spiel und alle Prämien außer Trull. Angesagt und verloren zählt alles daneben.",
        ),
        ('premiums.valat.beside = ["all"]', "premium-valat", "Gewonnen zählt daneben: alles."),
        ('pagatkassa.ref = "x"', "pagatkassa", "zahlt so viel ein, wie darin ist; Partner teilen: Pagat."),
        ("premiums.valat.kontra = 1", "premium-valat", "Kein Kontra."),
        ("premiums.valat.kontra = 2", "premium-valat", "Höchstens Kontra."),
        ("trischaken.jungfrauen = 1", "trischaken", "Hat genau einer keinen Stich"),
        ("trischaken.jungfrauen = 2", "trischaken", "zwei teilen es sich"),
        ('point = "1.00 CHF"', "point", "Ein Punkt ist 1.00 CHF wert."),
        ('contracts.dreier = { win_kontra = "40" }', "contract-dreier", "ab 35/2, mit Kontra ab 40"),
        ('reminders.r = { text = "x" }', "reminder-r", "Immer"),
        ('reminders.r = { text = "x", when = ["not radl"] }', "reminder-r", "Nicht: im Radl"),
    ],
)
def test_a_rule_that_a_club_writes_is_said_in_words(text, anchor, said):
    found = row(text, anchor)
    assert said in " ".join([found.name, found.aside, *found.cells, *found.notes])


def test_a_text_pinned_when_half_time_was_an_event_is_still_said():
    pinned = json.loads(load(HEAD).format_canonical())
    pinned["radl"]["after"] = {"half_time": 3}
    assert (
        "Nach der Halbzeit: 3 Spiele doppelt." in build_pinned_zettel(json.dumps(pinned), "de").map_rows()["radl"].notes
    )


@pytest.mark.heavy_but("mayor-at-40")
@pytest.mark.parametrize("name", sorted(path.stem for path in INVENTED.glob("*.toml")))
def test_any_sheet_has_a_speiszettel_without_gaps_and_bare_ids(name):
    rules_ = invented(name)
    for language in ("de", "en"):
        for found in build_rules_zettel(rules_, {}, language).map_rows().values():
            said = " ".join([found.name, found.aside, *found.cells, *found.notes])
            assert found.name, found.anchor
            assert not re.search(r"[:,] ?\.|außer \.|but \.|[a-z]_[a-z]|\(\)", said), said


def test_a_sheet_without_premiums_or_kontra_does_not_speak_of_them():
    found = build_rules_zettel(invented("all-pay"), {}, "de").map_rows()
    assert "pagatkassa" not in found
    assert found["kontra"].notes == ("Kein Kontra aufs Spiel.", "Auf Prämien kein Kontra.")
    assert not any("still" in note for note in found["settle"].notes)


def test_a_premium_with_a_kontra_of_its_own_is_not_denied_it():
    notes = build_rules_zettel(rules_of("zwanzigerrufen"), {}, "de").map_rows()["kontra"].notes
    assert "Auf Prämien kein Kontra; nur auf diese, wenn angesagt: Valat." in notes


def test_a_selector_names_what_is_left_out_where_that_is_short():
    found = row('groups.solospiele.doubles = ["premiums", "not valat", "not trull"]', "group-solospiele")
    assert "Doppelt zählt: alle Prämien außer Trull und Valat." in found.notes


def test_a_selector_names_the_form_where_only_one_of_two_is_meant():
    found = row('groups.solospiele.doubles = ["trull", "pagat", "not silent"]', "group-solospiele")
    assert "Doppelt zählt: Pagat angesagt und Trull angesagt." in found.notes


def test_cases_of_trischaken_that_are_out_of_the_ordinary_are_told_place_by_place():
    pays = 'trischaken.pays = [{ when = ["jungfrauen_2"], places = [-3, -1, 2, 2] }, { places = [-3, 1, 1, 1] }]'
    assert row(pays, "trischaken-jungfrauen_2").cells == ("1.: −6, 2.: −2, 3. und 4.: +4",)
    assert row(pays, "trischaken-else").cells == ("der 1. zahlt jedem 2",)


def test_a_sheet_without_trischaken_has_no_rules_of_it():
    page = build_rules_zettel(load(HEAD + "contracts.trischaken = false\nradl.after.trischaken = false"), {}, "de")
    assert "trischaken" not in page.map_rows()


def test_a_sheet_with_one_row_for_all_cases_says_always():
    found = row("trischaken.pays = [{ places = [-3, 1, 1, 1] }]", "trischaken-else", "en")
    assert (found.name, found.cells) == ("Always", ("the 1st pays each 2",))


def test_a_pinned_sheet_without_names_of_groups_has_those_of_today():
    rules_ = load(HEAD)
    text = (
        rules_.format_canonical()
        .replace('"name":"Solospiele","name_en":"Solo games","mark":"S"', '"x":1')
        .replace('"x":1,', "")
    )
    assert '"name_en":"Solo games"' not in text
    assert build_pinned_zettel(text, "en").map_rows()["group-solospiele"].name == "Solo games"
