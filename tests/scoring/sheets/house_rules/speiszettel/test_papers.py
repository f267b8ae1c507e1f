"""Every sentence of the printed sheets stands in the program, and every rule of a Speiszettel on the printed sheet."""

import re
import tomllib
from functools import cache
from typing import Any

import pytest

from scoring.engine.house_rules.paper_facts import load_paper
from scoring.engine.texts.words import STATES
from scoring.sheets.house_rules.game_words import list_sheet_texts
from scoring.sheets.house_rules.speiszettel.build import build_rules_zettel
from scoring.sheets.house_rules.speiszettel.play import arrange_for_paper
from scoring.sheets.house_rules.speiszettel.sections import OPEN_MARK
from tarockclub.kit.words import fold
from tests.scoring.engine.support.built_in import rules_of
from tests.support.paths import DATA, ROOT

pytestmark = [pytest.mark.no_cover, pytest.mark.django_db]
PAPERS: dict[str, dict[str, list[dict[str, Any]]]] = tomllib.loads(
    (DATA / "sentences-of-papers.toml").read_text("utf-8")
)
SHEETS = {
    "standardregeln-skoty": ("standard", "skoty"),
    "steindl": ("steindl",),
    "tournament": ("zwanzigerrufen",),
    "treffpunkt-tarock": ("treffpunkt", "skoty-trophy"),
    "karlsruhe": ("karlsruhe",),
}
STATES_OF_FACTS = STATES.keys() - {"at-the-table"}  # told by the places where a fact is decided
# Rows that no paragraph says, and why they are there all the same.
COMPUTED = {
    "group-rufspiele": "lists the games with a called king",
    "group-solospiele": "lists the games without talon",
    "group-negativspiele": "lists the negative games",
    "hoch": "the table decides who begins",
    "point": "a table decides what a point is worth",
    "pagatkassa": "a table may agree on one",
}


@cache
def rows(sheet: str) -> dict[str, str]:
    """The words of each row of a Speiszettel, by its anchor."""
    zettel = build_rules_zettel(rules_of(sheet), {}, "de")
    texts = {
        anchor: " ".join([*row.marks, row.name, row.aside, *row.cells, *row.notes])
        for anchor, row in zettel.map_rows().items()
    }
    return texts | {"legend": " ".join(map(" ".join, zettel.legend)), "title": zettel.name}


@cache
def facts(paper: str) -> set[str]:
    """The facts of a printed sheet."""
    return {fact.id for paragraph in load_paper(paper).paragraphs for fact in paragraph.facts} | {"title"}


def read_place(place: str, paper: str) -> str | None:
    """The words of a place on a Speiszettel, "" for another one; None: there is no such place."""
    sheet, _, rest = place.rpartition("@") if "@" in place.partition(":")[0] else (SHEETS[paper][0], "", place)
    kind, _, name = rest.partition(":")
    if kind == "Z":
        return rows(sheet).get(name)
    is_there = {"F": name in facts(paper), "C": (ROOT / name).exists(), "H": (ROOT / f"docs/de/{name}.md").exists()}
    return "" if is_there.get(kind, kind == "P") else None


def find_fault(sentence: dict[str, Any], paper: str) -> str:
    """Why a sentence is not in the program; "" where it is."""
    if "departs" in sentence or sentence["kind"] == "history":
        return "" if sentence.get("departs", "-") else "departs without a reason"
    found = [read_place(place, paper) for place in sentence["where"]]
    if not found or None in found:
        return f"no place: {sentence['where']}"
    said = " ".join(filter(None, found)).lower()
    missing = [words for words in sentence.get("words", ()) if re.sub(r"\s", " ", words).lower() not in said]
    return f"does not say {missing}" if missing else ""


@pytest.mark.parametrize("paper", PAPERS)
def test_every_sentence_of_a_printed_sheet_is_in_the_program_or_departs_with_a_reason(paper):
    sentences = PAPERS[paper]["sentences"]
    faults = {sentence["id"]: fault for sentence in sentences if (fault := find_fault(sentence, paper))}
    assert faults == {}


@pytest.mark.parametrize("paper", PAPERS)
def test_the_facts_of_a_paragraph_say_of_each_sentence_whether_it_is_computed_enforced_or_reminded(paper):
    states: dict[str, set[str]] = {}
    for paragraph in load_paper(paper).paragraphs:
        states[paragraph.anchor] = {state for fact in paragraph.facts for state in fact.states}
    found = {each["id"]: load_paper(paper).find_paragraph(each["at"]) for each in PAPERS[paper]["sentences"]}
    kinds = {
        each["id"]: each["kind"]
        for each in PAPERS[paper]["sentences"]
        if each["kind"] in STATES and each["kind"] != "at-the-table"
    }
    told = {name: paragraph for name, paragraph in found.items() if paragraph and name in kinds}
    assert len(told) > len(kinds) * 0.85
    assert [name for name, paragraph in told.items() if kinds[name] not in states[paragraph.anchor]] == []


def test_no_sentence_is_left_out():
    assert {paper: len(each["sentences"]) for paper, each in PAPERS.items()} == {
        "standardregeln-skoty": 164,
        "steindl": 88,
        "tournament": 59,
        "treffpunkt-tarock": 164,
        "karlsruhe": 54,
    }


@pytest.mark.parametrize("sheet", [sheet for sheets in SHEETS.values() for sheet in sheets])
def test_every_rule_of_a_speiszettel_has_a_paragraph_or_a_mark_or_a_reason(sheet):
    zettel = build_rules_zettel(rules_of(sheet), {}, "de")
    loose = [
        row.anchor
        for section in zettel.sections
        for row in section.rows
        if not row.ref and OPEN_MARK not in row.marks and not row.anchor.startswith("trischaken-")
    ]
    assert [anchor for anchor in loose if anchor not in COMPUTED] == []


@pytest.mark.parametrize("word", ["Maus", "Fahren", "Musso", "Einblatt"])
def test_another_name_of_a_game_or_premium_finds_it(word):
    folded = [text.folded for _sheet, texts in list_sheet_texts(None, "de") for text in texts]
    assert any(fold(word) in text for text in folded)


@pytest.mark.parametrize("sheet", [sheet for sheets in SHEETS.values() for sheet in sheets])
def test_on_paper_each_reminder_stands_under_its_rule_once(sheet):
    zettel = build_rules_zettel(rules_of(sheet), {}, "de")
    printed = arrange_for_paper(zettel, "de")
    reminders = next(section for section in zettel.sections if section.id == "reminders").rows
    notes = [note for row in printed.map_rows().values() for note in row.notes]
    own = {row.anchor: [note for note in row.notes if note not in row.folded] for row in reminders}
    times = {row.anchor: notes.count(" ".join((*row.marks, *own[row.anchor]))) for row in reminders if own[row.anchor]}
    assert [anchor for anchor, count in times.items() if count != 1] == []
    assert [note for row in reminders for note in row.folded if notes.count(note) != 1] == []
    assert not next(section for section in printed.sections if section.id == "reminders").rows
