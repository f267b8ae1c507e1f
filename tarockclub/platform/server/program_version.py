"""The version of the program: its number, and a sign of its pages by which phones notice a new one."""

import hashlib
from datetime import date
from functools import cache

from tarockclub.platform.server.installation import IS_INSTALLED, ROOT, list_sources

RELEASED = date(2026, 11, 23)  # the day of the version, as CHANGELOG.md has it
_PROGRAM = (
    "templates/scoring/**/*.html",
    "templates/tournaments/**/*.html",
    "templates/tarockclub/office/**/*.html",
    "scoring/static/scoring/*.js",
    "tournaments/static/tournaments/*.js",
    "tarockclub/locale/*/LC_MESSAGES/*.mo",
)


@cache
def compute_program_sign() -> str:
    """Return the id of the program version that built a page: a newer one may have other fragments and scripts."""
    digest = hashlib.sha256()
    for path in list_sources(*_PROGRAM):
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
