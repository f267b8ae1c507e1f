"""Whatever a sheet says stands on its Speiszettel: no value of a sheet can change without the page changing."""

import dataclasses
import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from scoring.engine.house_rules.build import build
from scoring.engine.house_rules.library import BUILT_IN, load
from scoring.engine.house_rules.loader import Path, Rules, replace_value
from scoring.engine.house_rules.paper_facts import format_ref
from scoring.engine.house_rules.schema import Table
from scoring.sheets.house_rules.speiszettel.build import build_rules_zettel, build_zettel
from scoring.sheets.house_rules.speiszettel.sections import OPEN_MARK, Zettel
from tests.scoring.engine.support.built_in import rules_of
from tests.scoring.sheets.house_rules.speiszettel.mutations import TEXTS, leaves, others

LANGUAGES = ("de", "en")
OF_PHONES = frozenset({"costs"})  # which reminder a small screen shows first
TEXT_KEYS = {"de": "text", "en": "text_en"}
# A tenth of one sheet finds what breaks all. The heavy tests try every value of the two that have the most, and of the
# others, which share most of theirs, each third.
SAMPLE = [pytest.param("treffpunkt", 10, id="a tenth of treffpunkt")]
STEPS = {"treffpunkt": 1, "skoty": 1}
EACH = [pytest.param(name, STEPS.get(name, 3), id=name, marks=pytest.mark.heavy) for name in BUILT_IN]


def pages(table: Table, chosen: Mapping[str, bool]) -> list[Zettel]:
    """The Speiszettel in both languages."""
    return [build_zettel(table, chosen, language) for language in LANGUAGES]


def excludes(rules: Rules, name: str) -> list[str]:
    """The switches that cannot be on beside one."""
    options = rules.build_sheet().options.values()
    return [
        other.id
        for other in options
        if other.id in rules.build_sheet().options[name].excludes or name in other.excludes
    ]


def read(table: Table, chosen: Mapping[str, bool]) -> Any:
    """The sheet as the engine reads it, to be compared; with the paragraphs, which the engine does not need."""
    sheet = dataclasses.asdict(build(table, chosen))
    return sheet, [table.get(section, {}).get("ref") for section in table if isinstance(table[section], dict)]


def at(table: Table, path: Path) -> Any:
    """The value at a place."""
    found: Any = table
    for step in path:
        found = found[step]
    return found


def unseen(rules: Rules, chosen: Mapping[str, bool], step: int) -> Iterator[str]:
    """Values, of each so many one, that can change what the engine reads without the page showing it."""
    table = rules.combine_options(chosen)
    said, sheet = pages(table, chosen), read(table, chosen)
    for path in itertools.islice(leaves(table), 0, None, step):
        if path[-1] in OF_PHONES:
            continue
        for other in others(at(table, path), path):
            mutated = replace_value(table, path, other)
            language = "en" if str(path[-1]).endswith("_en") else "de"
            if build_zettel(mutated, chosen, language) in said and read(mutated, chosen) != sheet:
                yield f"{'.'.join(map(str, path))} = {other}"


@pytest.mark.no_cover  # thousands of sheets
@pytest.mark.parametrize(("sheet_id", "step"), [*SAMPLE, *EACH])
def test_no_value_of_a_sheet_changes_without_the_page_changing(sheet_id, step):
    rules = rules_of(sheet_id)
    assert list(unseen(rules, rules.defaults, step)) == []


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_every_paragraph_of_a_rule_on_the_sheet_stands_on_the_page(sheet_id):
    rules = rules_of(sheet_id)
    table = rules.combine_options(rules.defaults)
    page = pages(table, rules.defaults)[0]
    told = {row.ref for section in page.sections for row in section.rows} | {page.ref, page.source}
    listed = [format_ref(at(table, path), "de") for path in leaves(table) if path[-1] == "ref" and path[0] != "groups"]
    assert [ref for ref in listed if not any(ref in paragraph for paragraph in told)] == []


@pytest.mark.heavy_but("zwanzigerrufen")
@pytest.mark.parametrize("sheet_id", [sheet for sheet in BUILT_IN if rules_of(sheet).defaults])
def test_what_a_switch_changes_is_said_beside_it(sheet_id):
    rules = rules_of(sheet_id)
    for language in LANGUAGES:
        page = build_rules_zettel(rules, {}, language)
        for name, on in rules.defaults.items():
            switched = build_rules_zettel(rules, {name: not on}, language)
            assert switched.sections[0:5] != page.sections[0:5]
            row = page.map_rows()[f"option-{name}"]
            about = [page_text] if (page_text := rules.table["options"][name].get(TEXT_KEYS[language])) else []
            assert len(row.notes) == 2 + len(about) + bool(excludes(rules, name))
            assert row.notes[1 : 1 + len(about)] == tuple(about)
            assert row.notes[1 + len(about)].partition(": ")[2].strip(". ")


def test_a_reading_of_a_reminder_marks_it():
    rows = build_rules_zettel(rules_of("zwanzigerrufen"), {}, "de").map_rows()
    marked = {name for name, row in rows.items() if name.startswith("reminder-") and OPEN_MARK in row.marks}
    assert marked == {"reminder-neu_geben", "reminder-pflichtkontra"}
    assert (rows["reading-neu_geben"].name, rows["reading-neu_geben"].ref) == ("Zu Beginn", "§8")


def test_what_is_not_on_the_sheet_has_its_name_and_no_game_is_conceded_that_is_not_played():
    rules = load('id = "mine"\nsource = "wall"\nextends = "standard"\ncontracts.besserrufer = false\n')
    rows = build_rules_zettel(rules, {}, "de").map_rows()
    assert rows["concede"].notes[0].endswith("sofort aufgeben: Rufer.")
    assert rows["reminder-ablage"].name.startswith("Rufer, Dreier und Einer")


def test_texts_are_other_ones_in_the_other_language():
    assert {"name", "name_en"} <= set(TEXTS)
    for sheet_id in BUILT_IN:
        german, english = pages(
            rules_of(sheet_id).combine_options(rules_of(sheet_id).defaults), rules_of(sheet_id).defaults
        )
        headings = {"headings"}  # of the German sheet: only on its English page
        rows = [row for row in english.map_rows().values() if row.anchor not in headings]
        for row, other in zip(german.map_rows().values(), rows, strict=True):
            assert row.anchor == other.anchor
            assert not set(row.notes) & set(other.notes), row.anchor
