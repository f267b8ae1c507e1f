"""Sheets are overlays: one table laid over another; `false` takes an entry out, and what is wrong is left out."""

from collections.abc import Iterable
from typing import Any

from scoring.engine.house_rules.schema import OVERLAYS
from scoring.engine.problems import Names, Problem

Table = dict[str, Any]


def lay_over(base: Table, over: Table) -> Table:
    """Lay a table over another, deep; a new key comes behind the one that stands before it in `over`.

    >>> lay_over({"a": 1, "b": {"x": 1}, "c": 3}, {"b": {"y": 2}, "new": 0})
    {'a': 1, 'b': {'x': 1, 'y': 2}, 'new': 0, 'c': 3}
    """
    keys = list(base)
    index = len(keys)
    for key in over:
        if key in base:
            index = keys.index(key) + 1
        else:
            keys.insert(index, key)
            index += 1
    return {key: _lay_value(base.get(key), over[key]) if key in over else base[key] for key in keys}


def _lay_value(below: Any, above: Any) -> Any:
    return lay_over(below if isinstance(below, dict) else {}, above) if isinstance(above, dict) else above


def list_names(table: Table, *sections: str) -> dict[str, Names]:
    """Return the names of the entries of sections, by their ids.

    >>> list_names({"contracts": {"dreier": {"name": "Dreier"}, "rufer": False}, "groups": {}}, "contracts", "groups")
    {'dreier': ('Dreier', 'Dreier')}
    """
    entries = [pair for section in sections for pair in (table.get(section) or {}).items()]
    named = ((name, entry["name"], entry.get("name_en")) for name, entry in entries if entry and entry.get("name"))
    return {name: (str(german), str(english or german)) for name, german, english in named}


def drop_removed(table: Table) -> Table:
    """Drop what is `false`: an entry taken out, or a switch that is off (every switch is off by default)."""
    return {
        key: drop_removed(value) if isinstance(value, dict) else value
        for key, value in table.items()
        if value is not False
    }


def lay_onto_vocabulary(vocabulary: Table, sheet: Table) -> Table:
    """Lay a sheet over the vocabulary; of contracts and premiums only those of the sheet stay, in its order.

    What a sheet takes out of a section that the vocabulary fills is again as the vocabulary says it.
    """
    own = {key: value for key, value in sheet.items() if value is not False}
    own.pop("examples", None)  # they are no rules
    full = lay_over(vocabulary, own)
    for section in ("points", "kontra", "radl", "renonce", "settle", "pagatkassa"):
        full[section] = lay_over(vocabulary[section], drop_removed(own.get(section, {})))
    order = full.get("order") or {}
    for section in ("contracts", "premiums"):
        words, listed = full.get(section, {}), own.get(section, {})
        first = [key for key in order.get(section) or () if key in listed]
        full[section] = {key: words[key] for key in (*first, *(key for key in listed if key not in first))}
    return drop_removed(full)


def drop_entries(table: Table, paths: Iterable[str]) -> Table:
    """Return the table without what stands at these paths; where a path leads into a list, without the whole list."""
    for path in paths:
        head, _, rest = path.partition("/")
        below = table.get(head)
        if rest and isinstance(below, dict):
            table = {**table, head: drop_entries(below, (rest,))}
        else:
            table = {key: value for key, value in table.items() if key != head}
    return table


def may_follow(problem: Problem, broken: Iterable[str]) -> bool:
    """Return whether a problem may be nothing but the consequence of entries that are wrong themselves."""
    own = [path.split("/") for path in (problem.path, *problem.others)]
    word = next((value for name, value in problem.params if name == "word"), None)
    for path in broken:
        parts = _strip_option(tuple(path.split("/")))
        if word in parts or any(all(a == b for a, b in zip(other, parts, strict=False)) for other in own):
            return True
    return False


def _strip_option(path: tuple[str, ...]) -> tuple[str, ...]:
    return path[3:] if path[0] == "options" and len(path) > 3 and path[2] in OVERLAYS else path
