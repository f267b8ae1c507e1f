"""The version of the program that pages carry, so that phones notice a new one."""

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
    """A sign of the program that made a page: a newer one may have other pieces and scripts."""
    digest = hashlib.sha256()
    for pattern in _PROGRAM:
        for path in sorted(Path(settings.BASE_DIR).glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
