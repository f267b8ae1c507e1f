"""Settings of a site that needs long for every hand, and lets few wait: it is overloaded by a handful of phones."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from tarockclub.platform.server.wsgi import turns
from tarockclub.settings import *  # noqa: F403
from tarockclub.settings import MIDDLEWARE

SECONDS = 0.1  # for a hand
turns.MOST_SECONDS = 0.2
MIDDLEWARE = [*MIDDLEWARE, "tests.faults.slow_site.make_slow"]


def make_slow(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Let every hand take long."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path.endswith("/hands/"):
            time.sleep(SECONDS)
        return get_response(request)

    return answer
