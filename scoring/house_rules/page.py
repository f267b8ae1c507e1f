"""The data of the rules pages: a Speiszettel, two of them compared, and the options set by the address."""

from typing import Any, NamedTuple

from django.http import QueryDict

from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.sheet import Sheet
from scoring.house_rules.speiszettel.build import build_pinned_zettel
from scoring.house_rules.speiszettel.compare import compare_zettels
from scoring.house_rules.speiszettel.sections import OPEN, Zettel
from scoring.models import GameTable
from scoring.sheet_library import find_rules, list_sheets

HAND_COUNTS = (12, 16, 20, 24, 30, 32, 40)  # of an empty written sheet
MOST_WORDS = 40  # more switches than all sheets together have


class Summary(NamedTuple):
    """A sheet in the list."""

    id: str
    name: str
    games: int
    premiums: int


class Switch(NamedTuple):
    """An option of a sheet as a checkbox."""

    value: str  # in the address
    name: str
    on: bool


def list_summaries(language: str) -> list[Summary]:
    """Return the sheets that are offered."""
    found = list_sheets()
    english = language.startswith("en")
    return [Summary(sheet.id, sheet.names[english], len(sheet.contracts), len(sheet.premiums)) for sheet in found]


def parse_switches(query: QueryDict, sheet_id: str) -> dict[str, bool]:
    """Return the settings of a sheet's options from an address; empty if the address does not set them.

    `set=standard&on=standard.zwiccolo_bei`: this option of the sheet `standard` is on, all others are off.
    """
    rules = find_rules(sheet_id)
    return {} if rules is None else parse_rule_switches(query, rules)


def parse_rule_switches(query: QueryDict, rules: Rules) -> dict[str, bool]:
    """Return the settings of these rules' options from an address, as parse_switches does."""
    sheet_id = rules.table["id"]
    if sheet_id not in query.getlist("set")[:MOST_WORDS]:
        return {}
    on = query.getlist("on")[:MOST_WORDS]
    chosen = {name: f"{sheet_id}.{name}" in on for name in rules.defaults}
    while (
        clash := rules.build_sheet().find_clash(chosen)
    ) is not None:  # an address may contain both: the second counts
        chosen[clash[0].id] = False
    return chosen


def list_switches(sheet_id: str, chosen: dict[str, bool], language: str) -> list[Switch]:
    """Return the options of a sheet."""
    rules = find_rules(sheet_id)
    return [] if rules is None else list_sheet_switches(rules.build_sheet(chosen), chosen, language)


def list_sheet_switches(sheet: Sheet, chosen: dict[str, bool], language: str) -> list[Switch]:
    """Return the options of a sheet in one of its versions."""
    return [
        Switch(
            f"{sheet.id}.{option.id}",
            option.name_en if language.startswith("en") else option.name,
            chosen.get(option.id, option.default),
        )
        for option in sheet.options.values()
    ]


def build_table_zettel(table: GameTable, language: str) -> Zettel:
    """Return the Speiszettel of a table's pinned rules."""
    return build_pinned_zettel(table.sheet_version.text, language)


def build_zettel_context(zettel: Zettel) -> dict[str, Any]:
    """Return the template context of a Speiszettel, without empty sections."""
    sections = [section for section in zettel.sections if section.rows]
    return {"zettel": zettel, "sections": sections, "hand_counts": HAND_COUNTS}


def build_comparison_context(left: Zettel, right: Zettel, *, only: bool) -> dict[str, Any]:
    """Return the template context of two compared Speiszettel; `only`: just the differences."""
    both = compare_zettels(left, right)
    pairs = [(section, section.differing if only else section.pairs) for section in both]
    return {
        "left": left,
        "right": right,
        "only": only,
        "open": next((sign for zettel in (left, right) for sign in zettel.legend if sign[0] == OPEN), None),
        "compared": [(section, rows) for section, rows in pairs if rows],
        "count": sum(len(section.differing) for section in both),
    }
