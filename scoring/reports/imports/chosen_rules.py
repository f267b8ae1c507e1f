"""The house rules of an imported evening: chosen, or taken from its records; one sheet for all of it."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from scoring.book.sheet_library import find_readable_rules, find_rules
from scoring.engine.house_rules.loader import Rules
from scoring.engine.problems import Problem
from scoring.reports.imports.record_lines import LONGEST_SHOWN, TextLine


class House(NamedTuple):
    """A sheet, with all its options decided."""

    sheet: str
    options: Mapping[str, bool]


def choose_house(sheet: str, options: Mapping[str, bool] | None = None) -> House:
    """Return a sheet with these options, the others at their defaults; KeyError for an unknown sheet.

    >>> choose_house("treffpunkt").sheet
    'treffpunkt'
    """
    rules = find_rules(sheet)
    if rules is None:
        raise KeyError(sheet)
    known = {name: on for name, on in (options or {}).items() if name in rules.defaults}
    return House(sheet, {**rules.defaults, **known})


def build_finder(club: int | None) -> Callable[[str], Rules | None]:
    """Return a search for the sheets that records may name: those that people of this club may read."""

    @cache
    def find(sheet_id: str) -> Rules | None:
        rules = find_readable_rules(sheet_id, club)
        return rules if rules is not None and rules.table["id"] == sheet_id else None  # no older version

    return find


def find_recorded_house(lines: Iterable[TextLine], club: int | None) -> House | None:
    """Return the house rules of the first record that names some which the club may read; None if none does."""
    find = build_finder(club)
    for line in lines:
        if isinstance(line.value, dict):
            sheet = line.value.get("sheet")
            if isinstance(sheet, str) and find(sheet) is not None:
                return choose_house(sheet, _parse_options(line.value))
    return None


def _parse_options(value: Mapping[str, Any]) -> dict[str, bool]:
    """Return the readable options of a record."""
    said = value.get("options")
    return {name: on for name, on in said.items() if type(on) is bool} if isinstance(said, dict) else {}


def check_rules(value: Mapping[str, Any], rules: House, find: Callable[[str], Rules | None]) -> Problem | None:
    """Return the conflict between a record and the evening's house rules; None if there is none.

    >>> house, find = choose_house("treffpunkt"), build_finder(None)
    >>> check_rules({"sheet": "skoty"}, house, find).code, check_rules({}, house, find)
    ('other_sheet', None)
    """
    sheet = value.get("sheet")
    if isinstance(sheet, str) and sheet != rules.sheet and find(sheet) is not None:
        return Problem("sheet", "other_sheet", (("sheet", sheet),))
    said = _parse_options(value)
    if said and choose_house(rules.sheet, said) != rules:
        other = next((name for name, on in said.items() if rules.options.get(name, on) != on), "")
        return Problem(f"options/{other}"[:LONGEST_SHOWN].rstrip("/"), "other_options")
    return None
