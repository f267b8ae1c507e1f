"""The version of the program in its pages, so that phones notice a new one."""

import hashlib
from functools import cache

from tarockclub.server.installation import list_sources

_PROGRAM = (
    "templates/scoring/**/*.html",
    "templates/tournaments/**/*.html",
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
