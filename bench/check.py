"""`manage.py check` against that of an empty Django project."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.ratio import ROOT, Measurement, build_stopwatch, measure_ratios

NAME = "manage.py check, against an empty project's"
LIMIT = 2.0


def measure(*, quick: bool) -> Measurement:
    """Compare whole processes, from start to end."""
    with tempfile.TemporaryDirectory() as folder:
        project = create_empty_project(Path(folder))
        ratios = measure_ratios(
            5 if quick else 25, build_stopwatch(lambda: _check(ROOT)), build_stopwatch(lambda: _check(project))
        )
    return Measurement(NAME, ratios, LIMIT)


def create_empty_project(folder: Path) -> Path:
    """Create the empty project in a folder, and return it."""
    _run("-m", "django", "startproject", "empty", str(folder), where=folder)
    return folder


def _check(project: Path) -> None:
    _run("manage.py", "check", where=project)


def _run(*arguments: str, where: Path) -> None:
    # Each project's manage.py names its own settings.
    env = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    command = [sys.executable, *arguments]
    process = subprocess.run(command, cwd=where, env=env, capture_output=True, text=True, check=False)
    if process.returncode:
        raise RuntimeError(process.stdout + process.stderr)
