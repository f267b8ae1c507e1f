"""Ten million hands of two thousand clubs against ten thousand hands of two, on PostgreSQL.

The error output gets the ratio of every page and the sizes of all tables, for docs/operations.md.
"""

import contextlib
import functools
import io
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

from bench.day import MAKE, DayPhone
from bench.growth_filled import HANDS, TABLES, TableSize
from bench.ratio import Measurement
from bench.save import save_hands
from tests.support.attack.load import Phone, begin_tables
from tests.support.clients import Client
from tests.support.server import RunningServer, build_environment, manage, run_server
from tools import postgres

FEW_CLUBS, MANY_CLUBS, QUICK_CLUBS = 2, 2_000, 200
LIMIT = 1.5
SAVING = "saving a hand"
PAIRS, WARM_UP = 60, 3
PLAYERS, HALL_HANDS = 40, 10  # of a tournament that each club plays
HALL = "round_standings"  # the page that a hand of the tournament changes
LEAST_BYTES = 5  # for each hand; what takes less is not worth a line
CALL = "import json; from bench.growth_filled import *; print(json.dumps({}))"


class Site(NamedTuple):
    """A server with so many clubs, and what its first club's secretary and a phone need."""

    server: RunningServer
    secretary: Client
    phone: Phone
    hall_phone: Phone  # at a table of the tournament
    paths: dict[str, str]

    @property
    def clients(self) -> tuple[Client, ...]:
        """Return everything that holds a connection."""
        return self.secretary, self.phone.client, self.hall_phone.client


class Growth(NamedTuple):
    """The seconds of a page, or of saving a hand, with few clubs and with many, measured in turn."""

    name: str
    few: list[float]
    many: list[float]

    def compare(self, percent: int) -> float:
        """Return how many times as long it takes with many, at a percentile."""
        few, many = (quantiles(seconds, n=100)[percent - 1] for seconds in (self.few, self.many))
        return many / few

    def describe(self) -> str:
        """Return the ratios of the middle and of p95, and the milliseconds in the middle with few and with many."""
        middles = " ".join(f"{median(seconds) * 1000:8.1f}" for seconds in (self.few, self.many))
        return f"{self.name:24} {self.compare(50):6.2f} {self.compare(95):6.2f} {middles} ms"


def measure(*, quick: bool) -> Measurement:
    """Measure the page, or the saving of a hand, that grows most with the hands of other clubs."""
    clubs = QUICK_CLUBS if quick else MANY_CLUBS
    growths, sizes = measure_growth(clubs)
    _print_sizes(sizes, clubs * TABLES * HANDS)
    worst = max(growths, key=lambda growth: growth.compare(50))
    ratios = tuple(many / few for few, many in zip(worst.few, worst.many, strict=True))
    name = f"{worst.name}: many clubs against two, the worst of {len(growths)}, PostgreSQL"
    return Measurement(name, ratios, LIMIT)


def measure_growth(clubs: int) -> tuple[list[Growth], list[TableSize]]:
    """Return the growth of every page and of saving, and the sizes of the tables; a long scan is an error."""
    with _open_sites(clubs) as (few, many):
        session = many.secretary.cookies["sessionid"]
        scans = _load(many.server.env, f"find_long_scans({session!r}, {many.paths})")
        if scans:
            raise RuntimeError("\n".join(scans))
        growths = [_measure(name, functools.partial(_read, name), few, many) for name in many.paths]
        growths.append(_measure(SAVING, lambda site: save_hands(site.phone, 1)[0], few, many))
        sizes = [TableSize(*row) for row in _load(many.server.env, "list_sizes()")]
    return growths, sizes


def _measure(name: str, work: Callable[[Site], float], few: Site, many: Site) -> Growth:
    for client in (client for site in (few, many) for client in site.clients):
        client.close()  # the server hangs up on whoever is silent for a minute
    pairs = [(work(few), work(many)) for _ in range(WARM_UP + PAIRS)][WARM_UP:]
    growth = Growth(name, [pair[0] for pair in pairs], [pair[1] for pair in pairs])
    print("", growth.describe(), sep="\n", end="", file=sys.stderr, flush=True)
    return growth


