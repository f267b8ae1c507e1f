"""The rows from a book to a published result are built by keyword: a new field moves no other value unseen."""

import ast
import doctest
import re
from collections.abc import Iterable, Iterator

import pytest

from tests.ground.test_structure import APPS, forget, read_source
from tests.support.paths import ROOT

__all__ = ["forget"]
BY_NAME = frozenset(
    {"PaidLine", "SeatLine", "LineFacts", "Holder", "PlayerResult", "RankedLine", "EditionRow", "EditionRound"}
)
ROW_NAME = re.compile(rf"\b({'|'.join(sorted(BY_NAME))})\b")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)


def list_positional(nodes: Iterable[ast.AST]) -> list[str]:
    """Return the calls that give a value of such a row by its place."""
    calls = (node for node in nodes if isinstance(node, ast.Call) and node.args)
    # `map(Row, values)`, `builds(Row, values)`: what follows a class are values for it.
    named = ((call, [find_name(called) for called in (call.func, *call.args[:-1])]) for call in calls)
    return [ast.unparse(call) for call, names in named if not BY_NAME.isdisjoint(names)]


def find_name(called: ast.expr) -> str:
    """Return the name that is called; of `_make` that of the row."""
    if isinstance(called, ast.Attribute):
        return find_name(called.value) if called.attr == "_make" else called.attr
    return called.id if isinstance(called, ast.Name) else ""


def iter_examples(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield all that stands in the examples of docstrings about such rows."""
    for node in nodes:
        text = ast.get_docstring(node) or "" if isinstance(node, DOCUMENTED) else ""
        if any(name in text for name in BY_NAME):
            for example in doctest.DocTestParser().get_examples(text):
                yield from ast.walk(ast.parse(example.source))


def test_rows_are_built_by_keyword_also_in_tests_and_examples():
    files = (file for top in (*APPS, "tests", "bench", "tools") for file in sorted((ROOT / top).rglob("*.py")))
    sources = [read_source(file) for file in files if ROW_NAME.search(file.read_text("utf-8"))]
    assert len(sources) > len(BY_NAME)
    positional = {
        source.path.as_posix(): calls
        for source in sources
        if (calls := list_positional(source.nodes) + list_positional(iter_examples(source.nodes)))
    }
    assert positional == {}


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("PlayerResult(7, gain=5)", 1),
        ("ranking.PlayerResult(*values)", 1),
        ("RankedLine._make(values)", 1),
        ("results = builds(PlayerResult, integers(), integers(), gain=integers())", 1),
        ("rows = [EditionRow(1, *paid, round=scope) for paid in sums]", 1),
        ("PlayerResult(who=7, gain=sum(gains))", 0),
        ("results = builds(PlayerResult, who=integers())", 0),
        ("isinstance(value, PlayerResult)", 0),
        ("StandingPlayer(7, 3, 1, name)", 0),
    ],
)
def test_a_value_by_its_place_is_refused(text, count):
    assert len(list_positional(ast.walk(ast.parse(text)))) == count
    example = f'def build():\n    """Build it.\n\n    >>> {text}\n    """\n'
    assert len(list_positional(iter_examples(ast.walk(ast.parse(example))))) == count
