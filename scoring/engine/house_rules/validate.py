"""First look at a sheet file: every key is known, every value is of its kind."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from scoring.engine.house_rules.overlay import Table
from scoring.engine.house_rules.schema import ENTRIES, OVERLAYS, PLAIN, SECTIONS, Kind
from scoring.engine.house_rules.selector import strip_not
from scoring.engine.house_rules.toml_outline import NoValue
from scoring.engine.problems import Problem

MOST_ENTRIES = 100  # of a section
LONGEST_WORD = 60
# Keys as somebody would call them who reads the printed sheet.
_SAID_IN_GERMAN = {
    "wert": "value",
    "spiele": "contracts",
    "praemien": "premiums",
    "punkte": "points",
    "still": "silent",
    "angesagt": "announced",
    "verloren": "lost",
    "stiche": "tricks",
    "quelle": "source",
    "schalter": "options",
}


def report_unknown(path: str, code: str, word: str, known: Iterable[str]) -> Problem:
    """An unknown word, with the nearest known one: "did you mean"."""
    short = word[:LONGEST_WORD]
    near = _find_nearest(short, frozenset(known))
    return Problem(path, code, (("word", short), ("near", near)), f"{code}_near" if near else code)


@lru_cache(maxsize=512)
def _find_nearest(word: str, known: frozenset[str]) -> str:
    if (meant := _SAID_IN_GERMAN.get(word.lower())) in known:
        return meant or ""
    return next(iter(get_close_matches(word, sorted(known), n=1, cutoff=0.6)), "")


def report_both(path: str, code: str, one: str, other: str, others: tuple[str, ...] = ()) -> Problem:
    """Name two things that do not go together, or of which one needs the other; `others`: paths of what else it is."""
    return Problem(path, code, (("one", one), ("other", other)), others=others)


def check_words(path: str, words: Iterable[str], known: Iterable[str]) -> Iterator[Problem]:
    """Every word of a list that names nothing."""
    listed = frozenset(known)
    yield from (
        report_unknown(path, "unknown_word", strip_not(word), listed) for word in words if strip_not(word) not in listed
    )


def validate(table: Table) -> Iterator[Problem]:
    """All unknown keys and values of the wrong kind in a sheet file."""
    yield from _check_overlay(table, "", PLAIN)
    for name, option in _list_tables(table.get("options")):
        yield from _check_option(option, f"options/{name}")


def _list_tables(section: object) -> list[tuple[str, Table]]:
    entries = section.items() if isinstance(section, dict) else ()
    return [(str(name), entry) for name, entry in entries if isinstance(entry, dict)]


def _check_overlay(table: Table, path: str, plain: Mapping[str, Kind]) -> Iterator[Problem]:
    sections = [*SECTIONS, *(key for key in ENTRIES if plain or key != "options")]
    for key, value in table.items():
        key_path = f"{path}{key}"
        if key in sections:
            yield from _check_section(key, value, key_path)
        elif key in plain:
            yield from _check_value(plain[key], value, key_path)
        else:
            yield report_unknown(key_path, "unknown_key", key, [*plain, *sections])


def _check_section(key: str, value: object, path: str) -> Iterator[Problem]:
    if value is False:
        return
    if not isinstance(value, dict):
        yield Problem(path, "not_a_table")
    elif key in SECTIONS:
        yield from _check_keys(SECTIONS[key], value, path)
    elif len(value) > MOST_ENTRIES:
        yield Problem(path, "too_many_entries", (("most", MOST_ENTRIES),))
    else:
        for name, entry in value.items():
            yield from _check_entry(key, name, entry, f"{path}/{name}")


def _check_entry(section: str, name: str, entry: object, path: str) -> Iterator[Problem]:
    if entry is False:
        return
    if not isinstance(entry, dict):
        yield Problem(path, "not_a_table")
        return
    keys = dict(ENTRIES[section])
    if section == "options":
        entry = {key: value for key, value in entry.items() if key not in OVERLAYS}
    yield from _check_keys(keys, entry, path)
    if not PLAIN["id"].fits(name):
        yield Problem(path, "wrong_value", (("expects", "ident"),))


def _check_keys(kinds: Mapping[str, Kind], table: Table, path: str) -> Iterator[Problem]:
    for key, value in table.items():
        if key in kinds:
            yield from _check_value(kinds[key], value, f"{path}/{key}")
        else:
            yield report_unknown(f"{path}/{key}", "unknown_key", key, kinds)


def _check_value(kind: Kind, value: Any, path: str) -> Iterator[Problem]:
    if value is False or kind.fits(value):
        return
    decimals = list(_find_decimals(value, path))
    yield from decimals or (Problem(path, "wrong_value", (("expects", kind.expects),)),)


def _find_decimals(value: object, path: str) -> Iterator[Problem]:
    """Decimal numbers in a value, at any depth: an amount is a whole number or a fraction."""
    if isinstance(value, NoValue) and not value.is_date():
        yield value.describe(path)
    pairs = value.items() if isinstance(value, dict) else enumerate(value, 1) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield from _find_decimals(inner, f"{path}/{key}")


def _check_option(option: Table, path: str) -> Iterator[Problem]:
    overlays = [key for key in OVERLAYS if key in option]
    if len(overlays) != 1:
        yield Problem(path, "option_on_or_off")
    for key in overlays:
        if isinstance(option[key], dict):
            yield from _check_overlay(option[key], f"{path}/{key}/", {})
        else:
            yield Problem(f"{path}/{key}", "not_a_table")
