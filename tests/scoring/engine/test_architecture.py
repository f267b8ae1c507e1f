"""The engine stands alone, counts exactly, and knows no sheet, contract or premium but Trischaken."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import scoring.engine
from scoring.engine.house_rules.build import TRISCHAKEN

ENGINE = Path(scoring.engine.__file__).parent
ROOT = ENGINE.parents[1]
SHEETS = ENGINE.parent / "sheets"

# The files that come with the program are listed in one place; they decide nothing.
LISTS_OF_FILES = {"house_rules/library.py": "sheets"}
# The versions of the Pagatkassa are called like the sheets they stand on; which one a sheet has is a key of the sheet.
VERSIONS = {("agreement.py", version) for version in ("standard", "treffpunkt")}
# Papers, of which two have the name of the sheet that follows them.
PAPERS = {("house_rules/paper_facts.py", paper) for paper in ("karlsruhe", "steindl")}
# The multiplier of solo games is called like Zwanzigerrufen's contract; test_architecture_renamed.py renames that one.
WORDS_OF_THEIR_OWN = {("hand/positive.py", "solo"), ("texts/lines.py", "solo")}
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


def test_the_ids_were_found_in_the_sheet_files():
    assert len(ids().sheets) == 7
    assert {"rufer", "pagat", "valat"} <= ids().entries
    assert {"voegel", "rufspiele"} <= ids().others


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


def imported(module: Module) -> Iterator[str]:
    """The modules that a file imports."""
    for node in module.nodes():
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            yield str(node.module)


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_a_file_of_the_engine_imports_the_standard_library_and_the_engine_only(module):
    foreign = {
        name
        for name in imported(module)
        if not name.startswith("scoring.engine") and name.partition(".")[0] not in sys.stdlib_module_names
    }
    assert not foreign


LOAD_ALL = """
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import scoring.engine
for found in pkgutil.walk_packages(scoring.engine.__path__, "scoring.engine."):
    importlib.import_module(found.name)
from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import load_built_in
line = b'{"sheet": "treffpunkt", "plays": [{"contract": "dreier", "declarer": 0, "result": "won"}]}'
assert '"payouts": ["15", "-5", "-5", "-5"]' in RecordScorer(load_built_in).answer_line(line)[0]
tops = {name.partition(".")[0] for name in sys.modules}
print(sorted(tops - set(sys.stdlib_module_names) - {"__main__", "scoring"}))
"""


def test_the_engine_scores_in_an_interpreter_that_has_the_standard_library_only():
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", LOAD_ALL, str(ROOT)], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
