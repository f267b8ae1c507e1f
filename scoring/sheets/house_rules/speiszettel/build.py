"""The construction of a Speiszettel from a sheet."""

import json
from collections.abc import Mapping

from scoring.engine.house_rules.build import build
from scoring.engine.house_rules.library import load_vocabulary
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.overlay import Table, lay_over
from scoring.engine.texts.rules import CONTRACTS, EVIDENCE
from scoring.sheets.house_rules.speiszettel.contracts import (
    build_contract_legend,
    build_contract_section,
    build_group_section,
)
from scoring.sheets.house_rules.speiszettel.general import (
    build_gap_section,
    build_general_section,
    build_option_section,
    build_paragraph_section,
    build_reading_section,
    build_reminder_section,
    find_open_anchors,
)
from scoring.sheets.house_rules.speiszettel.premiums import build_premium_section
from scoring.sheets.house_rules.speiszettel.sections import OPEN, Zettel, ZettelSection
from scoring.sheets.house_rules.speiszettel.trischaken import build_trischaken_section
from scoring.sheets.house_rules.speiszettel.wording import Voice

_YOUNGER = ("groups", "pagatkassa")  # keys missing in the texts of sheets pinned long ago


def build_rules_zettel(rules: Rules, options: Mapping[str, bool], language: str) -> Zettel:
    """Return the Speiszettel of a sheet with these options; each option names the changes it would make."""
    chosen = {**rules.defaults, **{name: on for name, on in options.items() if name in rules.defaults}}
    zettel = build_zettel(rules.combine_options(chosen), chosen, language)
    both = {name: (zettel, _build_switched(rules, chosen, name, language)) for name in chosen}
    return build_zettel(rules.combine_options(chosen), chosen, language, both)


def _build_switched(rules: Rules, chosen: Mapping[str, bool], name: str, language: str) -> Zettel:
    other = {**chosen, name: not chosen[name]}
    return build_zettel(rules.combine_options(other), chosen, language)


def build_pinned_zettel(text: str, language: str) -> Zettel:
    """Return the Speiszettel of a pinned version, with today's names for rules that had none then."""
    pinned: Table = json.loads(text)
    names = {section: load_vocabulary()[section] for section in _YOUNGER}
    return build_zettel(lay_over(names, pinned), pinned["chosen"], language)


def build_zettel(
    table: Table,
    chosen: Mapping[str, bool],
    language: str,
    others: Mapping[str, tuple[Zettel, Zettel]] | None = None,
) -> Zettel:
    """Return the Speiszettel of a whole table of rules, with the sections in their order."""
    sheet = build(table, chosen)
    voice = Voice(sheet, table, language)
    sections: tuple[ZettelSection, ...] = (
        build_contract_section(voice),
        build_group_section(voice),
        build_premium_section(voice),
        build_trischaken_section(voice),
        build_general_section(voice),
        build_option_section(voice, chosen, others or {}),
        build_reminder_section(voice),
        build_reading_section(voice),
        build_gap_section(voice),
        build_paragraph_section(voice),
    )
    name, anchors = voice.choose_text(*sheet.names), find_open_anchors(voice)
    marked = tuple(section.mark_open(anchors) for section in sections)
    signs = build_contract_legend(voice)
    if marked != sections:
        signs = (*signs, (OPEN, voice.load_texts(CONTRACTS)("mark_open")))
    return Zettel(sheet.id, name, sheet.source, str(table.get("ref", "")), signs, marked, _format_evidence(voice))


def _format_evidence(voice: Voice) -> str:
    """Return the year of the sheet's rules and how they are known, as far as it says that."""
    say, sheet = voice.load_texts(EVIDENCE), voice.sheet
    sentences = [say("as_of", year=sheet.year)] if sheet.year else []
    sentences += [say(f"about_{sheet.evidence}")] if sheet.evidence else []
    return " ".join(sentences)
