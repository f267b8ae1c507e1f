"""A tournament day: 500 phones that follow the live standing while hands are entered at 125 tables."""

import contextlib
import io
import itertools
import random
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

from bench.live import EMPTY, KEPT_LIMIT, NOTHING_NEW_LIMIT, Watcher
from bench.ratio import Measurement, measure_ratios
from bench.save import PHONES, SETTINGS, save_hands
from tests.support.attack.load import Phone, Record
from tests.support.clients import Answer, Client, NoAnswer
from tests.support.server import RunningServer, build_environment, manage, run_server

FOLLOWERS, EVERY_SECONDS = 500, 10  # as standings.js asks
LINES = 10  # threads that share the followers among them
TAIL_LIMIT = 3.0
MAKE = """
from tests.support.phones import let_write
from tests.tournaments.support import factories
from tests.tournaments.support.factories import new_key
from tests.tournaments.results.standings.played_tables import started
from tests.scoring.support.tables import last_key
from scoring.book.ledger.services import record_hand
of, first, tables = factories.whole({players}, round_seconds=36000)
started(first)
for at, table in enumerate(tables):
    game = let_write(table.game_table)
    for _ in range({hands}):
        play = {{"contract": "normalspiel", "declarer": at % 4, "partner": (at + 1) % 4, "result": "won"}}
        record_hand(game.slug, new_key(), last_key(game), {{"plays": [play]}}, phase="time")
print(of.slug, *(table.game_table.slug for table in tables))
"""


class DayPhone(Phone):
    """A phone at a table of a tournament, in time."""

    def build_next_hand(self) -> Record:
        """The next hand: a called game."""
        declarer = self.chance.randrange(4)
        play = {
            "contract": "normalspiel",
            "declarer": declarer,
            "partner": (declarer + self.chance.randrange(1, 4)) % 4,
        }
        record = {"plays": [{**play, "result": self.chance.choice(("won", "lost"))}]}
        return {**super().build_next_hand(), "record": record, "phase": "time"}

    def catch_up(self) -> None:
        """Learn what was entered before: the first hand that follows nothing is answered with what there is."""
        hand = self.build_next_hand()
        self.learn(hand, self.client.post(self.hands, hand))


class Day(NamedTuple):
    """A running server with its tournament."""

    server: RunningServer
    path: str  # of the live standing
    phones: list[DayPhone]


def measure_page(*, quick: bool) -> Measurement:
    """Measure a phone that shows something older: it gets the standing of 500 players, made for somebody else."""
    return _measure("the live standing of 500, from memory", KEPT_LIMIT, "", 200, quick=quick)


def measure_nothing_new(*, quick: bool) -> Measurement:
    """Measure a phone that shows everything already."""
    return _measure("nothing new in the standing (304)", NOTHING_NEW_LIMIT, "newest", 304, quick=quick)


def _measure(name: str, limit: float, shown: str, status: int, *, quick: bool) -> Measurement:
    each = 50 if quick else 100
    with _open_day() as day:
        watchers = [_create_watcher(day) for _ in range(PHONES)]

        def measure_ours() -> float:
            return _measure_seconds(watchers, each, shown, status)

        found = measure_ratios(5 if quick else 15, measure_ours, lambda: _measure_seconds(watchers, each, "empty", 200))
    return Measurement(f"{name}, against an empty view", found, limit)


def _create_watcher(day: Day) -> Watcher:
    client = Client(day.server.url)
    client.get(day.path.removesuffix("live/"))
    return Watcher(client, day.path, client.get(day.path).get_header("ETag"))


def _measure_seconds(watchers: list[Watcher], each: int, shown: str, status: int) -> float:
    start = time.perf_counter()
    with ThreadPoolExecutor(len(watchers)) as pool:
        list(pool.map(lambda watcher: _ask(watcher, each, shown, status), watchers))
    return time.perf_counter() - start


def _ask(watcher: Watcher, each: int, shown: str, status: int) -> None:
    more = {"Accept-Encoding": "gzip", "If-None-Match": watcher.tag if shown == "newest" else ""}
    request = watcher.client.request("GET", EMPTY if shown == "empty" else watcher.path, b"", more)
    for _ in range(each):
        _expect(watcher.client.send(request), status)


def _expect(answer: Answer, *statuses: int) -> Answer:
    if answer.status not in statuses:
        raise RuntimeError(f"{answer.status}: {answer.body[:500]!r}")
    return answer


def measure_tail(*, quick: bool) -> Measurement:
    """The slowest of a hundred hands (p99) while 500 phones follow the standing, against the same without them."""
    each = 40 if quick else 120
    with _open_day() as day:
        _measure_percentile(day, 10)
        found = []
        for _ in range(2 if quick else 5):
            alone = _measure_percentile(day, each)
            with _follow_standing(day):
                found.append(_measure_percentile(day, each) / alone)
    return Measurement("p99 of saving while 500 phones follow, against alone", tuple(found), TAIL_LIMIT)


def _measure_percentile(day: Day, each: int) -> float:
    with ThreadPoolExecutor(len(day.phones)) as pool:
        took = [second for phone in pool.map(lambda phone: save_hands(phone, each), day.phones) for second in phone]
    return quantiles(took, n=100)[98]


@contextlib.contextmanager
def _follow_standing(day: Day) -> Iterator[None]:
    """500 phones follow the standing, evenly spread; whatever is not answered as it should be ends the measurement."""
    over = threading.Event()
    failed: list[Exception] = []

    def follow(line: int) -> None:
        client, shown = Client(day.server.url), [""] * (FOLLOWERS // LINES)
        pause = EVERY_SECONDS / len(shown)
        due = time.perf_counter() + pause * line / LINES
        for at in itertools.cycle(range(len(shown))):
            if over.wait(max(0.0, due - time.perf_counter())):
                return
            due += pause
            more = {"Accept-Encoding": "gzip", "If-None-Match": shown[at]}
            try:
                answer = _expect(client.send(client.request("GET", day.path, b"", more)), 200, 304)
            except (NoAnswer, RuntimeError) as error:
                failed.append(error)
                return
            shown[at] = answer.get_header("ETag")

    threads = [threading.Thread(target=follow, args=(line,)) for line in range(LINES)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()
    if failed:
        raise failed[0]


@contextlib.contextmanager
def _open_day() -> Iterator[Day]:
    """Serve the site with the empty view beside it, and a tournament in full swing."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.redirect_stdout(io.StringIO()))  # what the server has printed
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        settings = {"DJANGO_SETTINGS_MODULE": SETTINGS}
        manage(build_environment(folder, **settings), "migrate", "--run-syncdb", "--skip-checks", "--verbosity=0")
        server = stack.enter_context(run_server(folder, **settings))
        made = server.manage("shell", "--no-imports", "-c", MAKE.format(players=FOLLOWERS, hands=10)).split()
        phones = [DayPhone(server.url, slug, random.Random(at)) for at, slug in enumerate(made[1 : PHONES + 1])]
        for phone in phones:
            phone.look()
            phone.catch_up()
        yield Day(server, f"/tournaments/{made[0]}/rounds/1/standings/live/", phones)
