"""From a sheet to its Speiszettel."""

import json
from collections.abc import Mapping

from scoring.engine.house_rules.build import build
from scoring.engine.house_rules.library import built_in, vocabulary
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.overlay import Table, lay_over
from scoring.engine.texts.rules import CONTRACTS
from scoring.house_rules.speiszettel.contracts import contract_section, group_section, legend
from scoring.house_rules.speiszettel.general import (
    gap_section,
    general_section,
    open_anchors,
    option_section,
    paragraph_section,
    reading_section,
    reminder_section,
)
from scoring.house_rules.speiszettel.premiums import premium_section
from scoring.house_rules.speiszettel.sections import OPEN, Section, Zettel
from scoring.house_rules.speiszettel.trischaken import trischaken_section
from scoring.house_rules.speiszettel.wording import Voice

_YOUNGER = ("groups", "pagatkassa")  # what texts of sheets pinned long ago cannot have yet


def of_rules(rules: Rules, options: Mapping[str, bool], language: str) -> Zettel:
    """The Speiszettel of a sheet with these options; each switch says what it would change."""
    chosen = {**rules.defaults, **{name: on for name, on in options.items() if name in rules.defaults}}
    here = zettel(rules.combined(chosen), chosen, language)
    both = {name: (here, _switched(rules, chosen, name, language)) for name in chosen}
    return zettel(rules.combined(chosen), chosen, language, both)


def _switched(rules: Rules, chosen: Mapping[str, bool], name: str, language: str) -> Zettel:
    other = {**chosen, name: not chosen[name]}
    return zettel(rules.combined(other), chosen, language)


def of_pinned(text: str, language: str) -> Zettel:
    """The Speiszettel of a version as it was pinned, with the names of today for what had none then."""
    pinned: Table = json.loads(text)
    known = {section: vocabulary()[section] for section in _YOUNGER}
    return zettel(lay_over(known, pinned), pinned["chosen"], language)


def of_built_in(sheet_id: str, options: Mapping[str, bool], language: str) -> Zettel | None:
    """The Speiszettel of a sheet that the program brings along; None where there is none of that id."""
    rules = built_in(sheet_id)
    return None if rules is None else of_rules(rules, options, language)


def zettel(
    table: Table,
    chosen: Mapping[str, bool],
    language: str,
    others: Mapping[str, tuple[Zettel, Zettel]] | None = None,
) -> Zettel:
    """The Speiszettel of a whole table, with the sections in their order."""
    sheet = build(table, chosen)
    voice = Voice(sheet, table, language)
    sections: tuple[Section, ...] = (
        contract_section(voice),
        group_section(voice),
        premium_section(voice),
        trischaken_section(voice),
        general_section(voice),
        option_section(voice, chosen, others or {}),
        reminder_section(voice),
        reading_section(voice),
        gap_section(voice),
        paragraph_section(voice),
    )
    name, anchors = voice.named(*sheet.names), open_anchors(voice)
    marked = tuple(section.marked(anchors) for section in sections)
    signs = legend(voice)
    if marked != sections:
        signs = (*signs, (OPEN, voice.says(CONTRACTS)("mark_open")))
    return Zettel(sheet.id, name, sheet.source, str(table.get("ref", "")), signs, marked)
