"""Saving a hand against a bare view with five ORM inserts: the real endpoint, over the wire, with eight phones."""

import contextlib
import io
import random
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple

from bench.ratio import Measurement, measure_ratios
from scoring.book.hand_form import fill_form
from scoring.engine.hand.reader import parse
from scoring.engine.house_rules.library import load_built_in
from tests.support.attack.load import Phone, begin_tables
from tests.support.clients import Answer
from tests.support.server import RunningServer, build_environment, manage, run_server
from tools import postgres

PHONES = 8
SETTINGS = "bench.bare.settings"
DURABLE = ()  # PostgreSQL as it is by itself: a commit is on the disk
SAVE_LIMIT, TAIL_LIMIT = 1.0, 4.0


def measure_save(database: str, *, quick: bool) -> Measurement:
    """Compare how long both take for the same number of hands."""
    each = 25 if quick else 50  # short rounds: what else the machine does hits both
    with open_site(database) as site:
        found = measure_ratios(
            5 if quick else 15,
            lambda: measure_seconds(site, each, save_hands),
            lambda: measure_seconds(site, each, ask_bare),
        )
    return Measurement(f"saving a hand, against five ORM inserts, {database}", found, SAVE_LIMIT)


def measure_form(database: str, *, quick: bool) -> Measurement:
    """Compare the same for hands of which the fields of the form are sent, as the page does."""
    each = 25 if quick else 50
    with open_site(database, FormPhone) as site:
        found = measure_ratios(
            5 if quick else 15,
            lambda: measure_seconds(site, each, save_hands),
            lambda: measure_seconds(site, each, ask_bare),
        )
    return Measurement(f"a hand as the page sends it, against the same, {database}", found, SAVE_LIMIT)


def measure_tail(database: str, *, quick: bool) -> Measurement:
    """Compare the slowest of a hundred answers with the middle one."""
    each = 50 if quick else 150
    with open_site(database) as site:
        found = [_measure_tail(site, each) for _ in range(2 if quick else 5)]
    return Measurement(f"p99 of saving a hand, against its p50, {database}", tuple(found[1:]), TAIL_LIMIT)


class Site(NamedTuple):
    """A running server and the phones at it."""

    server: RunningServer
    phones: list[Phone]


class FormPhone(Phone):
    """A phone that sends the fields that somebody has filled in, and whom they mean."""

    sittings: tuple[int, ...] = ()

    def look(self) -> Answer:
        """Read the table's page, which says who sits there."""
        answer = super().look()
        found = re.search(rb'name="seats" value="([0-9,]+)"', answer.body)
        self.sittings = tuple(int(sitting) for sitting in found[1].split(b",")[5:]) if found else ()
        return answer

    def build_next_hand(self) -> dict[str, Any]:
        """A hand for the deal that comes next."""
        hand = super().build_next_hand()
        (record, _problems), rules = parse(hand.pop("record")), load_built_in("treffpunkt")
        if record is None or rules is None:
            raise RuntimeError("There is no such hand.")
        return {**hand, "sittings": self.sittings, "fields": fill_form(record, rules.build_sheet())}


@contextlib.contextmanager
def serve_bare(database: str, url: str = "", workers: int = 1) -> Iterator[RunningServer]:
    """Serve the site with the bare view beside it on an empty database, a new one or that of the URL."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.redirect_stdout(io.StringIO()))  # what the server has printed
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if database == "postgres" and not url:
            url = stack.enter_context(postgres.run_cluster(DURABLE)).url
        settings = {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": SETTINGS}
        manage(build_environment(folder, **settings), "migrate", "--run-syncdb", "--skip-checks", "--verbosity=0")
        yield stack.enter_context(run_server(folder, workers, **settings))


@contextlib.contextmanager
def open_site(database: str, kind: type[Phone] = Phone, url: str = "") -> Iterator[Site]:
    """Seat the phones at a server."""
    with serve_bare(database, url) as server:
        slugs = begin_tables(server, PHONES)
        phones = [kind(server.url, slug, random.Random(at)) for at, slug in enumerate(slugs)]
        for at, phone in enumerate(phones):
            phone.seats[-1] = at % 4
            phone.look()
        yield Site(server, phones)


def play_evenings(url: str, slugs: list[str], hands: int) -> list[Phone]:
    """Play so many hands at each table; return the phones that have saved them."""
    phones = [Phone(url, slug, random.Random(at)) for at, slug in enumerate(slugs)]
    for at, phone in enumerate(phones):
        phone.seats[-1] = at % 4
        phone.look()
        save_hands(phone, hands)
    return phones


Work = Callable[[Phone, int], list[float]]


def save_hands(phone: Phone, count: int) -> list[float]:
    """Save so many hands; return the seconds that each took."""
    took = []
    for _ in range(count):
        hand = phone.build_next_hand()
        request = phone.client.build_post(phone.hands, hand)
        start = time.perf_counter()
        answer = phone.client.send(request)
        took.append(time.perf_counter() - start)
        if not phone.learn(hand, answer):
            raise RuntimeError(f"{answer.status}: {answer.body!r}")
    return took


def ask_bare(phone: Phone, count: int) -> list[float]:
    """Ask the bare view as often, with as long a body."""
    took = []
    for _ in range(count):
        request = phone.client.build_post("/bare/", phone.build_next_hand())
        start = time.perf_counter()
        answer = phone.client.send(request)
        took.append(time.perf_counter() - start)
        if answer.status != 200:
            raise RuntimeError(f"{answer.status}: {answer.body!r}")
    return took


def _work_at_once(site: Site, each: int, work: Work) -> tuple[float, list[float]]:
    """Let all phones work; return the seconds until the last is done, and those of each response."""
    start = time.perf_counter()
    with ThreadPoolExecutor(len(site.phones)) as pool:
        took = [second for phone in pool.map(lambda phone: work(phone, each), site.phones) for second in phone]
    return time.perf_counter() - start, took


def measure_seconds(site: Site, each: int, work: Work) -> float:
    return _work_at_once(site, each, work)[0]


def _measure_tail(site: Site, each: int) -> float:
    percent = quantiles(_work_at_once(site, each, save_hands)[1], n=100)
    return percent[98] / percent[49]
