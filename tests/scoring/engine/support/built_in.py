"""The sheets of the program, as tests need them: each of these is there."""

import pytest

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
