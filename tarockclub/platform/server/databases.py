"""The access to the database, reading one state of it and, on SQLite, the safety of its file."""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote

from django.core.checks import CheckMessage, Info
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction

NAME = "DATABASE_URL"
POSTGRES = "tarockclub.platform.server.postgres_backend"
WAIT_SECONDS = 2  # for a connection
# Python's own urlsplit knows addresses with one host only, and refuses [::1] among several.
ADDRESS = re.compile(
    r"(?P<scheme>[a-z+.-]+)://((?P<login>[^/?#]*)@)?(?P<places>[^/?#]*)(/(?P<name>[^?#]*))?(\?(?P<options>[^#]*))?(#.*)?",
    re.IGNORECASE,
)
PLACE = re.compile(r"(\[(?P<number>[0-9a-f:.]+(%[^\]]+)?)\]|(?P<name>[^\[\]:]*))(:(?P<port>[0-9]*))?", re.IGNORECASE)
MOST = 65535  # the highest port
# Releases without the bug that can corrupt a WAL database when two connections write and
# checkpoint at once (3.7.0 to 3.51.2), as (first, fixed from) within one branch.
WAL_FIXED = ((3, 44, 6), (3, 50, 7))
WAL_FIXED_SINCE = (3, 51, 3)


def is_wal_safe(version: tuple[int, ...]) -> bool:
    """Return whether this release of SQLite keeps a WAL database intact."""
    fixed_branch = any(version[:2] == fixed[:2] and version >= fixed for fixed in WAL_FIXED)
    return fixed_branch or version >= WAL_FIXED_SINCE


def choose_journal_mode() -> str:
    """Return the fastest journal mode that is safe with this Python's library."""
    return "WAL" if is_wal_safe(sqlite3.sqlite_version_info) else "TRUNCATE"


def build_sqlite_settings(file: str | Path) -> dict[str, Any]:
    """Return Django's settings for a SQLite file."""
    return {
        "ENGINE": "tarockclub.platform.server.sqlite_backend",
        "NAME": str(file),
        # Opening the file for each request costs as much as the request itself. With a WAL an open connection would
        # keep `restore` from having the file to itself.
        "CONN_MAX_AGE": None if choose_journal_mode() == "TRUNCATE" else 0,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            # Deferred transactions end in "database is locked" as soon as two phones save at once.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # FULL: a hand that was acknowledged survives a power cut.
            # secure_delete: erased data disappear from the free pages of the file, too.
            # recursive_triggers: the deletion by a REPLACE is refused like any other deletion of history.
            "init_command": (
                f"PRAGMA journal_mode={choose_journal_mode()};PRAGMA synchronous=FULL;"
                "PRAGMA foreign_keys=ON;PRAGMA recursive_triggers=ON;PRAGMA secure_delete=ON"
            ),
        },
    }


def parse_url(url: str) -> dict[str, Any]:
    """Parse `postgres://user:password@host:port,host:port/name?option=value` or `sqlite:///file`."""
    parts = ADDRESS.fullmatch(url)
    if parts is None:
        raise ImproperlyConfigured(f"{NAME} must begin with postgres:// or sqlite:///.")
    name, scheme = unquote(parts["name"] or ""), parts["scheme"].lower()
    if not name:
        raise ImproperlyConfigured(f"{NAME} does not name a database.")
    if scheme == "sqlite":
        return build_sqlite_settings(name)
    if scheme not in ("postgres", "postgresql"):
        raise ImproperlyConfigured(f"{NAME} must begin with postgres:// or sqlite:///.")
    if find_spec("psycopg") is None:
        raise ImproperlyConfigured(f'{NAME} needs the driver of PostgreSQL: pip install "tarockclub[postgres]".')
    hosts, ports = zip(*[_parse_place(place) for place in parts["places"].split(",")], strict=True)
    user, _colon, password = (parts["login"] or "").partition(":")
    return {
        "ENGINE": POSTGRES,
        "NAME": name,
        "USER": unquote(user),
        "PASSWORD": unquote(password),
        # Of several, libpq takes the first that has the wanted target_session_attrs.
        "HOST": ",".join(hosts),
        "PORT": ",".join(ports) if any(ports) else "",
        # An unreachable server is reported soon, not after minutes.
        "OPTIONS": {"connect_timeout": "5", "tcp_user_timeout": "10000", **dict(parse_qsl(parts["options"]))},
        # A connection for each request costs eight times the request itself.
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
    }


def _parse_place(place: str) -> tuple[str, str]:
    """Return the host and the port of `host:port`, where `[::1]` is a host and both may be empty."""
    parts = PLACE.fullmatch(place)
    port = int(parts["port"] or 0) if parts else MOST + 1
    if parts is None or port > MOST:
        raise ImproperlyConfigured(f"{NAME} cannot be read: {place!r} is no host with a port.")
    return unquote(parts["number"] or parts["name"]), str(port or "")


def share_connections(database: dict[str, Any]) -> int:
    """Let the threads of a web server's worker share a pool of connections to PostgreSQL; return their number.

    With SQLite two threads at a time, of two clubs, use the connections that they have.
    """
    if database["ENGINE"] != POSTGRES:
        return 2
    from django.conf import settings

    database["CONN_MAX_AGE"] = 0  # after each request a connection goes back to the pool
    most: int = settings.DATABASE_CONNECTIONS
    database["OPTIONS"]["pool"] = {
        "min_size": 1,
        "max_size": most,
        # A request that gets none within this time is answered "busy": its phone keeps the hand and sends it again.
        "timeout": WAIT_SECONDS,
        # Then whoever asks next tries to connect again; longer pauses would outlast a server that is back.
        "reconnect_timeout": WAIT_SECONDS,
    }
    return most


def describe_sqlite(*, databases: Sequence[str] | None = None, **kwargs: object) -> list[CheckMessage]:
    """Return the message with SQLite's journal mode and its reason."""
    from django.db import connections

    release = sqlite3.sqlite_version
    why = {
        "WAL": f"SQLite {release} keeps a WAL database whole.",
        "TRUNCATE": f"SQLite {release} can corrupt a WAL database; 3.51.3 and later do not.",
    }
    mode = choose_journal_mode()
    return [
        Info(f"{alias}: journal_mode={mode}. {why[mode]}", id="tarockclub.I001")
        for alias in databases or ()
        if connections[alias].vendor == "sqlite"
    ]


@contextmanager
def read_long_snapshot() -> Iterator[None]:
    """Make all reads of some seconds see one state.

    Without a WAL whoever reads keeps everybody from committing a hand, so a copy of the file is read there: of 100 MB
    that takes a few tenths of a second, and no lock of Python's.
    """
    is_shared_file = connection.vendor == "sqlite" and not connection.is_in_memory_db()  # type: ignore[attr-defined]
    needs_copy = is_shared_file and choose_journal_mode() == "TRUNCATE" and not connection.in_atomic_block
    with connection.read_copy() if needs_copy else read_snapshot():  # type: ignore[attr-defined]
        yield


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Make all reads see one state; inside a transaction, that transaction is responsible."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        # Not Django's way, which would begin a write transaction and keep everybody waiting.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
