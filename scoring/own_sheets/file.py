"""The file of a sheet: a draft written as TOML, and a file read as a draft."""

from collections.abc import Iterable
from typing import NamedTuple

import tomli_w

from scoring.engine.hand.examples import Example, list_written_examples
from scoring.engine.house_rules.library import load_file
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.overlay import Table
from scoring.engine.house_rules.sheet_file import PlacedProblem, decode_sheet, read_sheet_file

HEAD = "# Hausregeln für Tarockclub; docs/sheets.md erklärt jeden Eintrag.\n\n"
FIRST = ("id", "name", "name_en", "source", "ref", "extends")


class ReadFile(NamedTuple):
    """A sheet that was read from a file: its own table, its rules, its examples, what is worth a second look."""

    table: Table
    rules: Rules
    examples: tuple[Example, ...]
    warnings: list[PlacedProblem]


def write_file(table: Table, examples: Iterable[Example] = ()) -> str:
    """Return a sheet as the text of a file; `read_file` gives the same table and examples."""
    order = {**{key: table[key] for key in FIRST if key in table}, **table}
    written = [_write_example(example) for example in examples]
    if written:
        order["examples"] = written
    return HEAD + tomli_w.dumps(order)


def _write_example(example: Example) -> Table:
    named = {"name": example.name} if example.name else {}
    record = {key: value for key, value in example.record.items() if key != "sheet"}
    return {**named, **record, "payouts": list(example.payouts or ())}


def read_file(data: bytes) -> ReadFile:
    """Return the sheet of a file; SheetError with all that is wrong with it, and where."""
    rules, warnings = load_file(data)
    table = {key: value for key, value in read_sheet_file(decode_sheet(data)).table.items() if key != "examples"}
    return ReadFile(table, rules, list_written_examples(rules), warnings)
