"""A quick check of what the working tree touched: style, types, contracts, and the tests that know of it."""

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
    modules = [name for name in files if name.split("/")[0] in (*PROGRAM, "tests")]
    tests = [name for name in modules if Path(name).name.startswith("test_")]
    for circle in (modules, _list_importers(modules, *PROGRAM)):
        tests += _list_importers(circle, "tests/**/test_*.py")
    return list(dict.fromkeys(tests))


def _list_importers(modules: Sequence[str], *places: str) -> list[str]:
    """Return the files that import one of these, by itself or from its package."""
    patterns = []
    for module in modules:
        package, _, name = module.removesuffix(".py").removesuffix("/__init__").replace("/", ".").rpartition(".")
        patterns += ["-e", rf"\b{package}\.{name}\b", "-e", rf"from {package} import .*\b{name}\b"]
    if not patterns:
        return []
    globs = [f":(glob){place}" if "*" in place else place for place in places]
    command = ["git", "grep", "--untracked", "--name-only", "--perl-regexp", *patterns, "--", *globs]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return [name for name in done.stdout.splitlines() if name.endswith(".py")]
