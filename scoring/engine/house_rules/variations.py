"""A sheet with one entry changed: what shows whether a hand depends on that entry."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from scoring.engine.house_rules.build import TRISCHAKEN
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.overlay import Table
from scoring.engine.house_rules.schema import ENTRIES, ITEMS, OVERLAYS, SECTIONS, Kind
from scoring.engine.points import BLATT, parse_amount, parse_points, print_points

Path = tuple[str | int, ...]
_OTHER_WORDS = {
    "forehand": "others",
    "others": "forehand",
    "declarer": "defence",
    "defence": "declarer",
    "offender": "side",
    "side": "offender",
    "none": "down",
    "down": "none",
}
_TIMES = {1: 3, 3: 1}  # a lone declarer is paid once, or by all three


class Variation(NamedTuple):
    """An entry of a sheet and another value for it."""

    path: Path
    value: Any  # None: nothing
    word: str = ""  # of a list: the one that is left out

    def apply(self, rules: Rules) -> Rules:
        """Return the rules with the other value."""
        return Rules(rules.vocabulary, replace_value(rules.table, self.path, self.value), is_sound=True)


def replace_value(table: Any, path: Path, value: Any) -> Any:
    """Return a table with another value at a place; None: without it."""
    key, *rest = path
    changed = table.copy()
    if rest:
        changed[key] = replace_value(table[key], tuple(rest), value)
    elif value is None:
        del changed[key]
    else:
        changed[key] = value
    return changed


def list_variations(table: Table, below: Table) -> Iterator[Variation]:
    """Yield every entry that decides what a hand pays, changed; what starts a Radl pays nothing by itself.

    `below`: the sheet below with the vocabulary, whose lists are tried too.
    """
    for section in ("contracts", "groups", "premiums"):
        for name, entry in (table.get(section) or {}).items():
            usual = (below.get(section) or {}).get(name) or {}
            yield from _change_keys((section, name), entry or {}, usual, ENTRIES[section])
    for section, kinds in SECTIONS.items():
        if section not in ("order", "pagatkassa"):
            yield from _change_keys((section,), table.get(section) or {}, below.get(section) or {}, kinds)
    for name, option in (table.get("options") or {}).items():
        yield from (Variation(("options", name, way), {}) for way in OVERLAYS if option and way in option)


def _change_keys(path: Path, entry: Table, below: Table, kinds: Mapping[str, Kind]) -> Iterator[Variation]:
    for key, value in entry.items():
        expects = kinds[key].expects
        if value is False:
            continue
        if expects == "words":
            for word in value:
                yield Variation((*path, key), [other for other in value if other != word], word)
            if below.get(key, value) != value:
                yield Variation((*path, key), below[key])
        elif expects == "rows":
            for index, row in enumerate(value):
                doubled = [_add(place, parse_amount(place)) for place in row["places"]]
                yield Variation((*path, key, index, "places"), doubled)
        elif expects in _OTHERS:
            yield Variation((*path, key), _OTHERS[expects](value))


def _add(value: Any, more: Any = 1) -> int | str:
    amount = (parse_amount(value) or 0) + more
    return int(amount) if amount.denominator == 1 else str(amount)


def _change_worth(value: Any) -> Any:
    is_times = isinstance(value, str) and value.startswith("x")
    return f"x{2 * int(value[1:])}" if is_times else _add(value)


_OTHERS: dict[str, Callable[[Any], Any]] = {
    "value": _add,
    "worth": _change_worth,
    "kontra": lambda value: value // 2 or 2,
    "points": lambda value: print_points((parse_points(value) or 0) + BLATT),
    "bool": lambda _value: None,
    "tricks": _add,
    "jungfrauen": lambda value: max(value - 1, 0),
    "alone": _TIMES.get,
    **dict.fromkeys(("by", "side", "blame", "round"), _OTHER_WORDS.get),
}


def find_items(variation: Variation, rules: Rules) -> frozenset[str] | None:
    """Return the games and premiums one of which is in every hand that depends on an entry; None: it may be any."""
    section, name, *way = map(str, variation.path[:3])
    if section == "options":
        changes = rules.table["options"][name][way[0]]
        item_sets = [_find_named(part, entry, rules) for part in changes for entry in changes[part] or ()]
        return None if None in item_sets else frozenset().union(*(items for items in item_sets if items))
    return _find_named(section, name, rules)


def _find_named(section: str, name: str, rules: Rules) -> frozenset[str] | None:
    if section in ITEMS:
        return frozenset((name,))
    if section == "groups":
        contracts = rules.build_sheet().contracts.values()
        return frozenset(contract.id for contract in contracts if name in contract.groups)
    return frozenset((TRISCHAKEN,)) if section == TRISCHAKEN else None
