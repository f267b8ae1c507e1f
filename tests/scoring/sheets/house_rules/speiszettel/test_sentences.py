"""The sentences of the printed sheets that no payout shows stand on their pages; what they leave open is marked."""

import json
import tomllib
from typing import Any

import pytest

from scoring.engine.house_rules.library import BUILT_IN, load
from scoring.engine.texts.rules import TITLES
from scoring.sheets.house_rules.speiszettel.build import build_pinned_zettel, build_rules_zettel
from scoring.sheets.house_rules.speiszettel.sections import OPEN_MARK, RuleRow, Zettel, compare_zettels
from scoring.templatetags.paragraphs import paragraph_links
from tests.scoring.engine.support.built_in import rules_of
from tests.support.paths import DATA

CASES: dict[str, list[dict[str, Any]]] = tomllib.loads((DATA / "sentences.toml").read_text(encoding="utf-8"))
HEAD = 'id = "mine"\nsource = "our club"\nextends = "treffpunkt"\n'


def page(sheet_id: str, language: str = "de") -> Zettel:
    """The Speiszettel of a sheet of the program."""
    return build_rules_zettel(rules_of(sheet_id), {}, language)


def whole(row: RuleRow) -> str:
    """All words of a row but its paragraph."""
    return " ".join((row.name, *row.cells, *row.notes))


@pytest.mark.heavy_but("karlsruhe: kleine Trull")
@pytest.mark.parametrize("case", CASES["sentence"], ids=lambda case: f"{case['sheet']}: {case['says']}")
def test_a_sentence_of_the_printed_sheet_stands_on_its_page_with_its_paragraph(case):
    rows = [row for row in page(case["sheet"]).map_rows().values() if case["says"] in whole(row)]
    assert rows, case["seed"]
    assert case.get("ref", rows[0].ref) in {row.ref for row in rows}


def test_an_addition_of_a_club_cites_no_paragraph():
    text = 'options.dear = { ref = "own", on = { contracts = { dreier = { value = 8 } } } }'
    rules = load(f'{HEAD}ref = "own"\n{text}')
    assert build_rules_zettel(rules, {}, "de").ref == "eigene Ergänzung, steht nicht darauf"
    places = [build_rules_zettel(rules, {}, language).map_rows()["option-dear"].ref for language in ("de", "en")]
    assert places == ["eigene Ergänzung, steht nicht darauf", "an addition of the club, not on it"]
    paper = rules_of("treffpunkt").table["source"]
    assert [str(paragraph_links(place, paper)) for place in places] == places
    assert "<a " in paragraph_links("Speisen", paper)


@pytest.mark.parametrize("case", CASES["open"], ids=lambda case: case["sheet"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_what_the_printed_sheet_leaves_open_is_marked_and_said(case, language):
    found = page(case["sheet"], language)
    rows = found.map_rows()
    assert [name for name in case["marks"] if OPEN_MARK not in rows[name].marks] == []
    assert [name for name in case.get("plain", ()) if OPEN_MARK in rows[name].marks] == []
    assert OPEN_MARK in dict(found.legend)
    said = next(section for section in found.sections if section.id == "readings")
    assert all(row.name and row.notes and row.ref for row in said.rows)


@pytest.mark.parametrize("case", CASES["open"], ids=lambda case: case["sheet"])
def test_no_page_of_a_sheet_has_marks_without_a_reading_or_readings_without_a_mark(case):
    rules = rules_of(case["sheet"])
    found = page(case["sheet"])
    words = {word for reading in rules.combine_options(rules.defaults)["readings"].values() for word in reading["of"]}
    for row in (row for section in found.sections[:5] for row in section.rows):
        kind, _dash, word = row.anchor.partition("-")
        about = word if kind in ("contract", "premium", "group") else row.anchor
        assert (OPEN_MARK in row.marks) == (about in words), row.anchor


@pytest.mark.parametrize("sheet_id", [sheet for sheet in BUILT_IN if sheet != "zwanzigerrufen"])
def test_the_headings_behind_the_rules_are_explained_on_the_english_page(sheet_id):
    found = page(sheet_id, "en").map_rows()
    said = dict(note.split(": ", 1) for note in found["headings"].notes[0].split("; "))
    refs = {ref for row in found.values() for ref in row.ref.split("; ")} - {"", TITLES["own"][1]}
    names = {"Kontras", "Radl", "Sechserdreier", "Trischaken", "Valat", "Ouvert", "Pagat", "Uhu"}  # the same in English
    assert [ref for ref in refs if not any(word in ref for word in (*said, *names))] == []
    assert "headings" not in page(sheet_id).map_rows()


def test_a_reading_of_what_a_sheet_does_not_play_is_left_out():
    text = 'readings.mine = { of = ["geier"], text = "Fünf." }\nreadings.other = { of = ["uhu"], text = "Zwei." }'
    said = {row.anchor for row in build_rules_zettel(load(HEAD + text), {}, "de").map_rows().values()}
    assert "reading-other" in said
    assert "reading-mine" not in said


def test_a_rule_that_is_open_on_one_sheet_only_is_no_different_rule_but_marked():
    plain, marked = load(HEAD), load(HEAD + 'readings.mine = { of = ["dreier"], text = "Gilt." }')
    both = compare_zettels(build_rules_zettel(plain, {}, "de"), build_rules_zettel(marked, {}, "de"))
    dreier = next(pair for section in both for pair in section.pairs if pair.anchor == "contract-dreier")
    assert dreier.same
    assert OPEN_MARK in dreier.marks
    reading = next(pair for section in both for pair in section.pairs if pair.anchor == "reading-mine")
    assert (reading.left, reading.same) == (None, False)


def test_a_sheet_that_was_pinned_before_readings_has_none_and_keeps_the_word_radl():
    table = json.loads(rules_of("zwanzigerrufen").format_canonical())
    for section in ("readings", "gaps", "paragraphs"):
        table.pop(section, None)
    for key in ("name", "name_en", "within", "within_en", "last", "last_en", "ref"):
        table["radl"].pop(key, None)
    old = build_pinned_zettel(json.dumps(table), "de")
    assert old.map_rows()["radl"].name == "Radl"
    assert OPEN_MARK not in dict(old.legend)
    assert [section.rows for section in old.sections[-3:]] == [(), (), ()]
