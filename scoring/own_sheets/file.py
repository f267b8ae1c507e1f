"""The file of a sheet: a draft written as TOML, and a file read as a draft."""

from typing import NamedTuple

import tomli_w

from scoring.engine.house_rules.library import load_file
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.overlay import Table
from scoring.engine.house_rules.sheet_file import PlacedProblem, decode_sheet, read_sheet_file

HEAD = "# Hausregeln für Tarockclub; docs/sheets.md erklärt jeden Eintrag.\n\n"
FIRST = ("id", "name", "name_en", "source", "ref", "extends")


class ReadFile(NamedTuple):
    """A sheet that was read from a file: its own table, its rules, and what is worth a second look."""

    table: Table
    rules: Rules
    warnings: list[PlacedProblem]


def write_file(table: Table) -> str:
    """Return a sheet as the text of a file; `read_file` gives the same table."""
    order = {**{key: table[key] for key in FIRST if key in table}, **table}
    return HEAD + tomli_w.dumps(order)


def read_file(data: bytes) -> ReadFile:
    """Return the sheet of a file; SheetError with all that is wrong with it, and where."""
    rules, warnings = load_file(data)
    return ReadFile(read_sheet_file(decode_sheet(data)).table, rules, warnings)
