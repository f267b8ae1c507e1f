"""Settings of a site whose computer's clock a test can set back: by the seconds in a file.

The clock moves between two requests: real ones do not move between two questions of one thread either, or hardly ever.
"""

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tarockclub.settings import *  # noqa: F403
from tarockclub.settings import MIDDLEWARE

FILE = Path(os.environ["CLOCK_OF_THIS_TEST"])
MIDDLEWARE = ["tests.support.moved_clock.move_clock", *MIDDLEWARE]
_read_real_time, _back = time.time, [0.0]


def _read_moved_time() -> float:
    return _read_real_time() - _back[0]


def move_clock(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Look at the file before each request, and when the program starts."""
    _look()

    def answer(request: HttpRequest) -> HttpResponse:
        _look()
        return get_response(request)

    return answer


def _look() -> None:
    _back[0] = float(FILE.read_text()) if FILE.exists() else 0.0


time.time = _read_moved_time
timezone.now = lambda: datetime.fromtimestamp(_read_moved_time(), tz=UTC)
