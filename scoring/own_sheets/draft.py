"""A sheet that is being edited, as pure values: its table over the sheet it extends, changed one key at a time."""

import copy
from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.engine.house_rules.library import list_inherited, load, load_vocabulary
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.overlay import Table, lay_over
from scoring.engine.house_rules.schema import ENTRIES, OVERLAYS
from scoring.engine.problems import Problem, SheetError
from scoring.own_sheets.file import write_file

ORDERED = ("contracts", "premiums")


class Layer(NamedTuple):
    """The edited table (`own`), the one below it, and its place in the file ("options/dear/on/" or "")."""

    own: Table
    below: Table
    path: str

    @property
    def whole(self) -> Table:
        """Both, one laid over the other."""
        return lay_over(self.below, self.own)


class Place(NamedTuple):
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
    below = lay_over(load_vocabulary(), list_inherited(draft))
    if not option:
        return Layer(draft, below, "")
    entry = lay_over(below, draft).get("options", {}).get(option)
    if not entry:
        return None
    way = "off" if "off" in entry else "on"
    written = draft.get("options", {}).get(option) or {}
    own = written.get(way, entry.get(way) or {})
    return Layer(own, lay_over(below, draft), f"options/{option}/{way}/")


def change_values(layer: Layer, place: Place, values: Mapping[str, Any]) -> Table:
    """Return the edited table after the values of a place were set; None: the key is not said.

    A value that the layer below has too is not written; one that the layer below has and this one has not is `false`.
    """
    below = place.find_table(layer.below)
    written = dict(place.find_table(layer.own))
    for key, value in values.items():
        said = _compare(value, below.get(key))
        if said is None:
            written.pop(key, None)
        else:
            written[key] = said
    return _write_place(layer, place, written)


def _compare(value: Any, below: Any) -> Any:
    """Return what has to be written so that the value is said; None: nothing."""
    below = None if below is False else below
    if isinstance(value, dict) and isinstance(below, dict):
        gone = {key: False for key, old in below.items() if old is not False and key not in value}
        return {key: new for key, new in value.items() if below.get(key) != new} | gone or None
    if value == below and type(value) is type(below):
        return None
    return False if value is None else value


def _write_place(layer: Layer, place: Place, written: Table) -> Table:
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


def add_own_entry(layer: Layer, place: Place, name: str) -> Table:
    """Return the edited table with an entry of the club's own that has no value yet."""
    section = dict(layer.own.get(place.section) or {})
    kinds = ENTRIES[place.section]
    new: Table = {"name": name} if "name" in kinds else {"text": name}
    section.setdefault(place.entry, new | ({"on": {}} if place.section == "options" else {}))
    return {**layer.own, place.section: section}


def turn_option(layer: Layer, place: Place) -> Table:
    """Return the edited table with an option that is on by itself, and changes the sheet when switched off; or back."""
    entry = dict(place.find_table(layer.own))
    way, other = OVERLAYS if "on" in entry else OVERLAYS[::-1]
    overlay = entry.pop(way, {})
    return _write_place(layer, place, {**entry, other: overlay})


def order_entries(draft: Table, section: str, wanted: list[str]) -> Table:
    """Return the draft with the entries of a section in this order; those that it does not name keep theirs."""
    if section not in ORDERED:
        return draft
    layer = open_layer(draft)
    there = list_entries(layer, section) if layer is not None else []
    order = [name for name in wanted if name in there]
    order += [name for name in there if name not in order]
    said = {**(draft.get("order") or {}), section: order}
    return {**draft, "order": said}


def remove_entry(layer: Layer, place: Place, *, inherited: bool) -> Table:
    """Return the edited table without an entry; one that the sheet below has (`inherited`) is taken out."""
    section = {name: entry for name, entry in (layer.own.get(place.section) or {}).items() if name != place.entry}
    if inherited:
        section[place.entry] = False
    return _replace(dict(layer.own), place.section, section, keep=False)


def restore_place(layer: Layer, place: Place) -> Table:
    """Return the edited table with a place as it is on the sheet below."""
    if not place.entry:
        return {key: value for key, value in layer.own.items() if key != place.section}
    section = {name: entry for name, entry in (layer.own.get(place.section) or {}).items() if name != place.entry}
    return _replace(dict(layer.own), place.section, section, keep=False)


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
    entries = layer.whole.get(section) or {}
    there = {name: entry for name, entry in entries.items() if entry is not False}
    if section == "contracts":
        return [name for name, entry in there.items() if entry.get("value")]
    if section == "premiums":
        return [name for name, entry in there.items() if entry.get("silent") or entry.get("announced")]
    return list(there)


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


def is_place(place: Place) -> bool:
    """Say whether a place has entries exactly where the format has them."""
    return bool(place.entry) == (place.section in ENTRIES)
