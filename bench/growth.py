"""Ten million hands of two thousand clubs against ten thousand hands of two, on PostgreSQL.

The error output gets the ratio of every page and the sizes of all tables, for docs/operations.md.
"""

import contextlib
import io
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bench.growth_filled import HANDS, TABLES, TableSize
from bench.ratio import Measurement, measure_ratios
from bench.save import save_hands
from tests.support.attack.load import Phone, begin_tables
from tests.support.clients import Client
from tests.support.server import RunningServer, build_environment, manage, run_server
from tools import postgres

FEW_CLUBS, MANY_CLUBS, QUICK_CLUBS = 2, 2_000, 100
LIMIT = 1.5
SAVING = "saving a hand"
ROUNDS, READS, SAVES = 9, 5, 20
LEAST_BYTES = 5  # for each hand; what takes less is not worth a line
CALL = "import json; from bench.growth_filled import *; print(json.dumps({}))"


class Site(NamedTuple):
    """A server with so many clubs, and what its first club's secretary and a phone need."""

    server: RunningServer
    secretary: Client
    phone: Phone
    paths: dict[str, str]


def measure(*, quick: bool) -> Measurement:
    """Measure the page, or the saving of a hand, that grows most with the hands of other clubs."""
    clubs = QUICK_CLUBS if quick else MANY_CLUBS
    found, sizes = measure_growth(clubs)
    _print_details(found, sizes, clubs * TABLES * HANDS)
    worst = max(found, key=lambda measurement: measurement.middle)
    return worst._replace(name=f"{worst.name}: many clubs against two, the worst of {len(found)}, PostgreSQL")


def measure_growth(clubs: int) -> tuple[list[Measurement], list[TableSize]]:
    """Return the ratio of every page and of saving, and the sizes of the tables; a long scan is an error."""
    with _open_sites(clubs) as (few, many):
        session = many.secretary.cookies["sessionid"]
        scans = _load(many.server.env, f"find_long_scans({session!r}, {many.paths})")
        if scans:
            raise RuntimeError("\n".join(scans))
        found = [_measure_page(few, many, name) for name in many.paths]
        saving = measure_ratios(ROUNDS, lambda: _save(many), lambda: _save(few))
        sizes = [TableSize(*row) for row in _load(many.server.env, "list_sizes()")]
    return [*found, Measurement(SAVING, saving, LIMIT)], sizes


def _measure_page(few: Site, many: Site, name: str) -> Measurement:
    path = many.paths[name]
    return Measurement(name, measure_ratios(ROUNDS, lambda: _read(many, path), lambda: _read(few, path)), LIMIT)


def _read(site: Site, path: str) -> float:
    """Return the seconds of a page, each time after a new hand: what is remembered of it has to be made again."""
    took = 0.0
    for _ in range(READS):
        save_hands(site.phone, 1)
        start = time.perf_counter()
        answer = site.secretary.get(path)
        took += time.perf_counter() - start
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status}")
    return took


def _save(site: Site) -> float:
    return sum(save_hands(site.phone, SAVES))


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
                made = _load(env, "fill_club()")
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
    return Site(server, Client(server.url, sessionid=made["session"]), phone, made["paths"])


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


def _print_details(found: list[Measurement], sizes: list[TableSize], hands: int) -> None:
    """Print the ratio of every page, and bytes and rows for each hand by table."""
    rows = [f"{measurement.name:24} {measurement.middle:6.2f}" for measurement in found]
    rows.append(f"{hands:,} hands, {sum(size.bytes for size in sizes) / hands:.0f} bytes each")
    large = (size for size in sizes if size.bytes > LEAST_BYTES * hands)
    rows += [f"{size.table:24} {size.rows / hands:6.3f} rows {size.bytes / hands:6.1f} bytes" for size in large]
    print("", *rows, sep="\n", file=sys.stderr)
