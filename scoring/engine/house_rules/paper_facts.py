"""The facts of the printed sheets in our own words, each with the places where it is decided (sheets/facts)."""

import re
import tomllib
from functools import cache
from typing import Any, NamedTuple

from scoring.engine.house_rules.library import FOLDER
from scoring.engine.texts import pick_language
from scoring.engine.texts.rules import TITLES
from scoring.engine.texts.words import STATES

PAPERS = (
    *("standardregeln-skoty", "steindl", "treffpunkt-tarock", "karlsruhe", "tournament"),
    *("oberoesterreich", "wien", "tirol", "hksw"),
)
OWN_ADDITION = "own"  # in the place of a paragraph: what the paper does not say
TOURNAMENT = "tournament"  # the paper that a paragraph belongs to where nothing else is said
_ENFORCING = re.compile(r"/check/|/clock/|/corrections/|/table_clock|actions\.py|/settings\.py|:Evening|:announce")
_SAID_ONLY = ("deal", "auction", "play", "gaps", "readings", "hoch")
_BETWEEN = re.compile(r"(; |, (?=§))")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "§": "p"})


class PaperPlace(NamedTuple):
    """A place where a fact is decided: an entry of a sheet, or a file and perhaps a name in it."""

    sheet: str = ""
    key: str = ""  # contracts.rufer; contracts.*: all entries of that section that name the paragraph
    file: str = ""
    name: str = ""


class Fact(NamedTuple):
    """A fact in German and English; without places it is decided at the table."""

    id: str
    texts: tuple[str, str]
    where: tuple[PaperPlace, ...]

    @property
    def states(self) -> tuple[str, ...]:
        """The ways in which the program keeps it: it computes, enforces or reminds; or people do it at the table."""
        of_places = set(map(_find_state, self.where))
        return tuple(state for state in STATES if state in of_places) or ("at-the-table",)


def _find_state(place: PaperPlace) -> str:
    if place.file:
        return "enforced" if _ENFORCING.search(f"{place.file}:{place.name}") else "computes"
    section = place.key.partition(".")[0]
    return "reminded" if section == "reminders" else "at-the-table" if section in _SAID_ONLY else "computes"


class Paragraph(NamedTuple):
    """A paragraph of a printed sheet, as it is cited, with its facts."""

    ref: str
    anchor: str
    also: tuple[str, ...]  # other ways to cite it
    facts: tuple[Fact, ...]


class SheetPaper(NamedTuple):
    """A printed sheet: the sheet files that were written after it, and its paragraphs."""

    id: str
    titles: tuple[str, str]
    source: str
    sheets: tuple[str, ...]
    paragraphs: tuple[Paragraph, ...]

    def find_paragraph(self, citation: str) -> Paragraph | None:
        """Return the paragraph that is cited; "§4" is also the fourth chapter of a sheet with numbered chapters.

        >>> load_paper("steindl").find_paragraph("§3").ref
        '3) Negativspiele'
        """
        chapter = f"{citation.removeprefix('§')}) "
        for paragraph in self.paragraphs:
            if citation in (paragraph.ref, *paragraph.also):
                return paragraph
            if citation.startswith("§") and paragraph.ref.startswith(chapter):
                return paragraph
        return None


@cache
def load_paper(paper_id: str) -> SheetPaper:
    """Return the facts of a printed sheet."""
    table = tomllib.loads(FOLDER.joinpath("facts", f"{paper_id}.toml").read_text(encoding="utf-8"))
    sheets = tuple(table["sheets"])
    rows: dict[str, list[dict[str, Any]]] = {}
    for name, row in table["facts"].items():
        rows.setdefault(row["ref"], []).append({**row, "id": name})
    paragraphs = tuple(_build_paragraph(ref, facts, sheets[0]) for ref, facts in rows.items())
    return SheetPaper(paper_id, (table["title"], table["title_en"]), table["source"], sheets, paragraphs)


def find_paper(source: str) -> SheetPaper | None:
    """Return the printed sheet that a sheet names as its source; None if it is not one of these."""
    return next((paper for paper in map(load_paper, PAPERS) if paper.source == source), None)


def find_paper_of_sheet(sheet_id: str) -> SheetPaper | None:
    """Return the printed sheet after which a built-in sheet was written."""
    return next((paper for paper in map(load_paper, PAPERS) if sheet_id in paper.sheets), None)


def _build_paragraph(ref: str, rows: list[dict[str, Any]], sheet: str) -> Paragraph:
    places = (tuple(parse_place(text, sheet) for text in row.get("where", ())) for row in rows)
    facts = (Fact(row["id"], (row["de"], row["en"]), where) for row, where in zip(rows, places, strict=True))
    also = tuple(spelling for row in rows for spelling in row.get("also", ()))
    return Paragraph(ref, build_anchor(ref), also, tuple(facts))


def parse_place(text: str, sheet: str) -> PaperPlace:
    """Return the place that a file of facts names; without a sheet's id it is in the first sheet of the paper.

    >>> parse_place("radl", "skoty"), parse_place("scoring/engine/points.py:round_points", "skoty").name
    (PaperPlace(sheet='skoty', key='radl', file='', name=''), 'round_points')
    """
    if "/" in text:
        file, _colon, name = text.partition(":")
        return PaperPlace(file=file, name=name)
    named, _sign, key = text.rpartition("#")
    return PaperPlace(named or sheet, key)


def build_anchor(ref: str) -> str:
    """Return the anchor of a paragraph on a page.

    >>> build_anchor("§12"), build_anchor("Übrige Positivspiele"), build_anchor("4) Trischaken")
    ('p12', 'uebrige-positivspiele', 'p4-trischaken')
    """
    word = re.sub(r"[^a-z0-9]+", "-", ref.lower().translate(_UMLAUTS)).strip("-")
    return f"p{word}" if word[0].isdigit() else word


def format_states(fact: Fact, language: str) -> str:
    """Return what the program does with a fact, in words."""
    return ", ".join(pick_language(STATES[state], language) for state in fact.states)


def format_ref(ref: str, language: str) -> str:
    """Return what an entry names as its places, in words: paragraphs stay as they are.

    >>> format_ref("§4", "en"), format_ref("own", "en"), format_ref("Talon; own", "de")
    ('§4', 'an addition of the club, not on it', 'Talon; eigene Ergänzung, steht nicht darauf')
    """
    own = pick_language(TITLES["own"], language)
    return "".join(own if part == OWN_ADDITION else part for part in split_ref(ref))


def split_ref(ref: str) -> list[str]:
    """Split the paragraphs that an entry names: every second part is what stands between two of them.

    >>> split_ref("Spiele; 3) Trischaken"), split_ref("§6, §12"), split_ref("1) Allgemeines, Gezählt")
    (['Spiele', '; ', '3) Trischaken'], ['§6', ', ', '§12'], ['1) Allgemeines, Gezählt'])
    """
    return _BETWEEN.split(ref)