def _read(name: str, site: Site) -> float:
    """Return the seconds of a page after a new hand: what is remembered of it has to be made again."""
    save_hands(site.hall_phone if name == HALL else site.phone, 1)
    start = time.perf_counter()
    answer = site.secretary.get(site.paths[name])
    took = time.perf_counter() - start
    if answer.status != 200:
        raise RuntimeError(f"{site.paths[name]}: {answer.status}")
    return took


@contextlib.contextmanager
def _open_sites(clubs: int) -> Iterator[tuple[Site, Site]]:
    """Serve two databases: the first has few clubs, the other one many."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.redirect_stdout(io.StringIO()))  # what the servers have printed
        cluster = stack.enter_context(postgres.run_cluster()).url
        _allow_copies(cluster)
        made: dict[str, Any] = {}
        filled = []
        for number in (FEW_CLUBS, clubs):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            settings = {
                "DATABASE_URL": f"{cluster.rpartition('/')[0]}/clubs{number}",
                "TAROCKCLUB_SECRET_KEY": "bench" * 12,
                "TAROCKCLUB_SESSION_KEY": "session" * 8,  # one session, logged in at both
            }
            env = build_environment(folder, **settings)
            _create_database(cluster, f"clubs{number}", template="filled" if made else "template1")
            if not made:
                manage(env, "migrate", "--skip-checks", "--verbosity=0")
                hall = manage(
                    env, "shell", "--no-imports", "-c", MAKE.format(players=PLAYERS, hands=HALL_HANDS)
                ).split()
                made = {**_load(env, "fill_club()"), "hall": hall[1]}
                made["paths"][HALL] = f"/tournaments/{hall[0]}/rounds/1/standings/"
                _create_database(cluster, "filled", template=f"clubs{number}")
            _load(env, f"copy_club({number - 1})")
            filled.append((folder, settings))
        # Last, for a server hangs up on whoever is silent for minutes.
        servers = [stack.enter_context(run_server(folder, **settings)) for folder, settings in filled]
        sites = [_seat_phone(server, made) for server in servers]
        yield sites[0], sites[1]


def _seat_phone(server: RunningServer, made: dict[str, Any]) -> Site:
    """Give a server's first club its secretary, and a phone at a new table."""
    (slug,) = begin_tables(server, 1)
    phone = Phone(server.url, slug, random.Random(slug))
    phone.look()
    hall_phone = DayPhone(server.url, made["hall"], random.Random(slug))
    hall_phone.look()
    hall_phone.catch_up()
    return Site(server, Client(server.url, sessionid=made["session"]), phone, hall_phone, made["paths"])


def _allow_copies(cluster: str) -> None:
    """Let the program's role switch triggers off: rows that are copied are right, and 10 million checks take long."""
    import psycopg

    with psycopg.connect(cluster.replace(f"//{postgres.USER}@", f"//{postgres.ADMIN}@"), autocommit=True) as connection:
        connection.execute(f"GRANT SET ON PARAMETER session_replication_role TO {postgres.USER}")


def _create_database(cluster: str, name: str, *, template: str) -> None:
    import psycopg

    with psycopg.connect(cluster, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")  # names of ours


def _load(env: dict[str, str], call: str) -> Any:
    """Return what a function of bench.growth_filled returns in a process of the program."""
    return json.loads(manage(env, "shell", "--no-imports", "-c", CALL.format(call)))


def _print_sizes(sizes: list[TableSize], hands: int) -> None:
    """Print bytes and rows for each hand by table."""
    rows = [f"{hands:,} hands, {sum(size.bytes for size in sizes) / hands:.0f} bytes each"]
    large = (size for size in sizes if size.bytes > LEAST_BYTES * hands)
    rows += [f"{size.table:24} {size.rows / hands:6.3f} rows {size.bytes / hands:6.1f} bytes" for size in large]
    print("", *rows, sep="\n", file=sys.stderr)
