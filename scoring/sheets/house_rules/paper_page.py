"""The page of a printed sheet: its facts, paragraph by paragraph, each with links to the rules that decide it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext_lazy

from scoring.engine.house_rules.library import load_built_in
from scoring.engine.house_rules.paper_facts import Fact, PaperPlace, SheetPaper
from scoring.engine.texts import pick_language
from scoring.sheets.house_rules.speiszettel.build import build_rules_zettel
from scoring.sheets.house_rules.speiszettel.sections import Zettel

ROWS = {"contracts": "contract", "premiums": "premium", "groups": "group", "options": "option"}  # called by their names
ASIDES = {
    "reminders": ("reminder", gettext_lazy("Reminder")),
    "readings": ("reading", gettext_lazy("Our reading")),
    "gaps": ("gap", gettext_lazy("No entry for it")),
}
EVERY = "*"


PaperLink = tuple[str, str]  # the name of a rule, and its address; "": it has no place on a page


class ShownFact(NamedTuple):
    """A fact in one language; `rules`: on pages, `sources`: in the source of the program."""

    text: str
    rules: tuple[PaperLink, ...]
    sources: tuple[str, ...]


class Reader:
    """The rules on the pages of a printed sheet's sheets, by the keys of the sheet files."""

    def __init__(self, paper: SheetPaper, language: str) -> None:
        self._first = paper.sheets[0]
        self.zettels = {sheet: _build_zettel(sheet, language) for sheet in paper.sheets}
        self._rows = {sheet: zettel.map_rows() for sheet, zettel in self.zettels.items()}

    def find_link(self, place: PaperPlace) -> PaperLink:
        """Return the link to the rule that a key of a sheet file means."""
        section, _dot, rest = place.key.partition(".")
        entry = rest.partition(".")[0]
        name, anchor = self._name_rule(place.sheet, section, entry)
        if place.sheet != self._first:
            name = f"{name} ({self.zettels[place.sheet].name})"
        return name, f"{reverse('sheet', args=[place.sheet])}#{anchor}" if anchor else ""

    def _name_rule(self, sheet: str, section: str, entry: str) -> tuple[str, str]:
        if entry == EVERY:
            return next(found.title for found in self.zettels[sheet].sections if found.id == section), section
        if section in ASIDES:
            prefix, label = ASIDES[section]
            return str(label), f"{prefix}-{entry}"
        row = self._rows[sheet].get(f"{ROWS[section]}-{entry}" if section in ROWS else section)
        return (section, "") if row is None else (row.name, row.anchor)


def _build_zettel(sheet: str, language: str) -> Zettel:
    rules = load_built_in(sheet)
    if rules is None:
        raise LookupError(sheet)
    return build_rules_zettel(rules, {}, language)


def build_paper_context(paper: SheetPaper, language: str) -> dict[str, Any]:
    """Return the template context of the page."""
    reader = Reader(paper, language)
    paragraphs = [(row, [_build_fact(fact, reader, language) for fact in row.facts]) for row in paper.paragraphs]
    return {
        "title": pick_language(paper.titles, language),
        "paragraphs": paragraphs,
        "sheets": [(sheet, zettel.name) for sheet, zettel in reader.zettels.items()],
    }


def _build_fact(fact: Fact, reader: Reader, language: str) -> ShownFact:
    sources = tuple(f"{place.file}: {place.name}" if place.name else place.file for place in fact.where if place.file)
    return ShownFact(pick_language(fact.texts, language), tuple(_list_links(fact.where, reader)), sources)


def _list_links(places: tuple[PaperPlace, ...], reader: Reader) -> Iterator[PaperLink]:
    """Yield the rules of a fact that have a place on a page, each once."""
    links = dict.fromkeys(reader.find_link(place) for place in places if place.key)
    yield from ((name, href) for name, href in links if href)
