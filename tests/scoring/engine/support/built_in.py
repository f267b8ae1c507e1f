"""The sheets of the program, and the golden hands: the examples of these sheets."""

import json
from collections.abc import Callable, Iterable

import pytest

from scoring.engine.hand.examples import Example, load_examples
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.sheet import Sheet

OFTEN = ("standard", "treffpunkt", "zwanzigerrufen")  # what the others extend, one that does, and the other game
SHEETS_MOSTLY_HEAVY = [name if name in OFTEN else pytest.param(name, marks=pytest.mark.heavy) for name in BUILT_IN]


def rules_of(sheet_id: str) -> Rules:
    """The rules of a built-in sheet."""
    rules = load_built_in(sheet_id)
    assert rules is not None
    return rules


def sheet_of(sheet_id: str, **options: bool) -> Sheet:
    """A built-in sheet, with these options instead of the usual ones."""
    return rules_of(sheet_id).build_sheet(options)


golden = load_examples


def line_of(hand: Example) -> bytes:
    """The record of a hand as a line of JSON."""
    return json.dumps(hand.record, ensure_ascii=False).encode()


def all_faults(hands: Iterable[Example], faults: Callable[[Example], Iterable[str]]) -> str:
    """Return all faults of the hands, each under its name; empty when all are right."""
    wrong = {f"{hand.record['sheet']}: {hand.name}": list(faults(hand)) for hand in hands}
    return "\n".join(f"{name}\n    " + "\n    ".join(found) for name, found in wrong.items() if found)
