"""Where the checkout keeps what the set-up tool touches."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
RUNTIME_LOCK = ROOT / "requirements.txt"
DEV_LOCK = ROOT / "requirements-dev.txt"


def find_python(venv: Path) -> Path:
    """Return the interpreter of a virtual environment, wherever this system puts it."""
    return venv / "Scripts" / "python.exe" if os.name == "nt" else venv / "bin" / "python"
