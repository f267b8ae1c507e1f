"""The facts of the printed sheets: every paragraph that is cited is there, and is decided where it says."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from scoring.engine.house_rules.library import BUILT_IN, FOLDER, load_vocabulary
from scoring.engine.house_rules.paper_facts import (
    OWN_ADDITION,
    PAPERS,
    TOURNAMENT,
    PaperPlace,
    SheetPaper,
    find_paper,
    find_paper_of_sheet,
    format_states,
    load_paper,
    split_ref,
)
from scoring.engine.house_rules.schema import lay_over
from tests.scoring.engine.support.built_in import rules_of
from tests.support.paths import ROOT

SIGNS = re.compile(r"(?:([\w-]+)`?\s+)?(§\d+(?:(?:, |–| and )§?\d+)*)")
TEXTS = (
    "*.md",
    "docs/*.md",
    "docs/**/*.md",
    *(f"{top}/**/*.{end}" for top in ("scoring", "tournaments", "tarockclub") for end in ("py", "toml")),
    "templates/**/*.html",
    "tests/**/*.py",
    "tests/data/*.toml",
    "tarockclub/**/*.po",
)


def paper_of(sheet_id: str) -> SheetPaper:
    """The printed sheet of a sheet."""
    paper = find_paper_of_sheet(sheet_id)
    assert paper is not None
    return paper


def refs(table: object, path: str = "") -> Iterator[tuple[str, str]]:
    """The entries of a sheet file that name a paragraph, with it."""
    if isinstance(table, dict):
        for key, value in table.items():
            if key == "ref":
                yield path, value
            else:
                yield from refs(value, f"{path}.{key}".strip("."))


def is_in(key: str, place: PaperPlace) -> bool:
    """Return True if a place means this entry, a part of it, or its whole section."""
    named = place.key.removesuffix(".*")
    return f"{key}.".startswith(f"{named}.") or named.startswith(f"{key}.")


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_every_entry_of_a_sheet_stands_in_the_facts_of_its_paragraphs(sheet_id):
    paper = paper_of(sheet_id)
    missing = []
    for key, ref in refs(tomllib.loads((FOLDER / f"{sheet_id}.toml").read_text("utf-8"))):
        for citation in {*split_ref(ref)[::2]} - {OWN_ADDITION}:
            paragraph = paper.find_paragraph(citation)
            places = [] if paragraph is None else [place for fact in paragraph.facts for place in fact.where]
            if not any(not key or (place.sheet == sheet_id and is_in(key, place)) for place in places):
                missing.append((key, citation))
    assert missing == []


@cache
def names_in(path: Path) -> frozenset[str]:
    """The functions and classes of a module."""
    nodes = ast.parse(path.read_text("utf-8")).body
    return frozenset(node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef))


def exists(place: PaperPlace) -> bool:
    """Return True if there is what a place names."""
    if place.file:
        path = ROOT / place.file
        return path.exists() and (not place.name or place.name in names_in(path))
    found = lay_over(load_vocabulary(), rules_of(place.sheet).table)
    for word in place.key.removesuffix(".*").split("."):
        if not isinstance(found, dict) or word not in found:
            return False
        found = found[word]
    return True


@pytest.mark.parametrize("paper_id", PAPERS)
def test_every_fact_is_decided_where_it_says(paper_id):
    paper = load_paper(paper_id)
    places = [place for paragraph in paper.paragraphs for fact in paragraph.facts for place in fact.where]
    assert [place for place in places if not exists(place)] == []
    assert all(text for paragraph in paper.paragraphs for fact in paragraph.facts for text in fact.texts)
    anchors = [paragraph.anchor for paragraph in paper.paragraphs]
    assert len(set(anchors)) == len(anchors)


def test_a_fact_says_what_the_program_does_with_it():
    states = {fact.id: fact.states for each in load_paper("karlsruhe").paragraphs for fact in each.facts}
    assert states["play"] == ("computes", "at-the-table")
    assert states["kaiserstich"] == ("reminded",)
    assert states["deal"] == ("at-the-table",)
    assert format_states(load_paper("tournament").paragraphs[0].facts[0], "de") == "erzwingt"


def list_signs(path: Path) -> Iterator[tuple[SheetPaper, str]]:
    """The paragraphs that a file cites with a §; without a sheet's name those of its own sheet, or of tournaments."""
    own = path.stem if path.parent in (FOLDER, FOLDER / "examples") else TOURNAMENT
    for word, signs in SIGNS.findall(path.read_text("utf-8")):
        name = word if word in BUILT_IN or word == TOURNAMENT else own
        paper = load_paper(name) if name in PAPERS else paper_of(name)
        for number in re.findall(r"\d+", signs):
            yield paper, f"§{number}"


@pytest.mark.heavy
def test_every_paragraph_that_is_cited_with_its_sign_exists():
    paths = {path for pattern in TEXTS for path in ROOT.glob(pattern) if path.name != Path(__file__).name}
    cited = {(str(path.relative_to(ROOT)), paper, sign) for path in paths for paper, sign in list_signs(path)}
    assert len(cited) > 150
    missing = [(path, sign) for path, paper, sign in cited if paper.find_paragraph(sign) is None]
    assert missing == []


def test_papers_are_found_by_their_sheets_and_sources():
    assert {paper_of(sheet).id for sheet in BUILT_IN} == set(PAPERS)
    assert find_paper("tournament.txt") == load_paper("tournament") == paper_of("zwanzigerrufen")
    assert find_paper("the sheet on our wall") is None
    assert find_paper_of_sheet("wednesday") is None
    assert load_paper("tournament").find_paragraph("§25") is None
    found = load_paper("karlsruhe").find_paragraph("Königrufen (das Blatt verbietet es nicht)")
    assert found is not None
    assert found.anchor == "koenigrufen"
