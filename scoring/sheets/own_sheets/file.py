"""The file of a sheet: a draft written as TOML, and a file read as a draft."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import tomli_w

from scoring.engine.hand.examples import Example, list_written_examples
from scoring.engine.house_rules.library import load_file
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.overlay import Table
from scoring.engine.house_rules.sheet_file import PlacedProblem, decode_sheet, read_sheet_file
from scoring.engine.problems import SheetError
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
    """Return a sheet as the text of a file; `read_file` gives the same table and examples."""
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


def read_file(data: bytes) -> ReadFile:
    """Return the sheet of a file; SheetError with all that is wrong with it, and where."""
    rules, warnings = load_file(data)
    table = {key: value for key, value in read_sheet_file(decode_sheet(data)).table.items() if key != "examples"}
    return ReadFile(table, rules, list_written_examples(rules), warnings)


def read_sent_file(data: bytes, language: str) -> ReadFile:
    """Return the sheet that somebody sent, read away from this process; Unreadable."""
    try:
        return run_apart(read_file, data)
    except SheetError as error:
        placed = zip(error.problems, error.places, strict=True)
        raise Unreadable([describe_placed_problem(*problem, language) for problem in placed]) from None


def describe_warnings(file: ReadFile, language: str) -> list[str]:
    """Return what is worth a second look, in words."""
    return [describe_placed_problem(problem, place, language) for problem, place in file.warnings]
