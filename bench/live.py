"""A table's page: the first one, what phones that watch ask for every second, and how soon they see a hand."""

import contextlib
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from statistics import median, quantiles
from typing import NamedTuple

from bench.ratio import ROOT, Measurement, build_stopwatch, measure_ratios
from bench.save import PHONES, play_evenings, save_hands, serve_bare
from tests.support.attack.load import Phone, begin_tables
from tests.support.clients import Client

TABLES = 10
HANDS, LONG_EVENING, SEEN_HANDS = 20, 200, 4
APART_SECONDS = 8.0  # at most between two hands of a table: much more often than anybody plays
EMPTY = "/bare/empty/"
KEPT_LIMIT, NOTHING_NEW_LIMIT = 2.0, 2.5  # half of the throughput of the empty view, and two fifths
SEEN_SECONDS, PAGE_LIMIT = 1.0, 3.0
SCRIPT = ROOT / "scoring/static/scoring/table/live.js"


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


def measure_seen(*, quick: bool) -> Measurement:
    """Measure until another phone at the same table has a saved hand, in seconds: p95 of ten tables at once."""
    [again_ms] = re.findall(r"AGAIN_AFTER_MS = (\d+)", SCRIPT.read_text("utf-8"))
    with serve_bare("sqlite") as server:
        phones = play_evenings(server.url, begin_tables(server, TABLES), HANDS)
        watchers = [_create_watcher(server.url, phone.slug) for phone in phones]
        pauses = [int(again_ms) / 1000] * TABLES
        with ThreadPoolExecutor(TABLES) as pool:
            rounds = [list(pool.map(_wait_for_hands, phones, watchers, pauses)) for _ in range(3 if quick else 8)]
    found = [quantiles([took for each in waits for took in each], n=20)[18] for waits in rounds]
    return Measurement("a hand is seen by another phone, p95 of ten tables, in s", tuple(found), SEEN_SECONDS)


def _wait_for_hands(phone: Phone, watcher: Watcher, pause: float) -> list[float]:
    """Save hands now and then, while a phone watches; return the seconds until it has each."""
    took: list[float] = []
    tag, start = watcher.tag, 0.0
    saves = time.perf_counter() + phone.chance.random() * APART_SECONDS
    while len(took) < SEEN_HANDS:
        asks = time.perf_counter() + pause * (1 + phone.chance.random() / 4)  # as follow.js waits
        if saves < asks:
            time.sleep(max(0.0, saves - time.perf_counter()))
            start, saves = time.perf_counter(), asks + phone.chance.random() * APART_SECONDS
            save_hands(phone, 1)
        time.sleep(max(0.0, asks - time.perf_counter()))
        answer = watcher.client.send(watcher.client.request("GET", watcher.path, b"", {"If-None-Match": tag}))
        if answer.status == 200 and start:
            took.append(time.perf_counter() - start)
        tag = answer.get_header("ETag") or tag
    return took


def measure_first_page(*, quick: bool) -> Measurement:
    """Compare the first page of a table with 200 hands with a plain template of as many bytes."""
    with serve_bare("sqlite") as server:
        [phone] = play_evenings(server.url, begin_tables(server, 1), LONG_EVENING)
        plain = f"/bare/page/{len(phone.look().body)}/"
        found = measure_ratios(
            5 if quick else 15,
            lambda: median(build_stopwatch(phone.look)() for _ in range(9)),
            lambda: median(build_stopwatch(lambda: phone.client.get(plain))() for _ in range(9)),
        )
    return Measurement("the page of 200 hands, against a plain template", found, PAGE_LIMIT)


@contextlib.contextmanager
def _open_watchers() -> Iterator[list[Watcher]]:
    """Serve the site with the empty view beside it; at each table some hands have been played."""
    with serve_bare("sqlite") as server:
        slugs = begin_tables(server, PHONES)
        play_evenings(server.url, slugs, HANDS)
        yield [_create_watcher(server.url, slug) for slug in slugs]


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
