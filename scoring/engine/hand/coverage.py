"""The entries of a sheet that none of its examples depends on, with a hand for each that does."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from scoring.engine.hand.examples import Example, run_examples
from scoring.engine.hand.record import HandRecord
from scoring.engine.hand.sample_hands import list_sample_hands
from scoring.engine.hand.score_lines import Amounts, Score
from scoring.engine.hand.scorer import score_record
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.overlay import Table
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.house_rules.variations import Variation, find_items, list_variations

MOST_TRIED = 2_000
# What a hand must have that depends on a section.
_NEEDED: dict[str | int, Callable[[HandRecord], bool]] = {
    "concede": lambda record: record.plays[0].result == "conceded",
    "renonce": lambda record: record.renonce is not None,
    "points": lambda record: record.plays[0].points is not None,
    "radl": lambda record: record.radl is not None,
}


class Uncovered(NamedTuple):
    """An entry that no example depends on, and a hand that does."""

    variation: Variation
    record: HandRecord
    score: Score


def find_uncovered(rules: Rules, below: Table, examples: Iterable[Example]) -> Iterator[Uncovered]:
    """Yield the entries of a sheet that could be different without an example that agrees with it noticing.

    `below`: the sheet below with the vocabulary. Entries that no simple hand depends on are left out.
    """
    agreeing = [result.example for result in run_examples(rules, examples) if result.agrees]
    for variation in list_variations(rules.table, below):
        varied = variation.apply(rules)
        if not _is_noticed(rules, varied, variation, agreeing):
            yield from _find_hand(rules, varied, variation)


def _is_noticed(rules: Rules, varied: Rules, variation: Variation, examples: Sequence[Example]) -> bool:
    items = find_items(variation, rules)
    near = (example for example in examples if items is None or not items.isdisjoint(_list_items(example.record)))
    return any(not result.agrees for example in near for result in run_examples(varied, (example,)))


def _list_items(record: dict[str, Any]) -> list[str]:
    """Return the games and premiums that a record names."""
    plays = [play["contract"] for play in record.get("plays", ())]
    return [*plays, *(entry["premium"] for entry in record.get("premiums", ()))]


def _find_hand(rules: Rules, varied: Rules, variation: Variation) -> Iterator[Uncovered]:
    """Yield the first simple hand that pays something else with the variation; none where there is none."""
    options = _choose_options(rules, variation)
    sheet, other = rules.build_sheet(options), varied.build_sheet(options)
    for record in islice(_list_hands(sheet, variation, find_items(variation, rules)), MOST_TRIED):
        whole = record._replace(options=tuple(options.items()))
        score = score_record(whole, [], sheet).score
        if score is not None and _get_payouts(whole, other) != score.payouts:
            yield Uncovered(variation, whole, score)
            return


def _choose_options(rules: Rules, variation: Variation) -> dict[str, bool]:
    """Return the option that a variation is about, the other way than it is by itself."""
    name = str(variation.path[1])
    return {name: not rules.defaults[name]} if variation.path[0] == "options" else {}


def _list_hands(sheet: Sheet, variation: Variation, items: frozenset[str] | None) -> Iterator[HandRecord]:
    section = variation.path[0]
    for contract in sheet.contracts.values():
        names = {contract.id, *(premium for premium, _announced in contract.forms)}
        for record in list_sample_hands(sheet, contract) if items is None or names & items else ():
            named = {contract.id, *(recorded.premium for recorded in record.premiums)}
            if (items is None or named & items) and (section not in _NEEDED or _NEEDED[section](record)):
                yield record


def _get_payouts(record: HandRecord, sheet: Sheet) -> Amounts | None:
    score = score_record(record, [], sheet).score
    return None if score is None else score.payouts
