"""A sheet that is edited, as pure values: its table over the sheet it extends, changed key by key; its TOML file."""

import copy
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import tomli_w

from scoring.engine.hand.examples import Example, list_written_examples
from scoring.engine.house_rules.library import list_inherited, load, load_file, load_vocabulary
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.schema import ENTRIES, OVERLAYS, Table, lay_over
from scoring.engine.house_rules.sheet_file import PlacedProblem, decode_sheet, read_sheet_file
from scoring.engine.problems import Problem, SheetError
from scoring.engine.texts import describe_placed_problem
from tarockclub.platform.server.apart.pool import run_apart

HEAD = "# Hausregeln für Tarockclub; docs/dev/sheets.md erklärt jeden Eintrag.\n\n"
FIRST = ("id", "name", "name_en", "source", "ref", "extends")


class ReadFile(NamedTuple):
    """A sheet that was read from a file: its own table, its rules, its examples, what is worth a second look."""

    table: Table
    rules: Rules
    examples: tuple[Example, ...]
    warnings: list[PlacedProblem]


class Unreadable(Exception):  # noqa: N818 -- no error of the program, but an answer
    """A file that is no sheet; `sentences` say what is wrong, and where."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__(*sentences)
        self.sentences = sentences


def write_file(table: Table, examples: Iterable[Example] = ()) -> str:
    """Return a sheet as the text of a file; `read_sent_file` gives the same table and examples."""
    written = [_write_example(example) for example in examples]
    content = {key: table[key] for key in FIRST if key in table} | table | ({"examples": written} if written else {})
    plain = {key: value for key, value in content.items() if not isinstance(value, dict)}
    last = {"examples": plain.pop("examples")} if "examples" in plain else {}
    sections = {key: value for key, value in content.items() if isinstance(value, dict)}
    parts = [tomli_w.dumps(plain), *(_write_section(key, section) for key, section in sections.items())]
    return HEAD + "\n".join([*parts, tomli_w.dumps(last)] if last else parts)


def _write_section(key: str, section: Table) -> str:
    """Return a section with its entries in their order: where one is taken out before another, each on its line."""
    if all(map(_is_order_kept, _iter_tables(section))):
        return tomli_w.dumps({key: section})
    return "\n".join([f"[{key}]", *(_write_pair(name, entry) for name, entry in section.items()), ""])


def _iter_tables(table: Table) -> Iterator[Table]:
    yield table
    for value in table.values():
        if isinstance(value, dict):
            yield from _iter_tables(value)


def _is_order_kept(table: Table) -> bool:
    """Return whether the file keeps the order of a table's keys: those with tables of their own stand last in it."""
    kinds = [isinstance(value, dict) for value in table.values()]
    return kinds == sorted(kinds)


def _write_pair(key: str, value: Any) -> str:
    """Return a key with its value on a line of its own: as the writer puts a table into a list of other values."""
    name, _sign, text = tomli_w.dumps({key: [value, 0]}).partition(" = [\n    ")
    return f"{name} = " + text.removesuffix(",\n    0,\n]\n")


def _write_example(example: Example) -> Table:
    named = {"name": example.name} if example.name else {}
    record = {key: value for key, value in example.record.items() if key != "sheet"}
    return {**named, **record, "payouts": list(example.payouts or ())}


class ParsedFile(NamedTuple):
    """A file that another process has read: plain values alone, since nothing else of it is believed."""

    table: Table  # with the examples; empty where the file is refused
    problems: list[PlacedProblem]  # why it is refused, or what is worth a second look


def parse_file(data: bytes) -> ParsedFile:
    """Return the values of a file that is a sheet, or all that is wrong with it, and where."""
    try:
        warnings = load_file(data)[1]
    except SheetError as error:
        return ParsedFile({}, _list_placed(error))
    return ParsedFile(dict(read_sheet_file(decode_sheet(data)).table), warnings)


def build_file(parsed: ParsedFile) -> ReadFile:
    """Return the sheet of parsed values, which are checked as those of any draft; SheetError."""
    rules = build_rules(parsed.table)
    table = {key: value for key, value in parsed.table.items() if key != "examples"}
    return ReadFile(table, rules, list_written_examples(rules), parsed.problems)


def read_sent_file(data: bytes, language: str) -> ReadFile:
    """Return the sheet that somebody sent, read away from this process; Unreadable."""
    parsed = run_apart(parse_file, data)
    problems = parsed.problems
    if parsed.table:
        try:
            return build_file(parsed)
        except SheetError as error:
            problems = _list_placed(error)
    raise Unreadable([describe_placed_problem(*problem, language) for problem in problems])


