"""The house keeps its rooms: layers as CONTRIBUTING.md lists them, sizes."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.paths import ROOT

APPS = ("scoring", "tournaments", "tarockclub")
# They put the parts together and may import everything.
FREE = {"urls.py", "apps.py", "settings.py"}
LONGEST_FILE, LONGEST_FUNCTION, FULLEST_FOLDER = 400, 60, 25


class Source(NamedTuple):
    """A file of the program."""

    path: Path  # from the project's root
    tree: ast.Module
    nodes: tuple[ast.AST, ...]  # of the whole tree
    lines: int

    @property
    def module(self) -> str:
        """The dotted name."""
        return ".".join(self.path.with_suffix("").parts).removesuffix(".__init__")


@cache
def sources(tops: tuple[str, ...] = APPS) -> tuple[Source, ...]:
    """Read every file of the three apps, or of other folders, migrations aside."""
    files = (path for top in tops for path in sorted((ROOT / top).rglob("*.py")) if "migrations" not in path.parts)
    return tuple(map(read_source, files))


@cache
def read_source(file: Path) -> Source:
    """Read a file, once for all tests."""
    text = file.read_text("utf-8")
    tree = ast.parse(text)
    return Source(file.relative_to(ROOT), tree, tuple(ast.walk(tree)), text.count("\n"))


@pytest.fixture(scope="module", autouse=True)
def forget_sources() -> Iterator[None]:
    """Give the memory back: the garbage collector would go through all the trees as long as the tests run."""
    yield
    sources.cache_clear()
    read_source.cache_clear()


@cache
def layers() -> dict[str, int]:
    """Return the row of each package in CONTRIBUTING.md, the lowest first."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    rows = re.findall(r"^\| ((?:`(?:scoring|tournaments|tarockclub)/[\w/.]+` ?)+) \|", text, re.MULTILINE)
    return {package: row for row, cell in enumerate(rows) for package in re.findall(r"`([^`]+)`", cell)}


def package_of(path: Path) -> str:
    """Return the package as CONTRIBUTING.md names it: the folder below the app, or the file beside them."""
    return "/".join(path.parts[:2])


@cache
def list_modules() -> frozenset[str]:
    """Return the dotted names of all files of the three apps."""
    return frozenset(source.module for source in sources())


def imports(source: Source) -> Iterator[str]:
    """Yield the modules of the program that a file imports, inside functions too."""
    modules = list_modules()
    for node in source.nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield from {name if name in modules else node.module} & modules
        elif isinstance(node, ast.Import):
            yield from {alias.name for alias in node.names} & modules


def definitions(source: Source) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """Yield the functions and classes of a file, inner ones too."""
    for node in source.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node


def test_every_package_has_its_row_and_every_row_a_package():
    there = {package_of(source.path) for source in sources()}
    there -= {f"{app}/{name}" for app in APPS for name in ("__init__.py", "management", *FREE)}
    assert {name for name in there if (ROOT / name).is_dir() or name.endswith(".py")} - {"tarockclub/formats"} == set(
        layers()
    )


def test_a_package_imports_only_from_rows_above_its_own():
    paths = {source.module: source.path for source in sources()}
    wrong = set()
    for source in sources():
        if source.path.name in FREE or "management" in source.path.parts:
            continue
        mine = package_of(source.path)
        for module in imports(source):
            other = package_of(paths[module])
            if other != mine and other in layers() and mine in layers() and layers()[other] >= layers()[mine]:
                wrong.add(f"{source.path} imports {module}")
    assert not wrong


def test_scoring_names_nothing_of_tournaments():
    assert not [
        f"{source.path} imports {module}"
        for source in sources()
        if source.path.parts[0] == "scoring"
        for module in imports(source)
        if module.startswith("tournaments")
    ]


def test_no_folder_no_file_and_no_function_is_too_large():
    folders = Counter(path.parent for top in (*APPS, "tests") for path in (ROOT / top).rglob("*.py"))
    assert {str(folder): count for folder, count in folders.items() if count > FULLEST_FOLDER} == {}
    assert {str(source.path): source.lines for source in sources() if source.lines > LONGEST_FILE} == {}
    assert not [
        f"{source.path}:{node.lineno} {node.name}"
        for source in sources()
        for node in definitions(source)
        if not isinstance(node, ast.ClassDef) and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ]
