"""The version of the program in its pages, so that phones notice a new one."""

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings

_PROGRAM = (
    "templates/scoring/**/*.html",
    "templates/tournaments/**/*.html",
    "scoring/static/scoring/*.js",
    "tournaments/static/tournaments/*.js",
    "tarockclub/locale/*/LC_MESSAGES/*.po",
)


@cache
def compute_program_sign() -> str:
    """Return the id of the program version that built a page: a newer one may have other fragments and scripts."""
    digest = hashlib.sha256()
    for pattern in _PROGRAM:
        for path in sorted(Path(settings.BASE_DIR).glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
