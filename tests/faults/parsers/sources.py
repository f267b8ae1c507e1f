"""The modules of the program that parse something, by what they import and call."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.support.paths import ROOT

PRODUCT = ("scoring", "tarockclub", "tournaments")
# Tools of engineers, what has run once, and what runs by itself.
OUTSIDE = (
    "tools/",
    "/migrations/",
    "/management/",
    "__main__.py",
    "tarockclub/wsgi.py",
)
PARSERS = {
    *("PIL", "ast", "bz2", "configparser", "csv", "email", "gzip", "html.parser", "lzma", "markdown_it", "marshal"),
    *(
        "pickle",
        "plistlib",
        "python_calamine",
        "shlex",
        "sqlite3",
        "struct",
        "tarfile",
        "tomllib",
        "typst",
        "xml",
        "zipfile",
        "zlib",
    ),
}
CALLS = {("json", "loads"), ("json", "load"), ("json", "JSONDecoder"), ("base64", "b64decode")}


def list_product_modules() -> dict[str, Path]:
    """The dotted names of all modules of the program, with their files."""
    files = [file for folder in PRODUCT for file in sorted((ROOT / folder).rglob("*.py"))]
    return {_name_module(file): file for file in files if not any(part in file.as_posix() for part in OUTSIDE)}


def list_parsing_modules() -> set[str]:
    """The names of those that import a parser, or call one of those that everybody imports."""
    return {name for name, file in list_product_modules().items() if any(_iter_parsers(file))}


def list_methods() -> dict[tuple[str, str], set[str]]:
    """The names of all that a module calls of a value, by the module and the value's name."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for module, file in list_product_modules().items():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                name = getattr(node.value, "id", "") or getattr(node.value, "attr", "")
                found[module, name].add(node.attr)
    return found


def _name_module(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _iter_parsers(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level:
            names = [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
        yield from (name for name in names if PARSERS & {name, name.split(".")[0]})
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            called = (getattr(node.func.value, "id", ""), node.func.attr)
            yield from [".".join(called)] if called in CALLS else []
