"""Names come through a reader: tests/data/readers.toml says who may name people as the register does, and why."""

import ast
import re
import tomllib

from tests.ground.test_structure import APPS, forget, read_sources
from tests.support.paths import ROOT

__all__ = ["forget"]
LISTS = tomllib.loads((ROOT / "tests/data/readers.toml").read_text("utf-8"))
MODULE = "tarockclub.platform.privacy.readers"
READERS = f"{MODULE.replace('.', '/')}.py"
COLUMNS = re.compile(r"shown_as|person(\.|__)called\b")


def list_entries(kind: str, key: str) -> list[str]:
    """Return what stands in all lists of a kind, each with a reason."""
    assert all(entry["why"] for entry in LISTS[kind])
    return sorted(name for entry in LISTS[kind] for name in entry[key])


def list_files(knows) -> list[str]:
    """Return the files that know something, but for that of the readers."""
    files = [source.path.as_posix() for source in read_sources() if any(map(knows, source.nodes))]
    return [file for file in files if file != READERS]


def knows_inside(node: ast.AST) -> bool:
    """Return True if a node imports INSIDE, or takes it from its module."""
    return (isinstance(node, ast.alias) and node.name in {"INSIDE", "*"}) or (
        isinstance(node, ast.Attribute) and node.attr == "INSIDE"
    )


def test_who_names_people_as_the_register_does_whoever_asks_has_a_reason():
    modules = [file.removesuffix(".py").replace("/", ".") for file in list_files(knows_inside)]
    assert modules == list_entries("inside", "modules")


def test_only_who_finds_out_who_is_looking_makes_readers():
    knowing = list_files(lambda node: isinstance(node, ast.ImportFrom) and node.module == MODULE)
    calling = list_files(lambda node: isinstance(node, ast.Call) and ast.unparse(node.func) == "Reader")
    assert [file for file in calling if file in knowing] == ["scoring/book/access/permissions.py"]


def test_nobody_else_reads_the_columns_from_which_names_are_made():
    files = [path for top in APPS for path in (ROOT / top).rglob("*.py") if "migrations" not in path.parts]
    files += (ROOT / "templates").rglob("*.html")
    names = {path.relative_to(ROOT).as_posix() for path in files if COLUMNS.search(path.read_text("utf-8"))}
    assert sorted(names - {READERS}) == list_entries("columns", "files")
