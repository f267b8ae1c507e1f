"""A quick check of what the working tree touched: style, types, contracts, and the tests that know of it."""

import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tools.paths import ROOT
from tools.process import run_python
from tools.quality import CONTRACTS, PROGRAM
from tools.testing import run_light_tests

MOST_FILES = 40  # of tests that run; the others are left to `make test`


def check_changes(arguments: list[str]) -> int:
    """Check what differs from the last commit, or from a named one, and run the tests that know of it."""
    files = list_changed_files(arguments[0] if arguments else "HEAD")
    python = [file for file in files if file.endswith(".py")]
    if not python:
        print("Nothing has changed in Python.")
        return 0
    tests = list_tests(python)
    for left in tests[MOST_FILES:]:
        print(f"not run: {left}")
    steps = [("-m", "ruff", "format", "--check", *python), ("-m", "ruff", "check", *python), ("-m", "mypy"), CONTRACTS]
    with tempfile.TemporaryDirectory() as folder:  # checking needs no club's data
        failed = [step[:3] for step in steps if run_python(*step, env={"TAROCKCLUB_DATA": folder, "DATABASE_URL": ""})]
    if tests[:MOST_FILES] and run_light_tests(tests[:MOST_FILES]):
        failed.append(("pytest",))
    for step in failed:
        print(f"FAILED: {' '.join(step)}", file=sys.stderr)
    return 1 if failed else 0


def list_changed_files(since: str) -> list[str]:
    """Return the files that differ from a commit, new ones too, those that are still there."""
    commands = (["git", "diff", "--name-only", since], ["git", "ls-files", "--others", "--exclude-standard"])
    runs = (subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True) for command in commands)
    return sorted({name for run in runs for name in run.stdout.splitlines() if (ROOT / name).is_file()})


def list_tests(files: Sequence[str]) -> list[str]:
    """Return the changed tests, those that import what has changed, and those that import whoever imports that."""
    program = _read_files(*PROGRAM)
    tests = {name: text for name, text in _read_files("tests").items() if Path(name).name.startswith("test_")}
    modules = [name for name in files if name.split("/")[0] in (*PROGRAM, "tests")]
    importers = [name for name in program if any(_is_importing(program[name], module) for module in modules)]
    found = [name for name in files if name in tests]
    for circle in (modules, importers):
        found += [name for name in tests if any(_is_importing(tests[name], module) for module in circle)]
    return list(dict.fromkeys(found))


def _read_files(*folders: str) -> dict[str, str]:
    files = sorted(file for folder in folders for file in (ROOT / folder).rglob("*.py"))
    return {file.relative_to(ROOT).as_posix(): file.read_text("utf-8") for file in files}


def _is_importing(text: str, file: str) -> bool:
    """Return whether a program imports a file, by itself or from its package."""
    package, _, name = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".").rpartition(".")
    if f"{package}.{name}" in text:
        return True
    return bool(re.search(rf"^ *from {re.escape(package)} import [^\n]*\b{name}\b", text, re.MULTILINE))
