"""Reading several tables of the database as they stood at one moment, while the club plays on."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper


@contextmanager
def read_snapshot(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Let all that is read belong together; inside a transaction that is left to it."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        # Not Django's way, which would begin a transaction that writes and keep everybody waiting.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
