"""Servers of PostgreSQL beside the one of the test run, also such as follow another one."""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, LiteralString
from urllib.parse import urlsplit

from django.db import connection

from tools import postgres

LONGEST, GLANCE = 120, 0.05  # seconds


@contextlib.contextmanager
def run_replica(primary: str, settings: Sequence[str] = postgres.FAST) -> Iterator[postgres.Cluster]:
    """Start a real server that follows another one, whose address this is."""
    with postgres.run_cluster(settings, primary, follows=True) as replica:
        yield replica


def name_database(cluster: postgres.Cluster, name: str) -> str:
    """Return the address of a database of a server."""
    return urlsplit(cluster.url)._replace(path=f"/{name}").geturl()


def fetch_value(address: str, statement: LiteralString) -> Any:
    """Ask a server for one value, as its superuser, who sees the rows of all clubs; None if there is none."""
    import psycopg

    with psycopg.connect(address, user=postgres.ADMIN, autocommit=True) as asked:
        answer = asked.execute(statement)
        row = answer.fetchone() if answer.description else None
    return row and row[0]


@contextlib.contextmanager
def connect_to_cluster(cluster: postgres.Cluster) -> Iterator[None]:
    """Let the connection of the test lead to another server, which has the same databases."""
    before = connection.settings_dict["PORT"]
    connection.close()
    connection.settings_dict["PORT"] = str(cluster.port)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["PORT"] = before


def wait_until(holds: Callable[[], bool], what: str) -> None:
    """Return as soon as something holds."""
    deadline = time.monotonic() + LONGEST
    while not holds():
        assert time.monotonic() < deadline, what
        time.sleep(GLANCE)
