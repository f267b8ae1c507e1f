"""The engine stands alone, counts exactly, and knows no sheet, contract or premium but Trischaken."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import scoring.engine
from scoring.engine.house_rules.build import TRISCHAKEN

ENGINE = Path(scoring.engine.__file__).parent
SHEETS = ENGINE.parent / "sheets"

# The files that come with the program are listed in one place; they decide nothing.
LISTS_OF_FILES = {"house_rules/library.py": "sheets"}
# The versions of the Pagatkassa are called like the sheets they stand on; which one a sheet has is a key of the sheet.
VERSIONS = {("agreement.py", version) for version in ("standard", "treffpunkt")}
# Papers, of which two have the name of the sheet that follows them.
PAPERS = {("house_rules/paper_facts.py", paper) for paper in ("karlsruhe", "steindl")}
# The multiplier of solo games is called like Zwanzigerrufen's contract.
WORDS_OF_THEIR_OWN = {("hand/games.py", "solo"), ("texts/words.py", "solo")}
# How alike two words must be for "did you mean": difflib's measure, no amount.
FLOATS = {("house_rules/validate.py", 0.6)}
# Paths; shares of the Trischaken table as fractions.
DIVISIONS = {"house_rules/library.py", "house_rules/trischaken_table.py"}


class Module(NamedTuple):
    """One file of the engine."""

    name: str
    tree: ast.Module

    def nodes(self) -> Iterator[ast.AST]:
        """Every node of the file."""
        return ast.walk(self.tree)


@cache
def modules() -> tuple[Module, ...]:
    """Every file of the engine."""
    files = sorted(ENGINE.rglob("*.py"))
    return tuple(Module(path.relative_to(ENGINE).as_posix(), ast.parse(path.read_text("utf-8"))) for path in files)


class Ids(NamedTuple):
    """The ids of the sheet files, by what they name."""

    sheets: frozenset[str]
    entries: frozenset[str]  # contracts, premiums
    others: frozenset[str]  # groups, options


@cache
def ids() -> Ids:
    """Every id that the sheet files and their vocabulary use."""
    tables = [tomllib.loads(path.read_text("utf-8")) for path in SHEETS.glob("*.toml")]
    entries = {name for table in tables for section in ("contracts", "premiums") for name in table.get(section, {})}
    others = {name for table in tables for section in ("groups", "options") for name in table.get(section, {})}
    for table in tables:
        for section in ("contracts", "premiums"):
            others |= {group for entry in table.get(section, {}).values() if entry for group in entry.get("groups", ())}
    sheets = frozenset(table["id"] for table in tables if "id" in table)
    return Ids(sheets, frozenset(entries) - {TRISCHAKEN}, frozenset(others))


def docstrings(module: Module) -> set[int]:
    """Return the strings of a file that are docstrings (their examples may name a contract)."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    first = [node.body[0] for node in module.nodes() if isinstance(node, documented) and node.body]
    return {id(node.value) for node in first if isinstance(node, ast.Expr)}


def words(module: Module) -> Iterator[str]:
    """Every word of the strings of a file; in the sentences for people only whole strings are words."""
    left_out = docstrings(module)
    for node in module.nodes():
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            yield from [node.value] if module.name.startswith("texts/") else re.findall(r"[a-z0-9_-]+", node.value)


def test_no_contract_or_premium_but_trischaken_is_named_in_the_engine():
    named = {(module.name, word) for module in modules() for word in words(module) if word in ids().entries}
    assert named == WORDS_OF_THEIR_OWN


def test_no_group_or_option_of_a_sheet_is_named_in_the_engine():
    assert not {(module.name, word) for module in modules() for word in words(module) if word in ids().others}


def test_sheets_are_named_only_where_the_files_that_come_along_are_listed():
    named = {(module.name, word) for module in modules() for word in words(module) if word in ids().sheets}
    assert named - VERSIONS - PAPERS == {(name, sheet) for name in LISTS_OF_FILES for sheet in ids().sheets}
    assert named >= VERSIONS | PAPERS


def test_no_float_is_written_in_the_engine():
    constants = (
        (module.name, node) for module in modules() for node in module.nodes() if isinstance(node, ast.Constant)
    )
    assert {(name, node.value) for name, node in constants if isinstance(node.value, float | complex)} == FLOATS


def test_nothing_becomes_a_float_in_the_engine():
    makers = {"float", "complex", "round", "fsum", "Decimal", "truediv", "statistics", "math"}
    named = {
        (module.name, name)
        for module in modules()
        for node in module.nodes()
        for name in (getattr(node, "id", None), getattr(node, "attr", None))
        if name in makers
    }
    assert not named


def test_only_paths_and_fractions_are_divided():
    divided = {
        module.name
        for module in modules()
        for node in module.nodes()
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div)
    }
    assert divided <= DIVISIONS


def test_the_engine_imports_the_standard_library_and_itself_only():
    nodes = [node for module in modules() for node in module.nodes()]
    imported = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    imported |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    foreign = {name for name in imported if not name.startswith("scoring.engine")}
    assert {name.partition(".")[0] for name in foreign} <= sys.stdlib_module_names
