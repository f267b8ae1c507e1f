r"""The lines of a text with hand records, each as JSON values or as a problem, and the sheet of all; nothing trusted.

>>> [line.value for line in parse_lines('{"void": true}\n\n{"redeal": true}')]
[{'void': True}, {'redeal': True}]
>>> [line.problem.code for line in parse_lines('{"void": true, "void": true}')]
['said_twice']
"""

import json
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, NamedTuple, NoReturn

from scoring.book.sheet_library import find_readable_rules, find_rules
from scoring.engine.hand.scorer import parse_line
from scoring.engine.house_rules.loader import Rules
from scoring.engine.problems import Problem

MOST_BYTES = 2 << 20  # of a text
MOST_LINES = 2000
LONGEST = 16_000  # characters of a line; a hand has some hundred
MOST_OPENED = 200  # brackets of a line
LONGEST_SHOWN = 60
_BOM = "\ufeff"


class TextLine(NamedTuple):
    """A line of the text that is not empty; `number` counts all lines, from 1."""

    number: int
    text: str
    value: Any = None
    problem: Problem | None = None


class UnreadableLine(Exception):  # noqa: N818 -- no error of the program, but an answer
    """A text that is not read at all; `code` is the reason (messages.py), `line` the place, if any."""

    def __init__(self, code: str, line: int = 0) -> None:
        super().__init__(code)
        self.code, self.line = code, line


class _DuplicateName(Exception):  # noqa: N818 -- caught below
    """A name appears twice in one object."""


def decode_file(raw: bytes) -> str:
    """Return the text of a file; raise Unreadable if it is too large, or not UTF-8.

    >>> decode_file(b'\\xef\\xbb\\xbf{}\\r\\n{}')
    '{}\\n{}'
    """
    if len(raw) > MOST_BYTES:
        raise UnreadableLine("too_large")
    try:
        return normalize_text(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise UnreadableLine("not_utf8", raw.count(b"\n", 0, error.start) + 1) from None


def normalize_text(text: str) -> str:
    """Return a text with uniform line breaks and no NUL."""
    return text.removeprefix(_BOM).replace("\r\n", "\n").replace("\r", " ").replace("\x00", "\ufffd")


def parse_lines(text: str) -> list[TextLine]:
    """Return the lines of a normalized text; raise Unreadable if there are none, or too many."""
    if len(text) > MOST_BYTES:
        raise UnreadableLine("too_large")
    numbered = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not numbered:
        raise UnreadableLine("nothing")
    if len(numbered) > MOST_LINES:
        raise UnreadableLine("too_many_lines")
    return [_parse_line(number, line) for number, line in numbered]


def _parse_line(number: int, text: str) -> TextLine:
    if len(text) > LONGEST:
        return TextLine(number, text, problem=Problem("", "line_too_long"))
    if text.count("[") + text.count("{") > MOST_OPENED:
        return TextLine(number, text, problem=Problem("", "nested_too_deep"))
    _value, problem = parse_line(text.encode("utf-8", "surrogatepass"))
    if problem is not None:
        return TextLine(number, text, problem=problem)
    try:
        return TextLine(number, text, _decode_strictly(text))
    except _DuplicateName as twice:
        return TextLine(number, text, problem=Problem(str(twice)[:LONGEST_SHOWN], "said_twice"))


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object from its pairs; raise _DuplicateName if two share a name, which would be ambiguous."""
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            raise _DuplicateName(name)
        members[name] = value
    return members


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


_decode_strictly = json.JSONDecoder(object_pairs_hook=_build_object, parse_constant=_refuse_constant).decode


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
