"""The rules of a sheet and its examples."""

import json
from functools import lru_cache

from scoring.engine.hand.examples import Example, ExampleResult, load_examples, run_examples
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from scoring.engine.house_rules.loader import Rules
from scoring.models import SheetExample


def list_sheet_examples(sheet_id: str) -> tuple[Example, ...]:
    """Return the examples of a sheet: those that come with a built-in one, or those of the club."""
    return load_examples(sheet_id) if sheet_id in BUILT_IN else list_own_examples(sheet_id)


def list_own_examples(sheet_id: str) -> tuple[Example, ...]:
    """Return the examples that a club gave its own sheet."""
    rows = SheetExample.objects.filter(own_sheet__sheet=sheet_id, removed=None).order_by("pk")
    return tuple(
        Example(
            name=row.note,
            why="",
            record={**json.loads(row.record), "sheet": sheet_id},
            payouts=tuple(json.loads(row.payouts)),
            starts_radl=None,
            warnings=None,
        )
        for row in rows
    )


def run_sheet_examples(sheet_id: str, rules: Rules) -> list[ExampleResult]:
    """Return what the examples of a sheet come to under its rules; those of the built-in sheets are kept."""
    return _run_built_in(sheet_id) if sheet_id in BUILT_IN else run_examples(rules, list_sheet_examples(sheet_id))


@lru_cache(maxsize=len(BUILT_IN))
def _run_built_in(sheet_id: str) -> list[ExampleResult]:
    rules = load_built_in(sheet_id)
    return [] if rules is None else run_examples(rules, load_examples(sheet_id))
