"""The house keeps its rooms: every file stands on a floor of the contract in pyproject.toml, and none is too large."""

import ast
import gc
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.paths import ROOT

APPS = ("scoring", "tarockclub", "tournaments")
LONGEST_FILE, LONGEST_FUNCTION, FULLEST_FOLDER = 400, 60, 25
WIDEST_LINE = 160  # of a template: a tag cannot be broken, and Python's 120 are too few for some
WIDE_LINE = re.compile(r"\{% block title %\}")  # a title is one line in the browser's history too
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
UTC_DAY = re.compile(r"\b(now\(\)|today|begins|at|made|begun|started|ended|closes)\.date\(\)")
# They put the parts together and may import everything; the contract is for all others.
DOOR = re.compile(r"[a-z]+/(__init__|__main__|apps|settings|urls|wsgi)\.py|[a-z]+/management/.*")


class Source(NamedTuple):
    """A file of the program."""

    path: Path  # from the project's root
    tree: ast.Module
    nodes: tuple[ast.AST, ...]  # of the whole tree
    lines: int


@cache
def read_sources(tops: tuple[str, ...] = APPS) -> tuple[Source, ...]:
    """Read every file of the three apps, or of other folders, migrations aside."""
    files = (path for top in tops for path in sorted((ROOT / top).rglob("*.py")) if "migrations" not in path.parts)
    return tuple(map(read_source, files))


@cache
def read_source(file: Path) -> Source:
    """Read a file, once."""
    text = file.read_text("utf-8")
    tree = ast.parse(text)
    return Source(file.relative_to(ROOT), tree, tuple(ast.walk(tree)), text.count("\n"))


@pytest.fixture(scope="module", autouse=True)
def forget() -> Iterator[None]:
    """Give the memory back; meanwhile the garbage collector does not go through all the trees again and again."""
    gc.disable()
    yield
    for reader in (read_sources, read_source):
        reader.cache_clear()
    gc.enable()


def definitions(source: Source) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """Yield the functions and classes of a file, inner ones too."""
    for node in source.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node


def test_every_file_stands_on_a_floor_and_the_contract_has_no_exception():
    [order] = (contract for contract in CONTRACTS if contract["type"] == "layers" and "containers" not in contract)
    assert [contract["type"] for contract in CONTRACTS if "ignore_imports" in contract] == ["independence"]
    floors = {part.replace(".", "/") for layer in order["layers"] for part in layer.split(" : ")}
    paths = [source.path.as_posix() for source in read_sources()]
    assert [floor for floor in floors if not any(path.startswith((f"{floor}/", f"{floor}.py")) for path in paths)] == []
    rest = [path for path in paths if not path.startswith(tuple(f"{floor}/" for floor in floors))]
    assert [path for path in rest if path.removesuffix(".py") not in floors and not DOOR.fullmatch(path)] == []


def test_every_module_of_a_season_stands_in_its_contract():
    [order] = (contract for contract in CONTRACTS if "containers" in contract)
    [season] = (name.replace(".", "/") for name in order["containers"])
    layers = [f"{season}/{name.replace('.', '/')}" for layer in order["layers"] for name in layer.split(" : ")]
    assert len({*layers}) == len(layers)
    found = {path.removesuffix(".py"): path for source in read_sources() if season in (path := source.path.as_posix())}
    rest = [path for name, path in found.items() if not any(f"{name}/".startswith(f"{layer}/") for layer in layers)]
    doors = [path for path in rest if path.endswith(("/__init__.py", "/urls.py"))]
    assert rest == doors


def test_only_its_folder_and_the_column_know_a_feature_with_tournaments_of_its_own():
    paths = [source.path.as_posix() for source in read_sources()]
    others = [path for path in paths if not path.startswith("tournaments/around/rehearsal/")]
    assert [path for path in others if "rehearsal_of" in (ROOT / path).read_text("utf-8")] == [
        "tournaments/models/tournament.py"
    ]


def test_no_folder_no_file_and_no_function_is_too_large():
    folders = Counter(path.parent for top in (*APPS, "tests", "tools") for path in (ROOT / top).rglob("*.py"))
    assert {str(folder): count for folder, count in folders.items() if count > FULLEST_FOLDER} == {}
    sources = read_sources((*APPS, "tools"))
    assert {str(source.path): source.lines for source in sources if source.lines > LONGEST_FILE} == {}
    assert not [
        f"{source.path}:{node.lineno} {node.name}"
        for source in sources
        for node in definitions(source)
        if not isinstance(node, ast.ClassDef) and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ]


def test_no_line_of_a_template_is_too_wide_to_be_read():
    files = [path for top in ("templates", "tests") for path in sorted((ROOT / top).rglob("*.html"))]
    lines = {
        f"{path.relative_to(ROOT).as_posix()}:{number}": len(line)
        for path in files
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if not WIDE_LINE.match(line)
    }
    assert lines
    assert {place: width for place, width in lines.items() if width > WIDEST_LINE} == {}


def test_the_day_of_a_moment_is_that_of_the_club_not_of_greenwich():
    """Between midnight and two o'clock `moment.date()` is the day before: it is `localdate(moment)`."""
    texts = {str(source.path): (ROOT / source.path).read_text("utf-8") for source in read_sources()}
    assert {path: found for path, text in texts.items() if (found := UTC_DAY.findall(text))} == {}
