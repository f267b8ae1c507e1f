"""Checks of style, types, templates, migrations and settings."""

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from tarockclub.make.paths import ROOT, VENV, python_in
from tarockclub.make.process import attached, python

PUBLIC = {"TAROCKCLUB_MODE": "public", "TAROCKCLUB_HOSTS": "tarock.example"}
Step = tuple[tuple[str, ...], Mapping[str, str]]


def check() -> int:
    """Run all checks, each even when one before it failed."""
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        for command, env in _steps(folder):
            name = " ".join(command)
            print(f"== {name}", flush=True)
            if python(*command, env=env):
                failed.append(name)
    print("== djade --check", flush=True)
    if _djade("--check"):
        failed.append("djade --check")
    for name in failed:
        print(f"FAILED: {name}", file=sys.stderr)
    return 1 if failed else 0


def tidy() -> int:
    """Let the formatters change what they would complain about."""
    failed = python("-m", "ruff", "check", "--fix", "--exit-zero") or python("-m", "ruff", "format")
    # It says by its exit code that it changed something; that is no failure here.
    _djade()
    return failed


def _steps(folder: str) -> Iterator[Step]:
    """Yield each check's command and what it needs in its environment."""
    # A data folder of its own: checking must neither need nor touch the club's.
    own = {"TAROCKCLUB_DATA": folder, "DATABASE_URL": ""}
    yield ("-m", "ruff", "format", "--check"), {}
    yield ("-m", "ruff", "check"), {}
    yield ("-m", "mypy"), own
    yield ("manage.py", "makemigrations", "--check", "--dry-run"), own
    yield ("manage.py", "check", "--deploy", "--fail-level", "WARNING"), own
    yield ("manage.py", "check", "--deploy", "--fail-level", "INFO"), {**own, **PUBLIC}


def _djade(*options: str) -> int:
    """Run the formatter of templates on all of them; it is a program, not a Python module."""
    program = python_in(VENV).with_name("djade.exe" if os.name == "nt" else "djade")
    templates = [path for folder in _template_folders() for path in sorted(folder.rglob("*.html"))]
    if not templates:
        return 0
    return attached([program, *options, "--target-version", "5.2", *templates])


def _template_folders() -> list[Path]:
    """Return the folders that hold templates."""
    return [ROOT / "templates", *ROOT.glob("*/templates")]
