"""The same sheet typed by somebody else: another order, another spelling, defaults said and other names."""

from random import Random
from typing import Any

from scoring.engine.house_rules.library import load_vocabulary
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.overlay import Table, drop_removed, lay_over

SPOKEN = ("name", "name_en", "gloss", "gloss_en", "text", "text_en")
FILLED_SECTIONS = ("points", "kontra", "radl", "renonce", "settle")  # sections that the vocabulary fills


def retype(rules: Rules, random: Random, *, rename_options: bool = True) -> Table:
    """Return the whole table of rules as another person would write it, without changing what it means."""
    said = _say_defaults(rules, random)
    if rename_options:
        said["options"] = _rename_options(said.get("options") or {})
    typed = _retype_values(said, random)
    return {**typed, "id": "typed", "name": "Abgeschrieben", "source": "by hand"}


def _say_defaults(rules: Rules, random: Random) -> Table:
    table, sheet = rules.table, rules.build_sheet()
    vocabulary = load_vocabulary()
    said = {
        key: value for key, value in table.items() if key not in ("extends", "order", "examples", "readings", "gaps")
    }
    for section in FILLED_SECTIONS:
        if random.random() < 0.5:
            said[section] = lay_over(vocabulary[section], drop_removed(said.get(section) or {}))
    contracts = {}
    for name, entry in said["contracts"].items():
        spelled = entry and "value" in entry and "lost" not in entry and not sheet.contracts[name].is_negative
        contracts[name] = (
            {**entry, "lost": entry["value"]}
            if spelled and random.random() < 0.5 and not _is_lost_elsewhere(table, name)
            else entry
        )
    premiums = {
        name: {**entry, "in": ["all"]}
        if entry and "in" not in {**vocabulary["premiums"].get(name, {}), **entry}
        else entry
        for name, entry in said["premiums"].items()
    }
    return {**said, "contracts": contracts, "premiums": premiums}


def _is_lost_elsewhere(table: Table, name: str) -> bool:
    """Tell if an option or the vocabulary says what a game costs, or what it is worth."""
    overlays = [option.get(way) or {} for option in (table.get("options") or {}).values() for way in ("on", "off")]
    return any((overlay.get("contracts") or {}).get(name) for overlay in overlays) or (
        "lost" in load_vocabulary()["contracts"].get(name, {})
    )


def _rename_options(options: Table) -> Table:
    return {
        f"other_{name}": {**option, "excludes": [f"other_{word}" for word in option.get("excludes") or ()]}
        for name, option in options.items()
    }


def _retype_values(value: Any, random: Random, key: str = "") -> Any:
    if isinstance(value, dict):
        names = [*value]
        random.shuffle(names)
        kept = (name for name in names if name not in ("ref", "gloss", "gloss_en") or random.random() < 0.5)
        return {name: _retype_values(value[name], random, name) for name in kept}
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return random.sample(value, len(value))
    if key in ("value", "lost", "silent", "announced") and type(value) is int:
        return random.choice((value, str(value), f"{2 * value}/2"))
    return f"  {value} " if key in SPOKEN and isinstance(value, str) else value
