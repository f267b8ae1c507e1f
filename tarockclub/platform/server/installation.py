"""The program, in a checkout or installed as a package: its places, its version, the place of its data by itself."""

import hashlib
import os
import sys
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
ROOT = PACKAGE.parent  # of the checkout, or the folder of installed packages
_TEMPLATES = "templates"  # the wheel has them in the package, where no other package's are in the way
IS_INSTALLED = (PACKAGE / _TEMPLATES).is_dir()
TEMPLATES = (PACKAGE if IS_INSTALLED else ROOT) / _TEMPLATES
HANDBOOK = PACKAGE / "platform" / "handbook" / "pages" if IS_INSTALLED else ROOT / "docs"  # a folder for each language
PROGRAM = "tarockclub" if IS_INSTALLED else "manage.py"  # the command as people type it here
RELEASED = date(2026, 11, 28)  # the day of the version, as CHANGELOG.md has it
_PAGE_SOURCES = (
    "templates/scoring/**/*.html",
    "templates/tournaments/**/*.html",
    "templates/tarockclub/office/**/*.html",
    "scoring/static/scoring/**/*.js",
    "tournaments/static/tournaments/**/*.js",
    "tarockclub/locale/*/LC_MESSAGES/*.mo",
)


def list_sources(*patterns: str) -> Iterator[Path]:
    """Yield files of the program by their names in a checkout, in the same order wherever they lie."""
    for pattern in patterns:
        yield from sorted((TEMPLATES.parent if pattern.startswith(f"{_TEMPLATES}/") else ROOT).glob(pattern))


def find_data_folder() -> Path:
    """Return the folder for the data if TAROCKCLUB_DATA names none: that of the checkout, or of the user."""
    return find_user_folder() if IS_INSTALLED else ROOT / "var"


def find_user_folder() -> Path:
    """Return the folder in which this system keeps what a program stores for its user."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or "~/AppData/Local", "Tarockclub").expanduser()
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/Tarockclub").expanduser()
    folder = Path(os.environ.get("XDG_DATA_HOME") or ".")
    return (folder if folder.is_absolute() else Path("~/.local/share").expanduser()) / "tarockclub"


def build_child_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module of the program in a process of its own, with what it finds by itself."""
    # A Python in a bundle for Windows reads no variables.
    return [sys.executable, "-X", "utf8", "-P", "-m", module, *arguments]


def build_child_environment(**more: str) -> dict[str, str]:
    """Return the environment of such a process: it stays in this one's folder, which relative paths begin from."""
    variables = (
        {} if IS_INSTALLED else {"PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.getenv("PYTHONPATH"))))}
    )
    return {**os.environ, **variables, "PYTHONUTF8": "1", **more}


@cache
def compute_program_sign() -> str:
    """Return the id of the program version that built a page: a newer one may have other fragments and scripts."""
    digest = hashlib.sha256()
    for path in list_sources(*_PAGE_SOURCES):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def find_version() -> str:
    """Return the number of the version: from pyproject.toml in a checkout, otherwise of the installed package."""
    if not IS_INSTALLED:
        import tomllib

        return str(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"])
    from importlib.metadata import version

    return version("tarockclub")


def name_program() -> str:
    """Return the name of the program with its version."""
    return f"Tarockclub {find_version()}"
