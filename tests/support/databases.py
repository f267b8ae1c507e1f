"""The tests that touch the database, and a database of its own for one that commits."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.test import TestCase, TransactionTestCase
from django.test.utils import setup_databases, teardown_databases
from pytest_django import DjangoDbBlocker

from tests.support.server import copy_sqlite
from tests.support.shared_rows import forget_rows

COPY = "tarockclub_copy"
DATABASE_FIXTURES = {"db", "django_db_setup", "fresh_database"}
# What takes minutes and is tried on SQLite each day is tried on PostgreSQL at night.
HEAVY_ON_SQLITE = pytest.mark.heavy if connection.vendor == "sqlite" else pytest.mark.soak
FLUSHING_FIXTURES = {"transactional_db", "django_db_reset_sequences", "live_server"}


def is_database_test(item: pytest.Item) -> bool:
    """Say whether a test means something else on another database."""
    case = getattr(item, "cls", None)
    return (
        any(item.get_closest_marker(name) for name in ("django_db", "postgres"))
        or bool(DATABASE_FIXTURES & set(getattr(item, "fixturenames", ())))
        or (isinstance(case, type) and issubclass(case, TransactionTestCase))
    )


def is_flushing(item: pytest.Item) -> bool:
    """Say whether Django would empty all tables after a test, which history must refuse."""
    mark = item.get_closest_marker("django_db")
    case = getattr(item, "cls", None)
    return (
        bool(mark and (mark.kwargs.get("transaction") or mark.kwargs.get("reset_sequences")))
        or bool(FLUSHING_FIXTURES & set(getattr(item, "fixturenames", ())))
        or (isinstance(case, type) and issubclass(case, TransactionTestCase) and not issubclass(case, TestCase))
    )


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_modify_db_settings: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Make the test database, also for a run in which nothing but copies of it are used (pytest-django would not).

    Its club shows new names in full: tests read them.
    """
    from tarockclub.models import Club, Person  # as soon as there are apps: the rules of a run are loaded before

    with django_db_blocker.unblock():
        made = setup_databases(verbosity=0, interactive=False, serialized_aliases=[])
        Club.objects.update(new_names=Person.Publicity.FULL)
    yield
    forget_rows()
    with django_db_blocker.unblock():
        _end_other_sessions()
        teardown_databases(made, verbosity=0)


def _end_other_sessions() -> None:
    """End what is still connected: beside a browser's event loop Django keeps another connection that nobody closes."""
    if connection.vendor == "postgresql":
        name = connection.settings_dict["NAME"]
        connection.close()
        _end_sessions(str(name))


def _end_sessions(name: str) -> None:
    """End all sessions of a PostgreSQL database; a thread that has just ended may still be seen there.

    Not autovacuum, which belongs to a superuser, and gives way by itself.
    """
    clients = "SELECT pid FROM pg_stat_activity WHERE datname = %s AND backend_type = 'client backend'"
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"SELECT pg_terminate_backend(pid) FROM ({clients}) AS sessions", [name])


@pytest.fixture
def fresh_database(django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path: Path) -> Iterator[str]:
    """Give the test a copy of the empty database in which it may commit, also from threads.

    A thread must close its connection before it ends.
    """
    with django_db_blocker.unblock(), connect_to_copy(str(connection.settings_dict["NAME"]), tmp_path) as name:
        yield name


@contextlib.contextmanager
def connect_to_copy(template: str, folder: Path) -> Iterator[str]:
    """Copy a database and let the connection lead to the copy; both are as before afterwards."""
    connection.close()
    with _copy_database(template, folder) as name, connect_to(name):
        yield name


@contextlib.contextmanager
def connect_to(name: str) -> Iterator[None]:
    """Let the connection lead to another database."""
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


@contextlib.contextmanager
def _copy_database(template: str, folder: Path) -> Iterator[str]:
    """Copy the database that the test run has migrated, and drop the copy afterwards."""
    if connection.vendor == "sqlite":
        file = folder / "fresh.sqlite3"
        copy_sqlite(Path(template), file)
        yield str(file)
        return
    # Each process of a parallel run has a template, and so a copy, of its own.
    name = f"{COPY}_{template}"
    _end_sessions(template)
    _execute_outside(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    try:
        yield name
    finally:
        _execute_outside(f'DROP DATABASE "{name}" WITH (FORCE)')


def _execute_outside(statement: str) -> None:
    """Execute a statement while connected to neither the template nor the copy."""
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement)
