"""The rules of a sheet and its examples."""

from functools import lru_cache

from scoring.engine.hand.examples import Example, ExampleResult, load_examples, run_examples
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from scoring.engine.house_rules.loader import Rules


def find_rules(sheet_id: str) -> Rules | None:
    """Return the rules of this id; None if there are none."""
    return load_built_in(sheet_id)


def list_rules() -> list[Rules]:
    """Return the rules that are offered."""
    return [rules for rules in map(find_rules, BUILT_IN) if rules is not None]


def list_examples(sheet_id: str) -> tuple[Example, ...]:
    """Return the examples of a sheet."""
    return load_examples(sheet_id)


def run_sheet_examples(sheet_id: str, rules: Rules) -> list[ExampleResult]:
    """Return what the examples of a sheet come to under its rules; those of the built-in sheets are kept."""
    return _run_built_in(sheet_id) if sheet_id in BUILT_IN else run_examples(rules, list_examples(sheet_id))


@lru_cache(maxsize=len(BUILT_IN))
def _run_built_in(sheet_id: str) -> list[ExampleResult]:
    rules = load_built_in(sheet_id)
    return [] if rules is None else run_examples(rules, load_examples(sheet_id))
