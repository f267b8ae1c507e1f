"""A table's live page, as phones that watch ask for it every second, against a view that does nothing."""

import contextlib
import io
import random
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from bench.ratio import Measurement, measure_ratios
from bench.save import PHONES, SETTINGS
from tests.support.attack.load import Phone, begin_tables
from tests.support.clients import Client
from tests.support.server import build_environment, manage, run_server

HANDS = 20
EMPTY = "/bare/empty/"
KEPT_LIMIT, NOTHING_NEW_LIMIT = 2.0, 2.5  # half of the throughput of the empty view, and two fifths


class Watcher(NamedTuple):
    """A phone that watches a table: it may write nowhere."""

    client: Client
    path: str
    tag: str


def measure_page(*, quick: bool) -> Measurement:
    """Measure a phone that shows something older: it gets the pieces, which were rendered for somebody else."""
    return _measure("the pieces of a table's page, from memory", KEPT_LIMIT, "", 200, quick=quick)


def measure_nothing_new(*, quick: bool) -> Measurement:
    """Measure a phone that shows everything already."""
    return _measure("nothing new at a table (304)", NOTHING_NEW_LIMIT, "newest", 304, quick=quick)


def _measure(name: str, limit: float, shown: str, status: int, *, quick: bool) -> Measurement:
    each = 50 if quick else 100
    with _open_watchers() as watchers:

        def measure_ours() -> float:
            return _measure_seconds(watchers, each, shown, status)

        found = measure_ratios(5 if quick else 15, measure_ours, lambda: _measure_seconds(watchers, each, "empty", 200))
    return Measurement(f"{name}, against an empty view", found, limit)


@contextlib.contextmanager
def _open_watchers() -> Iterator[list[Watcher]]:
    """Serve the site with the empty view beside it; at each table some hands have been played."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.redirect_stdout(io.StringIO()))  # what the server has printed
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        settings = {"DJANGO_SETTINGS_MODULE": SETTINGS}
        manage(build_environment(folder, **settings), "migrate", "--run-syncdb", "--skip-checks", "--verbosity=0")
        server = stack.enter_context(run_server(folder, **settings))
        slugs = begin_tables(server, PHONES)
        for at, slug in enumerate(slugs):
            _play(Phone(server.url, slug, random.Random(at)), at % 4)
        yield [_create_watcher(server.url, slug) for slug in slugs]


def _play(phone: Phone, forehand: int) -> None:
    phone.seats[-1] = forehand
    phone.look()
    for _ in range(HANDS):
        hand = phone.build_next_hand()
        phone.learn(hand, phone.client.post(phone.hands, hand))


def _create_watcher(url: str, slug: str) -> Watcher:
    client, path = Client(url), f"/tables/{slug}/live/"
    client.get(f"/tables/{slug}/")  # brings the cookies
    return Watcher(client, path, client.get(path).get_header("ETag"))


def _measure_seconds(watchers: list[Watcher], each: int, shown: str, status: int) -> float:
    """Return the seconds until all phones have asked so often."""
    start = time.perf_counter()
    with ThreadPoolExecutor(len(watchers)) as pool:
        list(pool.map(lambda watcher: _ask(watcher, each, shown, status), watchers))
    return time.perf_counter() - start


def _ask(watcher: Watcher, each: int, shown: str, status: int) -> None:
    more = {"Accept-Encoding": "gzip", "If-None-Match": watcher.tag if shown == "newest" else ""}
    request = watcher.client.request("GET", EMPTY if shown == "empty" else watcher.path, b"", more)
    for _ in range(each):
        answer = watcher.client.send(request)
        if answer.status != status:
            raise RuntimeError(f"{answer.status}: {answer.body!r}")
