"""The choice of the database that is read: the site's own, or one with what an inn's laptop has sent.

The latter is only read (tarockclub/office/publishing/mirror.py); a request is answered by one of them alone.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

PRIMARY = DEFAULT_DB_ALIAS
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_current_alias: ContextVar[str] = ContextVar("current_alias", default=PRIMARY)


class ReadOnlyError(Exception):
    """Raised if a request that reads another database is about to write."""


def get_reading_alias() -> str:
    """Return the name of the database that is read now."""
    return _current_alias.get()


def get_reading_connection() -> BaseDatabaseWrapper:
    """Return the connection to the database that is read now, for statements without Django's models."""
    return connections[get_reading_alias()]


@contextmanager
def read_other(alias: str) -> Iterator[None]:
    """Read another database, with what was received from elsewhere."""
    token = _current_alias.set(alias)
    try:
        yield
    finally:
        _current_alias.reset(token)


class Router:
    """Django's way to ask for the database of a query."""

    def db_for_read(self, _model: type[Model], **_hints: object) -> str:
        """Return the database that is read now, also for rows beside one that came from the other."""
        return get_reading_alias()

    def db_for_write(self, _model: type[Model], **_hints: object) -> str:
        """Return the site's own; what has been read elsewhere must not lead to a write."""
        if get_reading_alias() != PRIMARY:
            raise ReadOnlyError
        return PRIMARY

    def allow_relation(self, _first: Model, _second: Model, **_hints: object) -> bool:
        """Allow an account of the site beside rows that were received: they are of the same clubs."""
        return True

    def allow_migrate(self, alias: str, _app: str, **_hints: object) -> bool:
        """Migrate the site's own database alone."""
        return alias == PRIMARY


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Make all reads see one state; inside a transaction, that transaction is responsible."""
    connection = get_reading_connection()
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(connection.alias), connection.cursor() as cursor:
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
