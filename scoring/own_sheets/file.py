"""The file of a sheet: a draft written as TOML, and read again with the same meaning."""

import tomli_w

from scoring.engine.house_rules.loader import read_table
from scoring.engine.house_rules.overlay import Table

HEAD = "# Hausregeln für Tarockclub; docs/sheets.md erklärt jeden Eintrag.\n\n"
FIRST = ("id", "name", "name_en", "source", "ref", "extends")
LARGEST = 256 * 1024  # bytes


def write_file(table: Table) -> str:
    """Return a sheet as the text of a file; `read_table` gives the same table."""
    order = {**{key: table[key] for key in FIRST if key in table}, **table}
    return HEAD + tomli_w.dumps(order)


def read_file(text: str) -> Table:
    """Return the table of a file; SheetError with all that is wrong with it."""
    return read_table(text)
