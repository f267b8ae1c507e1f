"""The part of a sheet that one of another paper takes over when it extends it."""

from collections.abc import Iterator
from typing import Any

from scoring.engine.house_rules.overlay import Table

SENTENCES = ("options", "reminders", "readings", "gaps")
_OF_SECTIONS = ("contracts", "premiums", "groups")
_WORDS = frozenset(("name", "name_en", "gloss", "gloss_en", "ref"))  # they change no rule


def adapt_parent(parent: Table, own: Table) -> Table:
    """Return the parent's table without its paragraphs, and without sentences about rules that the sheet changes.

    Those are `false`, so that a sheet may still take them out by itself.
    """
    kept = {key: _drop_refs(value) for key, value in parent.items() if key != "paragraphs"}
    for section in SENTENCES:
        said, entries = own.get(section) or {}, kept.get(section) or {}
        changed = {name: False for name, entry in entries.items() if name not in said and _is_changed(entry, own)}
        kept[section] = {**entries, **changed}
    return kept


def _drop_refs(value: Any) -> Any:
    if isinstance(value, list):
        return [_drop_refs(part) for part in value]
    if not isinstance(value, dict):
        return value
    return {key: _drop_refs(part) for key, part in value.items() if key != "ref"}


def _is_changed(entry: Table | bool, own: Table) -> bool:
    return isinstance(entry, dict) and any(_has_rule(own, path.split(".")) for path in _list_paths(entry))


def _list_paths(entry: Table) -> Iterator[str]:
    """Yield the places of the rules that a sentence is about: `radl.after`; a reading has them in its `of`."""
    yield from entry.get("about") or ()
    for word in entry.get("of") or ():
        yield word
        yield from (f"{section}.{word}" for section in _OF_SECTIONS)


def _has_rule(table: Any, path: list[str]) -> bool:
    """Return whether a table has something at a place, be it that what is around it is taken out."""
    for key in path:
        if table is False:
            return True
        if not isinstance(table, dict) or key not in table:
            return False
        table = table[key]
    return not isinstance(table, dict) or bool(table.keys() - _WORDS)
