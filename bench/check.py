"""`manage.py check` against that of an empty Django project."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.ratio import ROOT, Measured, ratios, seconds

NAME = "check: manage.py check against an empty project's"
LIMIT = 1.5


def measured(*, quick: bool) -> Measured:
    """Compare whole processes, from start to end."""
    with tempfile.TemporaryDirectory() as folder:
        _run("-m", "django", "startproject", "empty", folder, where=Path(folder))
        found = ratios(5 if quick else 25, seconds(lambda: _check(ROOT)), seconds(lambda: _check(Path(folder))))
    return Measured(NAME, found, LIMIT)


def _check(project: Path) -> None:
    _run("manage.py", "check", where=project)


def _run(*arguments: str, where: Path) -> None:
    # Each project's manage.py names its own settings.
    env = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=where, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
