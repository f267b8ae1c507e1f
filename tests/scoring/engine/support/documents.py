"""Reading the pages in docs/dev/: their tables, their examples in fences, and the keys that they name."""

import re
from typing import NamedTuple

from scoring.engine.house_rules.schema import ENTRIES, OVERLAYS, PLAIN, SECTIONS
from tests.support.paths import DEV_DOCS

_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`]+)`")


class Fence(NamedTuple):
    """An example: what kind of text it is, and the text."""

    kind: str
    text: str


def page(name: str) -> str:
    """Read a page of docs/dev/."""
    return (DEV_DOCS / name).read_text(encoding="utf-8")


def fences(text: str) -> list[Fence]:
    """All examples of a page, in order."""
    return [Fence(kind, body) for kind, body in _FENCE.findall(text)]


def rows(text: str, heading: str) -> list[list[str]]:
    """The rows of every table of a page whose first column has this heading."""
    found: list[list[str]] = []
    inside = False
    for line in _FENCE.sub("", text).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if not cells:
            inside = False
        elif cells[0] == heading:
            inside = True
        elif inside and not cells[0].startswith("---"):
            found.append(cells)
    return found


def code(cell: str) -> list[str]:
    """Return the texts that stand as code in a cell."""
    return _CODE.findall(cell)


def list_keys() -> frozenset[str]:
    """Every key of a sheet: `point`, `points.win`, `contracts.value`, `options.on`."""
    tables = {**SECTIONS, **ENTRIES}
    inner = {f"{section}.{key}" for section, keys in tables.items() for key in keys}
    options = {f"options.{key}" for key in OVERLAYS}
    return (
        frozenset(PLAIN) | inner | options | {"trischaken.pays.when", "trischaken.pays.places", "trischaken.pays.ref"}
    )
