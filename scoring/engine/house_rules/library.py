"""The sheets that the program brings along, and any others laid over them."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from scoring.engine.house_rules.loader import MAX_OPTIONS, Rules
from scoring.engine.house_rules.schema import OVERLAYS, Table, drop_entries, drop_removed, lay_over, may_follow
from scoring.engine.house_rules.sheet_file import (
    PlacedProblem,
    SheetFile,
    decode_sheet,
    limit_problems,
    place_problems,
    read_sheet_file,
)
from scoring.engine.house_rules.validate import find_idle_words, report_unknown, validate
from scoring.engine.problems import MOST_PROBLEMS, Problem, SheetError

FOLDER = Path(__file__).resolve().parents[2] / "sheets"
ORIGINALS = (  # written after printed sheets that were at hand
    "standard",
    "skoty",
    "steindl",
    "zwanzigerrufen",
    "treffpunkt",
    "skoty-trophy",
    "karlsruhe",
)
# Of the cups, known from what others published; with an underscore, which an id made of a name hardly ever has.
CUPS = (
    "oberoesterreich_2023",
    "oesterreich_finale_2021",
    "sauwald_2019",
    "wien_2020",
    "kaernten_2023",
    "steiermark_2017",
    "tirol_2020",
    "zwanzigerrufen_hksw",
)
BUILT_IN = (*ORIGINALS, *CUPS)
# What a sheet does not inherit.
OWN = frozenset(("id", "name", "name_en", "source", "year", "evidence", "ref"))
SENTENCES = ("options", "reminders", "readings", "gaps")
_OF_SECTIONS = ("contracts", "premiums", "groups")
NOT = "not"  # before a game or premium that a sentence names, and without which it is still true
ANY = "*"  # in the place of a rule: of every game, or of every group
_WORDS = frozenset(("name", "name_en", "gloss", "gloss_en", "ref"))  # they change no rule


def _read_own_file(name: str) -> Table:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def load_vocabulary() -> Table:
    """The meaning of the words on every sheet."""
    return _read_own_file("vocabulary")


@cache
def _load_table(sheet_id: str) -> Table:
    table = _read_own_file(sheet_id)
    return lay_over(list_inherited(table), table)


def list_inherited(table: Table) -> Table:
    """The table of the sheet that a sheet extends, without what it does not inherit; {} where it extends none."""
    parent = table.get("extends")
    if not parent:
        return {}
    if parent not in BUILT_IN:
        raise SheetError((report_unknown("extends", "unknown_word", str(parent), BUILT_IN),))
    below = _load_table(parent)
    inherited = {key: value for key, value in below.items() if key not in OWN}
    return inherited if table.get("source") == below["source"] else adapt_parent(inherited, table)


@cache
def _load_rules(sheet_id: str) -> Rules:
    return Rules(load_vocabulary(), _load_table(sheet_id))


def load_built_in(sheet_id: str) -> Rules | None:
    """A sheet that the program brings along; None where there is none of that id."""
    return _load_rules(sheet_id) if sheet_id in BUILT_IN else None


def load(text: str) -> Rules:
    """A sheet from the text of a file, which may extend a built-in one; SheetError with all that is wrong, and where.

    >>> load('id = "mine"\\nextends = "treffpunkt"\\nsource = "our club"').build_sheet().contracts["rufer"].value
    6
    """
    return _build_rules(read_sheet_file(text))


def load_file(data: bytes) -> tuple[Rules, list[PlacedProblem]]:
    """A sheet from a file as it lies on the disk, and what in it is worth a second look."""
    file = read_sheet_file(decode_sheet(data))
    rules = _build_rules(file)
    below = lay_over(load_vocabulary(), list_inherited(file.table))
    doubts = (*rules.warnings, *find_idle_words(file.table, below))
    return rules, limit_problems(place_problems(file, doubts))


def _build_rules(file: SheetFile) -> Rules:
    """Look at the keys and values first, then at what contradicts in all that is sound."""
    file_problems = [fault.problem for fault in file.faults]
    wrong = [problem for problem in islice(validate(file.table), MOST_PROBLEMS + 1) if problem not in file_problems]
    broken = [problem.path for problem in (*file_problems, *wrong)]
    rules: Rules | None = None
    if not {"", "extends"}.intersection(broken) and len(broken) <= MOST_PROBLEMS:
        sound = drop_entries(file.table, broken)
        if sound.get("id") in BUILT_IN:
            wrong.append(Problem("id", "id_taken", (("id", str(sound["id"])),)))
        try:
            inherited = list_inherited(sound)
            wrong += find_file_faults(sound, lay_over(load_vocabulary(), inherited))
            rules = Rules(load_vocabulary(), lay_over(inherited, sound))
        except SheetError as error:
            wrong += [problem for problem in error.problems if not may_follow(problem, broken)]
    placed = [*file.faults, *place_problems(file, wrong)]
    if placed or rules is None:
        placed = limit_problems(placed)
        raise SheetError(tuple(entry.problem for entry in placed), tuple(entry.place for entry in placed))
    return rules


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


def adapt_parent(parent: Table, own: Table) -> Table:
    """Return the parent's table without its paragraphs, and without sentences about rules that the sheet changes.

    Those are `false`, so that a sheet may still take them out by itself.
    """
    table, below = drop_paper(parent), lay_over(load_vocabulary(), parent)
    for section in SENTENCES:
        texts, entries = own.get(section) or {}, table.get(section) or {}
        changed = [name for name, entry in entries.items() if name not in texts and is_about_change(entry, own, below)]
        table[section] = {**entries, **dict.fromkeys(changed, False)}
    for name, entry in (own.get("reminders") or {}).items():
        if entry and "text" in entry and table["reminders"].get(name):  # said in the club's own words
            table["reminders"][name] = {**table["reminders"][name], "says": False}
    return table


def drop_paper(table: Table) -> Table:
    """Return a table without the paragraphs of the paper that it was written after."""
    return {key: drop_refs(value) for key, value in table.items() if key not in ("paragraphs", "ref")}


def drop_refs(value: Any) -> Any:
    """Return a part of a table without the paragraphs that it names."""
    if isinstance(value, list):
        return [drop_refs(part) for part in value]
    if not isinstance(value, dict):
        return value
    return {key: drop_refs(part) for key, part in value.items() if key != "ref"}


def is_about_change(entry: Table | bool, own: Table, below: Table) -> bool:
    """Return whether a sentence is about a rule that a sheet changes, or names a game or premium that it takes out.

    `below`: its parent, laid over the vocabulary. The same said again is no change.
    """
    if not isinstance(entry, dict):
        return False
    is_changed = any(_is_changed(own, below, path.split(".")) for path in _list_paths(entry))
    return is_changed or any(_is_name_removed(entry, own, below, section) for section in ("contracts", "premiums"))


def _is_name_removed(entry: Table, own: Table, below: Table, section: str) -> bool:
    """Return whether a sentence names a game or premium that a sheet takes out, and does not say that it may stay."""
    about, entries = entry.get("about") or (), own.get(section)
    removed = below[section] if entries is False else [name for name, own_ in (entries or {}).items() if own_ is False]
    if not removed or entry.get("about") == []:
        return False
    words = f"{entry.get('name', '')} {entry.get('text', '')}"
    tied = (name for name in removed if f"{NOT} {section}.{name}" not in about and name in below[section])
    names = (str(below[section][name].get("name", name)) for name in tied if below[section][name])
    return any(re.search(rf"\b{re.escape(name)}\b", words) for name in names)


def has_rules(entry: Table, whole: Table) -> bool:
    """Return whether a sheet with all below it still has one of the rules that a sentence is about."""
    own, usual = drop_removed(whole), load_vocabulary()
    pairs = ([_find_rule(table, path.split(".")) for table in (own, usual)] for path in _list_paths(entry))
    return any(rule and rule != default for rule, default in pairs)


def _find_rule(table: Any, path: list[str]) -> Any:
    if ANY in path and isinstance(table, dict):
        place = path.index(ANY)
        entries = (_find_rule(table, path[:place]) or {}).values()
        return [rule for entry in entries if (rule := _find_rule(entry, path[place + 1 :])) is not None]
    for key in path:
        table = table.get(key) if isinstance(table, dict) else None
    return table


def _list_paths(entry: Table) -> Iterator[str]:
    """Yield the places of the rules that a sentence is about: `radl.after`; a reading has them in its `of`, too."""
    yield from (path for path in entry.get("about") or () if not path.startswith(NOT))
    for word in entry.get("of") or ():
        if word == "bei":
            yield from (f"{section}.{ANY}.bei" for section in ("contracts", "groups"))
        yield word
        yield from (f"{section}.{word}" for section in _OF_SECTIONS)


def _is_changed(table: Any, below: Any, path: list[str]) -> bool:
    """Return whether a table says something else than the one below at a place, or takes out what is around it."""
    for index, key in enumerate(path):
        if key == ANY:
            usual, entries = (part if isinstance(part, dict) else {} for part in (below, table))
            rest = path[index + 1 :]
            return any(_is_changed(entry, usual.get(name), rest) for name, entry in entries.items() if entry)
        if table is False:
            return True
        if not isinstance(table, dict) or key not in table:
            return False
        table, below = table[key], below.get(key) if isinstance(below, dict) else None
    if not isinstance(table, dict):
        after, before = (None if value is False else value for value in (table, below))
        return type(after) is not type(before) or after != before
    below = below if isinstance(below, dict) else {}
    rules, before = ({key: part[key] for key in part if key not in _WORDS} for part in (table, below))
    return lay_over(before, rules) != before
