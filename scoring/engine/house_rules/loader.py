"""From the text of a sheet file to sheets: by the choice of options, with one changed entry, by their meaning alone."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice, product
from operator import itemgetter
from typing import Any, NamedTuple

from scoring.engine.house_rules.build import TRISCHAKEN, build
from scoring.engine.house_rules.contradictions import KnownIds, find_contradictions
from scoring.engine.house_rules.schema import (
    ENTRIES,
    ITEMS,
    OVERLAYS,
    SECTIONS,
    Kind,
    Table,
    drop_removed,
    lay_onto_vocabulary,
    lay_over,
    list_names,
)
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.points import BLATT, parse_amount, parse_points, print_points, round_points
from scoring.engine.problems import MOST_PROBLEMS, Names, Problem, SheetError

MAX_OPTIONS = 6  # of a file; those of the sheet that it extends come on top
MOST_OPTIONS = 2 * MAX_OPTIONS  # every combination is checked when a sheet is loaded


class Rules:
    """One sheet file with all it extends: gives the sheet for any choice of its options."""

    def __init__(self, vocabulary: Table, table: Table, *, is_sound: bool = False) -> None:
        """Lay the table (with its parents already below it) over the vocabulary; SheetError where rules contradict.

        `is_sound`: it was checked when it was saved, perhaps by a version that refused less.
        """
        self.vocabulary = vocabulary
        self.table = table
        options = (table.get("options") or {}).items()
        self.defaults = {name: "off" in option for name, option in options if option}
        self._sheets: dict[tuple[bool, ...], Sheet] = {}
        if len(self.defaults) > MOST_OPTIONS:
            raise SheetError((Problem("options", "too_many_options", (("most", MOST_OPTIONS),)),))
        problems = {} if is_sound else self._find_problems()
        if problems:
            raise SheetError(tuple(problems))

    def _find_problems(self) -> dict[Problem, None]:
        """Look at the sheet by itself and with each option alone; if all of that is sound, at every combination."""
        problems: dict[Problem, None] = {}
        ids = self._collect_known_ids()
        for chosen in sorted(self.list_choices(), key=self._count_switched):
            if problems and self._count_switched(chosen) > 1:
                break
            contradictions = find_contradictions(self.combine_options(chosen), ids)
            problems.update(dict.fromkeys(islice(contradictions, MOST_PROBLEMS + 1)))
        return problems

    def _count_switched(self, chosen: Mapping[str, bool]) -> int:
        return sum(on != self.defaults[name] for name, on in chosen.items())

    def _collect_known_ids(self) -> KnownIds:
        table = {key: value for key, value in self.table.items() if value is not False}
        full = lay_over(self.vocabulary, table)

        def collect_groups(section: str) -> frozenset[str]:
            entries = (entry for entry in full[section].values() if entry)
            return frozenset(group for entry in entries for group in entry.get("groups") or ())

        return KnownIds(
            frozenset(full["contracts"]),
            frozenset(full["premiums"]),
            collect_groups("contracts"),
            collect_groups("premiums"),
            frozenset(self.table.get("options") or ()),
        )

    @cached_property
    def warnings(self) -> tuple[Problem, ...]:
        """Doubts about the sheet, however its options are set: legal, but worth a second look."""
        doubts = (doubt for chosen in self.list_choices() for doubt in find_doubts(self.combine_options(chosen)))
        return tuple(dict.fromkeys(doubts))

    @cached_property
    def item_names(self) -> dict[str, Names]:
        """The names of games and premiums, also of those that are not on the sheet, or only with an option."""
        return name_items(self.vocabulary, self.table)

    def list_choices(self) -> Iterator[dict[str, bool]]:
        """Every way to set the options, without those that exclude each other."""
        options = (self.table.get("options") or {}).items()
        pairs = [(name, other) for name, option in options if option for other in option.get("excludes") or ()]
        for choice in product((False, True), repeat=len(self.defaults)):
            chosen = dict(zip(self.defaults, choice, strict=True))
            if not any(chosen[option] and chosen.get(other) for option, other in pairs):
                yield chosen

    def combine_options(self, chosen: Mapping[str, bool]) -> Table:
        """The whole table with the options decided and folded in; what a sheet version keeps."""
        table = self.table
        for name, on in chosen.items():
            table = lay_over(table, self.table["options"][name].get("on" if on else "off", {}))
        return lay_onto_vocabulary(self.vocabulary, table)

    def build_sheet(self, options: Mapping[str, bool] | None = None) -> Sheet:
        """The typed sheet with these options (known ones only; the others are as they are by themselves)."""
        chosen = {**self.defaults, **(options or {})}
        key = tuple(chosen.values())
        if key not in self._sheets:
            self._sheets[key] = build(self.combine_options(chosen), chosen)
        return self._sheets[key]

    def format_canonical(self, options: Mapping[str, bool] | None = None) -> str:
        """The whole sheet as JSON text, its options folded in: what is hashed and pinned."""
        chosen = {**self.defaults, **(options or {})}
        return json.dumps({**self.combine_options(chosen), "chosen": chosen}, ensure_ascii=False, separators=(",", ":"))


def name_items(vocabulary: Table, table: Table) -> dict[str, Names]:
    """Return the names of the games and premiums of a table, also of those not on it, or only with an option."""
    options = [option for option in (table.get("options") or {}).values() if option]
    whole = vocabulary
    for layer in (*(option.get(way) or {} for option in options for way in OVERLAYS), table):
        whole = lay_over(whole, {section: drop_removed(layer.get(section) or {}) for section in ITEMS})
    return list_names(whole, *ITEMS)


def parse_canonical(text: str, younger: Table | None = None) -> Sheet:
    """Build the sheet from the text of `Rules.format_canonical`; `younger`: sections that an old text cannot have."""
    table: dict[str, Any] = {**(younger or {}), **json.loads(text)}
    return build(table, table["chosen"])


# Section, the value that is usually the higher one, the other, code.
PAIRS = (
    ("premiums", "announced", "silent", "announced_below_silent"),
    ("contracts", "lost", "value", "lost_below_value"),
)


def find_doubts(table: Table) -> Iterator[Problem]:
    """Values of a sound table that are usually the other way round, or tear apart what is rounded to the same."""
    for section, high, low, code in PAIRS:
        for name, entry in table[section].items():
            above, below = entry.get(high), entry.get(low)
            if above is not None and below is not None and _is_less(above, below):
                params = ((high, str(above)), (low, str(below)))
                path = f"{section}/{name}"
                yield Problem(f"{path}/{high}", code, params, others=(f"{path}/{low}",))
    win = parse_points(table["points"]["win"]) or 0
    if "rounded" in table["points"] and round_points(win - 1) == round_points(win):
        params = (("win", print_points(win)), ("below", print_points(win - 1)))
        yield Problem("points/win", "rounded_to_tie", params, others=("points/rounded",))


def _is_less(value: object, below: object) -> bool:
    """Return whether one amount is less than the other, or one multiplier."""
    first, second = (parse_amount(str(worth).removeprefix("x")) for worth in (value, below))
    return first is not None and second is not None and first < second


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


# The meaning of a sheet, without the words it is written in: what means the same pays the same for every hand.

# Names and sentences; options are compared by what they do, and the premium of an item is in its key.
_WORDS = frozenset(("id", "name", "name_en", "gloss", "gloss_en", "ref", "source", "year", "evidence", "doubling"))
_ELSEWHERE = frozenset(("options", "reminders", "wordings", "premium"))


def is_same_in_meaning(left: Sheet, right: Sheet) -> bool:
    """Say whether two sheets with their options decided play and pay the same, whatever they call it."""
    return bool(_describe_sheet(left) == _describe_sheet(right))


def is_same_with_options(left: Rules, right: Rules) -> bool:
    """Say whether two sheets mean the same by themselves, and leave the same choices, whatever the options' names."""
    if _describe_default(left) != _describe_default(right):
        return False
    return _describe_choices(left) == _describe_choices(right)


