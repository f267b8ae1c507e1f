"""The modules of the program that parse something, by what they import and call."""

import ast
import importlib
import re
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.faults.parsers.inputs import list_texts
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


LONG_TEXT = 20_000
USES = {"match", "search", "fullmatch", "split", "sub", "findall", "finditer"}
# They read the program's own stylesheets, pages of the handbook, SQL and API document.
OF_OUR_TEXTS = {
    "tarockclub.platform.api.openapi",
    "tarockclub.office.design",
    "tarockclub.platform.handbook.selectors",
    "tarockclub.platform.server.static_files",
    "tarockclub.platform.server.postgres_backend.base",
    "tarockclub.templatetags.icons",
    "tools.translations",
}


class Expression(NamedTuple):
    """A regular expression, with what the program does with it."""

    pattern: str
    flags: int
    uses: frozenset[str]


def list_expressions() -> set[Expression]:
    """All that read what somebody else has written."""
    methods = list_methods()
    modules = {name: vars(importlib.import_module(name)) for name in list_product_modules() if name not in OF_OUR_TEXTS}
    found = {
        Expression(value.pattern, value.flags, frozenset(methods[module, name] & USES))
        for module, kept in modules.items()
        for name, value in kept.items()  # also where it is imported
        if isinstance(value, re.Pattern) and isinstance(value.pattern, str)
    }
    return {expression for expression in found if expression.uses}


def try_expression(expression: str, flags: int, uses: frozenset[str]) -> tuple[float, str]:
    """The seconds of the processor for the text on which an expression takes longest, and which that is."""
    pattern = re.compile(expression, flags)
    return max((_try_text(pattern, text, uses), name) for name, text in _iter_texts())


def _iter_texts() -> Iterator[tuple[str, str]]:
    for name, text in list_texts(LONG_TEXT).items():
        yield name, text + "\x00"
        yield f"{name} in a line", text.replace("\n", "") + "\x00"


def _try_text(pattern: re.Pattern[str], text: str, uses: frozenset[str]) -> float:
    began = time.process_time()
    for use in uses:
        done = pattern.sub("", text) if use == "sub" else getattr(pattern, use)(text)
        if use == "finditer":
            list(done)
    return time.process_time() - began
