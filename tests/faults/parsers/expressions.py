"""All regular expressions that the program keeps, and the texts on which careless ones take long."""

import importlib
import re
import time
from collections.abc import Iterator
from typing import NamedTuple

from tests.faults.parsers.inputs import list_texts
from tests.faults.parsers.sources import list_methods, list_product_modules

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
