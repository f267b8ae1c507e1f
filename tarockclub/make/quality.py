"""Checks of style, types, templates, migrations and settings."""

import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from tarockclub.make.paths import ROOT
from tarockclub.make.process import python

PUBLIC = {"TAROCKCLUB_MODE": "public", "TAROCKCLUB_HOSTS": "tarock.example"}
Step = tuple[tuple[str, ...], Mapping[str, str]]


def check() -> int:
    """Run all checks, each even when one before it failed."""
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        for command, env in _steps(folder):
            print(f"== {' '.join(command[:6])}", flush=True)
            if python(*command, env=env):
                failed.append(" ".join(command[:6]))
    for name in failed:
        print(f"FAILED: {name}", file=sys.stderr)
    return 1 if failed else 0


def tidy() -> int:
    """Let the formatters change what they would complain about."""
    failed = python("-m", "ruff", "check", "--fix", "--exit-zero") or python("-m", "ruff", "format")
    templates = _templates()
    if templates:
        # It says by its exit code that it changed something; that is no failure here.
        python("-m", "djade", "--target-version", "5.2", *templates)
    return failed


def _steps(folder: str) -> Iterator[Step]:
    """Yield each check's command and what it needs in its environment."""
    # A data folder of its own: checking must neither need nor touch the club's.
    own = {"TAROCKCLUB_DATA": folder, "DATABASE_URL": ""}
    yield ("-m", "ruff", "format", "--check"), {}
    yield ("-m", "ruff", "check"), {}
    yield ("-m", "mypy"), {}
    templates = _templates()
    if templates:
        yield ("-m", "djade", "--check", "--target-version", "5.2", *templates), {}
    yield ("manage.py", "makemigrations", "--check", "--dry-run"), own
    yield ("manage.py", "check", "--deploy", "--fail-level", "WARNING"), own
    yield ("manage.py", "check", "--deploy", "--fail-level", "INFO"), {**own, **PUBLIC}


def _templates() -> list[str]:
    """Return the project's templates, relative to its root."""
    found = [path for folder in _template_folders() for path in folder.rglob("*.html")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def _template_folders() -> list[Path]:
    """Return the folders that hold templates."""
    return [ROOT / "templates", *ROOT.glob("*/templates")]
