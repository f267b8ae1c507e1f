"""The preview of a hand: asked by ten phones in milliseconds, by one against a view that does nothing."""

import contextlib
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from statistics import median, quantiles
from urllib.parse import urlencode

from bench.ratio import Measurement, measure_ratios
from bench.save import play_evenings, serve_bare
from tests.support.attack.load import Phone, begin_tables
from tests.support.clients import Client

TABLES = 10
TAP_SECONDS = 0.5  # between two taps of a quick thumb
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

    def ask(self, path: str, count: int, pause: float = 0.0) -> list[float]:
        """Send the form so many times, so many seconds apart; return the milliseconds of each response."""
        request = self.client.request("POST", path, self.body, self.headers)
        took = []
        for _ in range(count):
            time.sleep(random.uniform(0.5, 1.5) * pause)
            start = time.perf_counter()
            answer = self.client.send(request)
            took.append((time.perf_counter() - start) * 1000)
            if answer.status != 200:
                raise RuntimeError(f"{answer.status}: {answer.body!r}")
        return took


def measure_milliseconds(*, quick: bool) -> Measurement:
    """Measure the slowest of twenty previews (p95), while ten phones tap at ten tables."""
    with _open_askers(TABLES) as askers, ThreadPoolExecutor(TABLES) as pool:
        rounds = [list(pool.map(_tap, askers)) for _ in range(4 if quick else 16)]
    found = [quantiles([took for each in answers for took in each], n=20)[18] for answers in rounds[1:]]
    return Measurement("previews of ten phones at ten tables, p95 in milliseconds", tuple(found), MOST_MS)


def _tap(asker: Asker) -> list[float]:
    return asker.ask(asker.path, 10, TAP_SECONDS)


def measure_ratio(*, quick: bool) -> Measurement:
    """Compare a preview with an empty view."""
    with _open_askers(1) as [asker]:
        found = measure_ratios(
            5 if quick else 15,
            lambda: median(asker.ask(asker.path, 20)),
            lambda: median(asker.ask("/bare/empty/", 20)),
        )
    return Measurement("the middle one of twenty, against an empty view", found, EMPTY_LIMIT)


@contextlib.contextmanager
def _open_askers(count: int) -> Iterator[list[Asker]]:
    """Serve the site with tables that have played HANDS, and a phone at each."""
    with serve_bare("sqlite") as server:
        askers = [Asker(phone) for phone in play_evenings(server.url, begin_tables(server, count), HANDS)]
        for asker in askers:
            answer = asker.client.send(asker.client.request("POST", asker.path, asker.body, asker.headers))
            if b'class="amounts' not in answer.body:
                raise RuntimeError(f"no amounts: {answer.body!r}")
        yield askers
