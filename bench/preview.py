"""The preview of a hand, asked by one phone on loopback: in milliseconds, and against a view that does nothing."""

import contextlib
import io
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from bench.ratio import Measurement, measure_ratios
from bench.save import SETTINGS
from tests.support.attack.load import Phone, begin_tables
from tests.support.clients import Client
from tests.support.server import build_environment, manage, run_server

MOST_MS = 150.0  # the slowest of twenty, as somebody at the table waits for it
EMPTY_LIMIT = 12.0
HANDS = 40  # that the table has played already
# A Besserrufer with an announced Pagat, lost and kontra'd.
ENTERED_HAND = {
    "p0-contract": "besserrufer",
    "p0-declarer": "2",
    "p0-partner": "0",
    "p0-result": "lost",
    "p0-kontra": "2",
    "prem-pagat-declarer": "announced",
    "prem-pagat-declarer-lost": "on",
    "prem-pagat-declarer-kontra": "2",
}


class Asker:
    """A phone whose table has played for hours, that asks again and again."""

    def __init__(self, phone: Phone) -> None:
        self.client: Client = phone.client
        self.path = f"/tables/{phone.slug}/preview/"
        self.body = urlencode({**ENTERED_HAND, "previous": phone.previous}).encode()
        self.headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "X-CSRFToken": phone.client.cookies.get("csrftoken", ""),
        }

    def ask(self, path: str, count: int) -> list[float]:
        """Send the form so many times; return the milliseconds of each response."""
        request = self.client.request("POST", path, self.body, self.headers)
        took = []
        for _ in range(count):
            start = time.perf_counter()
            answer = self.client.send(request)
            took.append((time.perf_counter() - start) * 1000)
            if answer.status != 200:
                raise RuntimeError(f"{answer.status}: {answer.body!r}")
        return took


def measure_milliseconds(*, quick: bool) -> Measurement:
    """Measure the slowest of twenty previews."""
    with _open_asker() as asker:
        found = [max(asker.ask(asker.path, 20)) for _ in range(4 if quick else 16)]
    return Measurement("the slowest of twenty previews, in milliseconds", tuple(found[1:]), MOST_MS)


def measure_ratio(*, quick: bool) -> Measurement:
    """Compare a preview with an empty view."""
    with _open_asker() as asker:
        found = measure_ratios(
            5 if quick else 15,
            lambda: median(asker.ask(asker.path, 20)),
            lambda: median(asker.ask("/bare/empty/", 20)),
        )
    return Measurement("the middle one of twenty, against an empty view", found, EMPTY_LIMIT)


@contextlib.contextmanager
def _open_asker() -> Iterator[Asker]:
    """Serve the site with a table that has played HANDS, and a phone at it."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.redirect_stdout(io.StringIO()))  # what the server has printed
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        settings = {"DJANGO_SETTINGS_MODULE": SETTINGS}
        manage(build_environment(folder, **settings), "migrate", "--run-syncdb", "--skip-checks", "--verbosity=0")
        server = stack.enter_context(run_server(folder, **settings))
        [slug] = begin_tables(server, 1)
        phone = Phone(server.url, slug, random.Random(40))
        phone.look()
        for _ in range(HANDS):
            hand = phone.build_next_hand()
            if not phone.learn(hand, phone.client.post(phone.hands, hand)):
                raise RuntimeError("a hand was not saved")
        asker = Asker(phone)
        answer = asker.client.send(asker.client.request("POST", asker.path, asker.body, asker.headers))
        if b'class="amounts' not in answer.body:
            raise RuntimeError(f"no amounts: {answer.body!r}")
        yield asker
