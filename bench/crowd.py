"""A full inn: 500 phones that follow tables, and fifty tables that save a hand in the same moment, again and again."""

import contextlib
import itertools
import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from statistics import quantiles

from bench.ratio import Measurement
from bench.save import serve_bare
from tests.support.attack.load import Phone, begin_tables
from tests.support.clients import Client, NoAnswer
from tests.support.server import RunningServer

TABLES, FOLLOWERS = 50, 500
EVERY_SECONDS, APART_SECONDS = 2.0, 4.0  # of each follower; of two moments in which all tables save
MOMENTS = 2
LINES = 10  # threads that share the followers among them
LIMIT = 3.0


def measure_tail(*, quick: bool) -> Measurement:
    """Compare the slowest of twenty responses (p95) to hands and to followers with those to the hands alone."""
    with serve_bare("sqlite") as server:
        writers = [Phone(server.url, slug, random.Random(at)) for at, slug in enumerate(begin_tables(server, TABLES))]
        for at, phone in enumerate(writers):
            phone.seats[-1] = at % 4
            phone.look()
        _measure_bursts(writers, 1)
        found = []
        for _ in range(3 if quick else 8):
            alone = _measure_bursts(writers, MOMENTS)
            with _follow_tables(server, writers) as followed:
                together = _measure_bursts(writers, MOMENTS)
            found.append(_compute_p95([*together, *followed]) / _compute_p95(alone))
    return Measurement("p95 of 500 who follow and 50 who save, against the 50 alone", tuple(found), LIMIT)


def _compute_p95(took: list[float]) -> float:
    return quantiles(took, n=20)[18]


def _measure_bursts(writers: list[Phone], count: int) -> list[float]:
    """Let all tables save a hand at once, so many times; return the seconds that each hand took."""
    took = []
    with ThreadPoolExecutor(len(writers)) as pool:
        for _ in range(count):
            begun = time.perf_counter()
            took += list(pool.map(_save, writers))
            time.sleep(max(0.0, begun + APART_SECONDS - time.perf_counter()))
    return took


def _save(phone: Phone) -> float:
    hand = phone.build_next_hand()
    start = time.perf_counter()
    answer = phone.client.post(phone.hands, hand)
    took = time.perf_counter() - start
    if not phone.learn(hand, answer):
        raise RuntimeError(f"{answer.status}: {answer.body!r}")
    return took


@contextlib.contextmanager
def _follow_tables(server: RunningServer, writers: list[Phone]) -> Iterator[list[float]]:
    """Let 500 phones follow the tables, evenly spread; yield the seconds of each response, which grow meanwhile."""
    took: list[float] = []
    failed: list[Exception] = []
    over = threading.Event()

    def follow(line: int) -> None:
        clients = [Client(server.url) for _ in range(FOLLOWERS // LINES)]
        shown, pause = [""] * len(clients), EVERY_SECONDS / len(clients)
        due = time.perf_counter() + pause * line / LINES
        for at in itertools.cycle(range(len(clients))):
            if over.wait(max(0.0, due - time.perf_counter())):
                return
            due += pause
            path = f"/tables/{writers[(line + at) % TABLES].slug}/live/"
            more = {"Accept-Encoding": "gzip", "If-None-Match": shown[at]}
            try:
                start = time.perf_counter()
                answer = clients[at].send(clients[at].request("GET", path, b"", more))
                took.append(time.perf_counter() - start)
            except NoAnswer as error:
                failed.append(error)
                return
            shown[at] = answer.get_header("ETag")

    threads = [threading.Thread(target=follow, args=(line,)) for line in range(LINES)]
    for thread in threads:
        thread.start()
    try:
        yield took
    finally:
        over.set()
        for thread in threads:
            thread.join()
    if failed:
        raise failed[0]
