"""The house rules of an imported evening: chosen, or taken from its records; one sheet for all of it."""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, NamedTuple

from scoring.book.sheet_library import find_readable_rules, find_rules
from scoring.engine.house_rules.loader import Rules
from scoring.engine.problems import Problem
from scoring.reports.imports.record_lines import LONGEST_SHOWN, TextLine

MOST_SHEETS = 20  # that records may name; an evening has one
Sheets = Mapping[str, Rules]  # by id


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
    choices = {name: on for name, on in (options or {}).items() if name in rules.defaults}
    return House(sheet, {**rules.defaults, **choices})


def load_named_sheets(lines: Iterable[TextLine], club: int | None) -> Sheets:
    """Return the sheets that records name, in their order: those that people of this club may read."""
    named = dict.fromkeys(filter(None, map(_find_sheet_name, lines)))
    sheets = {name: find_readable_rules(name, club) for name in islice(named, MOST_SHEETS)}
    # No older version of a sheet.
    return {name: rules for name, rules in sheets.items() if rules is not None and rules.table["id"] == name}


def _find_sheet_name(line: TextLine) -> str:
    """Return the sheet that a record names; "" if it names none."""
    name = line.value.get("sheet") if isinstance(line.value, dict) else None
    return name if isinstance(name, str) else ""


def find_recorded_house(lines: Iterable[TextLine], sheets: Sheets) -> House | None:
    """Return the house rules of the first record that names some of these sheets; None if none does."""
    pairs = ((_find_sheet_name(line), line) for line in lines)
    return next((choose_house(name, _parse_options(line.value)) for name, line in pairs if name in sheets), None)


def _parse_options(value: Mapping[str, Any]) -> dict[str, bool]:
    """Return the readable options of a record."""
    options = value.get("options")
    return {name: on for name, on in options.items() if type(on) is bool} if isinstance(options, dict) else {}


def check_rules(line: TextLine, house: House, sheets: Sheets) -> Problem | None:
    """Return the conflict between a record and the evening's house rules; None if there is none."""
    sheet = _find_sheet_name(line)
    if sheet != house.sheet and sheet in sheets:
        return Problem("sheet", "other_sheet", (("sheet", sheet),))
    options = _parse_options(line.value) if isinstance(line.value, dict) else {}
    defaults = sheets[house.sheet].defaults
    if options and {**defaults, **{name: on for name, on in options.items() if name in defaults}} != house.options:
        other = next((name for name, on in options.items() if house.options.get(name, on) != on), "")
        return Problem(f"options/{other}"[:LONGEST_SHOWN].rstrip("/"), "other_options")
    return None