@lru_cache(maxsize=64)
def _describe_default(rules: Rules) -> Any:
    return _describe_sheet(rules.build_sheet())


@lru_cache(maxsize=64)
def _describe_choices(rules: Rules) -> Counter[Any]:
    return Counter(_describe_sheet(rules.build_sheet(chosen)) for chosen in rules.list_choices())


def _describe_sheet(sheet: Sheet) -> Any:
    contracts = {name: _say_company(contract, sheet) for name, contract in sheet.contracts.items()}
    return _describe(replace(sheet, contracts=contracts, written=_find_written_limit(sheet)))


def _say_company(contract: Contract, sheet: Sheet) -> Contract:
    """Return a contract that names the games which may be played beside it, also where they follow from the values."""
    negative_games = [other for other in sheet.contracts.values() if contract.is_negative and other.is_negative]
    company = (other.id for other in negative_games if contract.may_stand_beside(other))
    return replace(contract, bei=frozenset(company), needs=tuple(sorted(contract.needs)))


def _find_written_limit(sheet: Sheet) -> int | None:
    """Return what counts of a kontra on the written score; None where it is all that is possible."""
    items = (item for contract in sheet.contracts.values() for item in (contract.game, *contract.forms.values()))
    highest = max((item.kontra for item in items), default=1)
    return None if sheet.written is None or sheet.written >= highest else sheet.written


def _describe(value: Any) -> Any:
    """Return a value of a sheet without its words, so that it can be compared: nothing in it has an order by chance."""
    kind: Any = type(value)
    if kind is tuple:
        return tuple([_describe(part) for part in value])
    if (names := _list_fields(kind)) is not None:
        return tuple([(name, _describe(getattr(value, name))) for name in names])
    if _is_mapping(kind):
        return tuple(sorted([(repr(key), _describe(part)) for key, part in value.items()], key=itemgetter(0)))
    return value


@lru_cache(maxsize=64)
def _list_fields(kind: type[object]) -> tuple[str, ...] | None:
    """Return the fields of a part of a sheet that mean something; None of what has no fields."""
    if not is_dataclass(kind):
        return None
    named = (field.name for field in fields(kind))
    return tuple(name for name in named if name not in _WORDS and name not in _ELSEWHERE)


@lru_cache(maxsize=64)
def _is_mapping(kind: type[object]) -> bool:
    return issubclass(kind, Mapping)
