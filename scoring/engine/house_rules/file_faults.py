"""Faults of what a file itself says, which are none in what it inherits."""

from collections.abc import Iterator

from scoring.engine.house_rules.loader import MAX_OPTIONS
from scoring.engine.house_rules.overlay import Table, lay_over
from scoring.engine.house_rules.schema import OVERLAYS
from scoring.engine.problems import Problem


def find_file_faults(table: Table, below: Table) -> Iterator[Problem]:
    """Too many options of its own, and games to concede or to pay at once that nobody plays."""
    options = table.get("options") or {}
    if len(options.keys() - (below.get("options") or {}).keys()) > MAX_OPTIONS:
        yield Problem("options", "too_many_options", (("most", MAX_OPTIONS),))
    whole = lay_over(below, table)
    overlays = [option.get(way) or {} for option in (whole.get("options") or {}).values() if option for way in OVERLAYS]
    played = {name for layer in (whole, *overlays) for name, entry in _list_contracts(layer) if entry.get("value")}
    for path, names in (("concede/in", (table.get("concede") or {}).get("in")), ("blank", table.get("blank"))):
        for name in names or ():
            if name in below["contracts"] and name not in played:
                yield Problem(path, "not_on_sheet", (("word", name),))


def _list_contracts(layer: Table) -> Iterator[tuple[str, Table]]:
    yield from ((name, entry) for name, entry in (layer.get("contracts") or {}).items() if entry)
