"""Remarks of a sheet: how it reads what the printed one leaves open (readings), what no record holds (gaps)."""

from collections.abc import Collection, Iterator

from scoring.engine.house_rules.overlay import Table
from scoring.engine.house_rules.validate import check_words
from scoring.engine.problems import Problem

# Beside contracts, groups and premiums these rules can be left open; so are they called on the Speiszettel too.
RULES = (
    "points",
    "settle",
    "hoch",
    "point",
    "kontra",
    "radl",
    "trischaken",
    "concede",
    "bei",
    "renonce",
    "pagatkassa",
)
OF_REMINDER = "reminders."  # before the id of a reminder


def find_faults(table: Table, entries: Collection[str]) -> Iterator[Problem]:
    """Readings and gaps without a text, gaps without a name, and readings of nothing that there is."""
    reminders = [f"{OF_REMINDER}{name}" for name in table.get("reminders", {})]
    for section, needed in (("readings", ("text", "of")), ("gaps", ("name", "text"))):
        for name, entry in table.get(section, {}).items():
            path = f"{section}/{name}"
            yield from (Problem(path, "missing_key", (("key", key),)) for key in needed if not entry.get(key))
            yield from check_words(f"{path}/of", entry.get("of", ()), {*entries, *RULES, *reminders})