def _list_placed(error: SheetError) -> list[PlacedProblem]:
    return [PlacedProblem(*pair) for pair in zip(error.problems, error.places, strict=True)]


def describe_warnings(file: ReadFile, language: str) -> list[str]:
    """Return what is worth a second look, in words."""
    return [describe_placed_problem(problem, place, language) for problem, place in file.warnings]


TOP = "sheet"  # what the top of the file is called on a page
ORDERED = ("contracts", "premiums")
AMOUNTS = {"contracts": ("value",), "premiums": ("silent", "announced")}  # without one it is not on the sheet


class Layer(NamedTuple):
    """The edited table (`own`), the one below it, and its place in the file ("options/dear/on/" or "")."""

    own: Table
    below: Table  # with the vocabulary
    path: str
    inherited: Table  # the one below without the vocabulary: it decides the order of games and premiums

    @property
    def whole(self) -> Table:
        """Both, one laid over the other."""
        return lay_over(self.below, self.own)


class DraftPlace(NamedTuple):
    """A part of a sheet with a page of its own: the top, a section, or an entry of one."""

    section: str = ""
    entry: str = ""

    @property
    def path(self) -> str:
        """Its place in the file, as problems name it."""
        return "/".join(part for part in self if part)

    def find_table(self, table: Table) -> Table:
        """Return this part of a table; {} where it is missing or removed."""
        for part in self:
            if part:
                table = table.get(part) or {}
        return table


def open_layer(draft: Table, option: str = "") -> Layer | None:
    """Return the sheet itself, or the changes that an option makes; None for an unknown option."""
    inherited = list_inherited(draft)
    below = lay_over(load_vocabulary(), inherited)
    if not option:
        return Layer(draft, below, "", inherited)
    entry = lay_over(below, draft).get("options", {}).get(option)
    if not entry:
        return None
    way = "off" if "off" in entry else "on"
    written = draft.get("options", {}).get(option) or {}
    own = written.get(way, entry.get(way) or {})
    return Layer(own, lay_over(below, draft), f"options/{option}/{way}/", lay_over(inherited, draft))


def change_values(layer: Layer, place: DraftPlace, values: Mapping[str, Any]) -> Table:
    """Return the edited table after the values of a place were set; None: the key is not said.

    A value that the layer below has too is not written; one that the layer below has and this one has not is `false`.
    """
    below = place.find_table(layer.below)
    written = dict(place.find_table(layer.own))
    for key, value in values.items():
        difference = _compare(value, below.get(key))
        if difference is None:
            written.pop(key, None)
        else:
            written[key] = difference
    if place.section == "options" and written and not any(way in written for way in OVERLAYS):
        written |= {way: below[way] for way in OVERLAYS if way in below}  # an option says itself what it changes
    return _write_place(layer, place, written)


def change_amounts(layer: Layer, place: DraftPlace, values: Mapping[str, Any]) -> Table:
    """Return the edited table after the values of a game or premium were set; without any it is not on the sheet."""
    if any(values[key] is not None for key in AMOUNTS[place.section]):
        return change_values(layer, place, values)
    is_inherited = bool(place.find_table(layer.below))
    if is_inherited and place.entry not in list_entries(layer, place.section):
        return layer.own
    return remove_entry(layer, place, inherited=is_inherited)


def _compare(value: Any, below: Any) -> Any:
    """Return what has to be written so that the value is said; None: nothing."""
    below = None if below is False else below
    if isinstance(value, dict) and isinstance(below, dict):
        removals = {key: False for key, old in below.items() if old is not False and key not in value}
        return {key: new for key, new in value.items() if below.get(key) != new} | removals or None
    if value == below and type(value) is type(below):
        return None
    return False if value is None else value


def _write_place(layer: Layer, place: DraftPlace, written: Table) -> Table:
    table = copy.deepcopy(layer.own)
    if not place.section:
        return written
    if not place.entry:
        return _replace(table, place.section, written, keep=False)
    section = dict(table.get(place.section) or {})
    new = not place.find_table(layer.below)
    section = _replace(section, place.entry, written, keep=new or place.entry in section)
    return _replace(table, place.section, section, keep=False)


def _replace(table: Table, key: str, value: Table, *, keep: bool) -> Table:
    """Return a table with another value for a key; an empty one is dropped unless it must stay."""
    if value or keep:
        return {**table, key: value}
    return {name: old for name, old in table.items() if name != key}


