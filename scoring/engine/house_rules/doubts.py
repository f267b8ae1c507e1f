"""Doubts about a sheet: values that are legal, but worth a second look before a club plays by it."""

from collections.abc import Iterator

from scoring.engine.house_rules.overlay import Table
from scoring.engine.points import parse_amount
from scoring.engine.problems import Problem

# Section, the value that is usually the higher one, the other, code.
PAIRS = (
    ("premiums", "announced", "silent", "announced_below_silent"),
    ("contracts", "lost", "value", "lost_below_value"),
)


def find_doubts(table: Table) -> Iterator[Problem]:
    """Values of a sound table that are usually the other way round."""
    for section, high, low, code in PAIRS:
        for name, entry in table[section].items():
            said, below = entry.get(high), entry.get(low)
            if said is not None and below is not None and _is_less(said, below):
                params = ((high, str(said)), (low, str(below)))
                at = f"{section}/{name}"
                yield Problem(f"{at}/{high}", code, params, others=(f"{at}/{low}",))


def _is_less(value: object, below: object) -> bool:
    """Tell if one amount is less than the other, or one multiplier."""
    first, second = (parse_amount(str(worth).removeprefix("x")) for worth in (value, below))
    return first is not None and second is not None and first < second
