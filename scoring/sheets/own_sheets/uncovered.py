"""The entries of an own sheet that no example depends on, each with a hand that does, in words."""

import json
from typing import Any, NamedTuple

from scoring.engine.hand.coverage import Uncovered, find_uncovered
from scoring.engine.hand.examples import Example
from scoring.engine.hand.record import print_record
from scoring.engine.hand.scorer import Result
from scoring.engine.house_rules.library import load_built_in
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.overlay import Table, lay_over
from scoring.engine.house_rules.schema import ENTRIES
from scoring.engine.house_rules.variations import Variation
from scoring.engine.texts import pick_language
from scoring.engine.texts.sheet_keys import PLACES
from scoring.models import OwnSheet
from scoring.sheets.examples.page import list_own_examples, list_sheet_examples
from scoring.sheets.examples.words import SEAT_NAMES, ScoredExample, ShownExample, describe_example
from scoring.sheets.own_sheets.draft import DraftPlace
from scoring.sheets.own_sheets.page import Speaker, build_place_address
from tarockclub.kit.amounts import format_points


class UncoveredEntry(NamedTuple):
    """An entry in words, its page, and the hand that is offered as an example of it."""

    label: str
    href: str
    shown: ShownExample
    record: str
    amounts: tuple[tuple[str, str], ...]  # of each seat


def list_uncovered(own: OwnSheet, rules: Rules) -> list[Uncovered]:
    """Return the entries of a sheet that neither its own examples nor those of the sheets below depend on."""
    parent = load_built_in(str(rules.table.get("extends") or ""))
    below, examples = (
        lay_over(rules.vocabulary, {} if parent is None else parent.table),
        [*list_own_examples(own.sheet)],
    )
    while parent is not None:
        examples += list_sheet_examples(parent.table["id"])
        parent = load_built_in(parent.table.get("extends", ""))
    return list(find_uncovered(rules, below, examples))


def describe_uncovered(own: OwnSheet, rules: Rules, found: Uncovered, speaker: Speaker) -> UncoveredEntry:
    """Return an entry with its hand in words."""
    payouts = tuple(map(format_points, found.score.payouts))
    record = print_record(found.record)
    scored = ScoredExample(Example("", "", record, None), (Result(found.record, [], found.score),), stands_out=False)
    return UncoveredEntry(
        _name_entry(found.variation, rules.table, speaker),
        _find_address(own, found.variation),
        describe_example(scored, (rules,), speaker.language),
        json.dumps(record, ensure_ascii=False),
        tuple(zip(SEAT_NAMES, payouts, strict=True)),
    )


def _find_address(own: OwnSheet, variation: Variation) -> str:
    """Return the address where an entry is typed; what an option changes, on the page of all other rules."""
    place = _find_place(variation)
    key = str(variation.path[2 if place.entry else 1])
    return build_place_address(own, place, key="" if place.section == "options" else key)


def _find_place(variation: Variation) -> DraftPlace:
    section, name, *_rest = map(str, variation.path)
    return DraftPlace(section, name if section in ENTRIES else "")


def _name_entry(variation: Variation, table: Table, speaker: Speaker) -> str:
    """Return what a sheet says in one place: "Dreier: Lost, it costs 8"."""
    place = _find_place(variation)
    title = pick_language(PLACES[place.section], speaker.language)
    if place.section == "options":
        return f"{title}: {speaker.name_entry(*place)}"
    key, *rows = variation.path[2 if place.entry else 1 :]
    value: Any = place.find_table(table)
    for step in (key, *rows[:1]):
        value = value[step]
    part = [variation.word] if variation.word else [value] if rows else value
    named = speaker.name_entry(*place) if place.entry else title
    return f"{named}: {speaker.get_label(place.section, str(key))} {speaker.say(place, str(key), part)}"
