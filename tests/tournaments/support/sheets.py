"""Built-in sheets for the tests of tournaments."""

from scoring.engine.house_rules.library import load_built_in
from scoring.engine.house_rules.sheet import Sheet


def sheet_of(sheet_id: str) -> Sheet:
    """A sheet that the program brings along, with its usual options."""
    rules = load_built_in(sheet_id)
    assert rules is not None
    return rules.build_sheet()