def add_own_entry(layer: Layer, place: DraftPlace, name: str) -> Table:
    """Return the edited table with an entry of the club's own that has no value yet."""
    section = dict(layer.own.get(place.section) or {})
    kinds = ENTRIES[place.section]
    new: Table = {"name": name} if "name" in kinds else {"text": name}
    section.setdefault(place.entry, new | ({"on": {}} if place.section == "options" else {}))
    return {**layer.own, place.section: section}


def turn_option(layer: Layer, place: DraftPlace) -> Table:
    """Return the edited table with an option that is on by itself, and changes the sheet when switched off; or back."""
    entry = dict(place.find_table(layer.own))
    way, other = OVERLAYS if "on" in entry else OVERLAYS[::-1]
    overlay = entry.pop(way, {})
    return _write_place(layer, place, {**entry, other: overlay})


def order_entries(draft: Table, section: str, names: list[str]) -> Table:
    """Return the draft with the entries of a section in this order; those that it does not name keep theirs."""
    layer = open_layer(draft)
    if section not in ORDERED or layer is None:
        return draft
    entries = list_entries(layer, section)
    order = list(dict.fromkeys(name for name in [*names, *entries] if name in entries))
    other_orders = {key: value for key, value in (draft.get("order") or {}).items() if key != section}
    without = _replace(draft, "order", other_orders, keep=False)
    if list_entries(layer._replace(own=without), section) == order:
        return without
    return {**draft, "order": {**other_orders, section: order}}


def sort_typed(names: list[str], numbers: Mapping[str, int | None]) -> list[str]:
    """Return names sorted by the numbers that were typed beside them: a new number is the place that its name gets.

    >>> sort_typed(["a", "b", "c"], {"a": 2, "b": 2, "c": 3}), sort_typed(["a", "b", "c"], {"c": 1, "a": 2})
    (['b', 'a', 'c'], ['c', 'a', 'b'])
    """
    places = {name: numbers.get(name) or number for number, name in enumerate(names, 1)}
    moved = [name for number, name in enumerate(names, 1) if places[name] != number]
    order = [name for name in names if name not in moved]
    last_first = sorted(((places[name], -index, name) for index, name in enumerate(moved)), key=lambda place: place[:2])
    for place, _index, name in last_first:  # of two with the same number the earlier one stands before the other
        order.insert(place - 1, name)
    return order


def remove_entry(layer: Layer, place: DraftPlace, *, inherited: bool) -> Table:
    """Return the edited table without an entry; one that the sheet below has (`inherited`) is taken out."""
    section = {name: entry for name, entry in (layer.own.get(place.section) or {}).items() if name != place.entry}
    if inherited:
        section[place.entry] = False
    return _replace(dict(layer.own), place.section, section, keep=False)


def restore_place(layer: Layer, place: DraftPlace) -> Table:
    """Return the edited table with a place as it is on the sheet below."""
    if place.entry:
        return remove_entry(layer, place, inherited=False)
    return _replace(layer.own, place.section, {}, keep=False)


def write_layer(draft: Table, option: str, own: Table) -> Table:
    """Return the draft with a changed layer: the sheet itself, or the changes of an option."""
    if not option:
        return own
    layer = open_layer(draft, option)
    if layer is None:
        return draft
    way = layer.path.split("/")[2]
    options = dict(draft.get("options") or {})
    options[option] = {**(options.get(option) or {}), way: own}
    return {**draft, "options": options}


def list_entries(layer: Layer, section: str) -> list[str]:
    """Return the ids of a section's entries that count, in order; contracts and premiums: those on the sheet."""
    entries = {name: entry for name, entry in (layer.whole.get(section) or {}).items() if entry is not False}
    if section not in ORDERED:
        return list(entries)
    table = lay_over(layer.inherited, layer.own)
    first = (table.get("order") or {}).get(section) or ()
    listed = dict.fromkeys(name for name in (*first, *(table.get(section) or {})) if name in entries)
    return [name for name in listed if any(entries[name].get(key) for key in AMOUNTS[section])]


def find_problems(draft: Table) -> tuple[Problem, ...]:
    """Return all that keeps a draft from being a sheet, as the loader says it."""
    try:
        build_rules(draft)
    except SheetError as error:
        return error.problems
    return ()


def build_rules(draft: Table) -> Rules:
    """Return the rules of a draft, loaded from its file; SheetError with all that is wrong."""
    return load(write_file(draft))
