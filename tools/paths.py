"""The paths in the checkout that the set-up tool uses."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
UV = ROOT / ".uv"  # the environment of uv, which fills the other one
PROJECT = ROOT / "pyproject.toml"
LOCK = ROOT / "requirements.lock"
UV_LOCK = ROOT / "tools/uv.txt"
PO_FILE = ROOT / "tarockclub/locale/de/LC_MESSAGES/django.po"
DJANGO_6_LOCK = ROOT / "tools/django6.txt"  # instead of the release with long-term support, for tests


def find_python(venv: Path) -> Path:
    """Return the interpreter of a virtual environment on this system."""
    return venv / "Scripts" / "python.exe" if os.name == "nt" else venv / "bin" / "python"


def is_compiled(file: Path = PO_FILE) -> bool:
    """Return whether the compiled catalogue beside a written one is there and not older."""
    compiled = file.with_suffix(".mo")
    return compiled.is_file() and compiled.stat().st_mtime >= file.stat().st_mtime
