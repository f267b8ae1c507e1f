"""A test is one that a run collects: of files here, of cases in `tests/selection.py`."""

import ast
import fnmatch
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.paths import ROOT

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]
PROGRAM = ("bench", "docs", "packages", "scoring", "tarockclub", "templates", "tests", "tools", "tournaments")
# pytest's own list: into folders of these names it does not look.
NOT_ENTERED = ("*.egg", ".*", "_darcs", "build", "CVS", "dist", "node_modules", "venv", "{arch}")
SCRIPT_TEST = re.compile(r"^\s*(?:test|it|describe)\(", re.MULTILINE)
NO_TESTS = {"tools/testing.py", "tarockclub/management/commands/test.py"}
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef


def list_files(kind: str) -> list[Path]:
    """Return the project's files of a kind, from its root, without what was made beside them."""
    found = (path for top in PROGRAM for path in sorted((ROOT / top).rglob(f"*.{kind}")))
    files = (path.relative_to(ROOT) for path in found)
    return [file for file in files if not {"node_modules", "__pycache__"} & set(file.parts)]


def is_collected(file: Path) -> bool:
    """Tell whether pytest looks for test functions in a file."""
    is_below = any(file.is_relative_to(top) for top in SETTINGS["testpaths"])
    is_entered = not any(fnmatch.fnmatch(part, name) for part in file.parent.parts for name in NOT_ENTERED)
    return is_below and is_entered and fnmatch.fnmatch(file.name, "test_*.py")


def list_tests(tree: ast.Module) -> Iterator[tuple[FUNCTION, bool]]:
    """Yield all that looks like a test: a name or a mark; and whether it stands where pytest finds it."""
    found = {*tree.body}
    for group in tree.body:
        if isinstance(group, ast.ClassDef) and (group.name.startswith("Test") or "TestCase" in ast.dump(group)):
            found |= {*group.body}
    for node in ast.walk(tree):
        if isinstance(node, FUNCTION):
            marks = [ast.unparse(mark) for mark in node.decorator_list]
            is_fixture = any("fixture" in mark or "share_rows" in mark for mark in marks)
            is_named = node.name.startswith("test")
            if (is_named or any("mark." in mark for mark in marks)) and not is_fixture:
                yield node, is_named and node in found


def test_every_test_stands_where_pytest_finds_it():
    lost = [
        f"{file}:{node.lineno} {node.name}"
        for file in list_files("py")
        if re.search(r"\bdef test|pytest\.mark\.", text := (ROOT / file).read_text("utf-8"))
        for node, is_found in list_tests(ast.parse(text))
        if not (is_found and is_collected(file))
    ]
    assert lost == []


def test_every_file_named_like_tests_is_one():
    named = [file for file in list_files("py") if re.fullmatch(r"test_?.*|.*_tests?", file.stem)]
    assert {file.as_posix() for file in named if not is_collected(file)} == NO_TESTS


def test_every_example_in_a_docstring_stands_below_the_folders_in_which_they_run():
    below = [file for file in list_files("py") if any(file.is_relative_to(top) for top in SETTINGS["testpaths"])]
    others = {*list_files("py")} - {file for file in below if file.name not in ("__main__.py", "setup.py")}
    lost = [file for file in others if re.search(r"^\s*>>> ", (ROOT / file).read_text("utf-8"), re.MULTILINE)]
    assert lost == []
    assert "--doctest-modules" in SETTINGS["addopts"]


def test_every_test_of_scripts_is_one_that_npm_runs():
    scripts = json.loads((ROOT / "package.json").read_text("utf-8"))["scripts"]
    patterns = [scripts[name].rpartition("node --test ")[2] for name in ("test", "check")]
    tests = [file for kind in ("js", "mjs", "cjs", "ts") for file in list_files(kind) if _has_script_tests(file)]
    assert len(tests) > 5
    assert [file for file in tests if not any(fnmatch.fnmatch(file.as_posix(), pattern) for pattern in patterns)] == []


def _has_script_tests(file: Path) -> bool:
    text = (ROOT / file).read_text("utf-8")
    return "node:test" in text or (file.name.endswith((".test.js", ".spec.js")) and bool(SCRIPT_TEST.search(text)))


@pytest.mark.parametrize(
    ("source", "is_found"),
    [
        ("def test_it(): pass", [True]),
        ("class TestIt:\n    def test_it(self): pass", [True]),
        ("class Cases:\n    def test_it(self): pass", [False]),
        ("def outer():\n    def test_it(): pass", [False]),
        ("@pytest.mark.heavy\ndef tries_it(): pass", [False]),
        ("@pytest.fixture\ndef tester(): pass", []),
    ],
)
def test_what_is_found_and_what_is_lost(source, is_found):
    assert [found for _node, found in list_tests(ast.parse(source))] == is_found
