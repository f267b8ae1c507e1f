"""Two workers on PostgreSQL against one, there or on SQLite: standings, hands, and both at once."""

import contextlib
import io
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from bench.day import FOLLOWERS, MAKE, DayPhone
from bench.ratio import Measurement, measure_ratios
from bench.save import DURABLE, PHONES, save_hands
from tests.support.clients import Client
from tests.support.server import build_environment, manage, run_server
from tools import postgres

READ_LIMIT, SAVE_LIMIT = 0.67, 1.0  # two workers answer 1.5 times as many standings, and save no slower
NO_LIMIT = float("inf")  # SQLite is there to compare: it has one worker, which is quicker than one on PostgreSQL
READERS = 24  # enough that each worker has some of their connections
READS = 4  # of whoever reads while others save


class Hall(NamedTuple):
    """The phones at a server, each at a table of its own, and the address of the standings."""

    url: str
    path: str
    phones: list[DayPhone]


Work = Callable[[Hall, int], object]


class Tournament(NamedTuple):
    """A database with a tournament, and the addresses of that and of its tables."""

    settings: dict[str, str]
    slug: str
    tables: list[str]


def measure_standings(theirs: str, *, quick: bool) -> Measurement:
    """Measure the whole page of the standings of 500 players, asked for by many phones."""
    return _measure("the standings of 500", theirs, read_standings, READ_LIMIT, 15 if quick else 40, quick=quick)


def measure_saving(theirs: str, *, quick: bool) -> Measurement:
    """Measure hands of eight phones at eight tables."""
    return _measure("saving a hand", theirs, save_all, SAVE_LIMIT, 20 if quick else 50, quick=quick)


def measure_day(theirs: str, *, quick: bool) -> Measurement:
    """Measure hands while others read the standings that these change."""
    return _measure("saving while others read", theirs, work_as_on_a_day, SAVE_LIMIT, 15, quick=quick)


def _measure(name: str, theirs: str, work: Work, limit: float, each: int, *, quick: bool) -> Measurement:
    with _open_halls(theirs) as (one, two):
        found = measure_ratios(
            5 if quick else 15, lambda: _measure_seconds(two, each, work), lambda: _measure_seconds(one, each, work)
        )
    against = "one" if theirs == "postgres" else "one on SQLite"
    return Measurement(
        f"{name}: two workers on PostgreSQL against {against}", found, limit if theirs == "postgres" else NO_LIMIT
    )


def _measure_seconds(hall: Hall, each: int, work: Work) -> float:
    start = time.perf_counter()
    work(hall, each)
    return time.perf_counter() - start


def read_standings(hall: Hall, each: int) -> None:
    """Let phones read the standings, so often for each that saves; whoever has its answer takes the next."""
    left = iter(range(each * PHONES))
    with ThreadPoolExecutor(READERS) as pool:
        list(pool.map(lambda _reader: _read(hall, left), range(READERS)))


def _read(hall: Hall, left: Iterator[int]) -> None:
    client = Client(hall.url)
    request = client.request("GET", hall.path, b"", {"Accept-Encoding": "gzip"})
    with contextlib.closing(client):
        for _number in left:
            answer = client.send(request)
            if answer.status != 200:
                raise RuntimeError(f"{answer.status}: {answer.body[:500]!r}")


def save_all(hall: Hall, each: int) -> None:
    """Let each phone save so many hands."""
    with ThreadPoolExecutor(PHONES) as pool:
        list(pool.map(lambda phone: save_hands(phone, each), hall.phones))


def work_as_on_a_day(hall: Hall, each: int) -> None:
    """Let the phones save so many hands, and others read the standings meanwhile."""
    with ThreadPoolExecutor(PHONES + READS) as pool:
        reading = [pool.submit(_read, hall, iter(range(each))) for _ in range(READS)]
        list(pool.map(lambda phone: save_hands(phone, each), hall.phones))
        for reader in reading:
            reader.result()


@contextlib.contextmanager
def _open_halls(theirs: str) -> Iterator[tuple[Hall, Hall]]:
    """Serve a tournament by one worker on that database, and by two on PostgreSQL; each has tables of its own."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.redirect_stdout(io.StringIO()))  # what the servers have printed
        tournament = _fill(stack, stack.enter_context(postgres.run_cluster(DURABLE)).url)
        other = tournament if theirs == "postgres" else _fill(stack, f"sqlite:///{_enter_folder(stack)}/club.sqlite3")
        yield (
            _open_hall(stack, other, 1, other.tables[:PHONES]),
            _open_hall(stack, tournament, 2, tournament.tables[PHONES:]),
        )


def _enter_folder(stack: contextlib.ExitStack) -> Path:
    return Path(stack.enter_context(tempfile.TemporaryDirectory()))


def _fill(stack: contextlib.ExitStack, url: str) -> Tournament:
    """Make a tournament in full swing in an empty database."""
    settings = {"DATABASE_URL": url, "TAROCKCLUB_SECRET_KEY": "bench" * 12}
    env = build_environment(_enter_folder(stack), **settings)
    manage(env, "migrate", "--skip-checks", "--verbosity=0")
    slug, *tables = manage(env, "shell", "--no-imports", "-c", MAKE.format(players=FOLLOWERS, hands=10)).split()
    return Tournament(settings, slug, tables)


def _open_hall(stack: contextlib.ExitStack, tournament: Tournament, workers: int, tables: list[str]) -> Hall:
    """Serve that tournament, and seat a phone at each of some tables."""
    server = stack.enter_context(run_server(_enter_folder(stack), workers, **tournament.settings))
    phones = [DayPhone(server.url, table, random.Random(table)) for table in tables[:PHONES]]
    for phone in phones:
        phone.look()
        phone.catch_up()
    return Hall(server.url, f"/tournaments/{tournament.slug}/rounds/1/standings/", phones)
