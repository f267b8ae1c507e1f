"""The packages of the program, their rows in CONTRIBUTING.md, and what their files import."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tarockclub.make.paths import ROOT

APPS = ("scoring", "tarockclub", "tournaments")
# They put the parts together and may import everything.
FREE = {"urls.py", "apps.py", "settings.py"}


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


@cache
def read_layers() -> dict[str, int]:
    """Return the row of each package in CONTRIBUTING.md, the lowest first."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    rows = re.findall(r"^\| ((?:`(?:scoring|tournaments|tarockclub)/[\w/.]+` ?)+) \|", text, re.MULTILINE)
    return {package: row for row, cell in enumerate(rows) for package in re.findall(r"`([^`]+)`", cell)}


def find_package(path: Path) -> str:
    """Return the package as CONTRIBUTING.md names it: the folder below the app, or the file beside them."""
    return "/".join(path.parts[:2])


@cache
def _map_modules() -> dict[str, Path]:
    """Return the files of the three apps by their dotted names."""
    return {source.module: source.path for source in read_sources()}


def iter_imports(source: Source) -> Iterator[str]:
    """Yield the modules of the program that a file imports, inside functions too."""
    modules = _map_modules().keys()
    for node in source.nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield from {name if name in modules else node.module} & modules
        elif isinstance(node, ast.Import):
            yield from {alias.name for alias in node.names} & modules


def iter_package_imports() -> Iterator[tuple[Source, str, str, str]]:
    """Yield each import of another package: the file, the module, the package of the file, that of the module."""
    for source in read_sources():
        if source.path.name in FREE or "management" in source.path.parts:
            continue
        mine = find_package(source.path)
        for module in iter_imports(source):
            other = find_package(_map_modules()[module])
            if other != mine and other in read_layers() and mine in read_layers():
                yield source, module, mine, other


def forget_sources() -> None:
    """Give the memory back."""
    for reader in (read_sources, read_source, read_layers, _map_modules):
        reader.cache_clear()
