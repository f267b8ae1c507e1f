"""A site on a database of its own, on both engines, whose server may be killed."""

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection

from tests.support.server import (
    DATABASE_FILE,
    KEY_FILE,
    SESSION_KEY_FILE,
    Restartable,
    copy_keys,
    copy_sqlite,
    run_restartable,
)

Starts = Callable[..., Restartable]


@pytest.fixture
def database_url(fresh_database: str) -> str:
    """The address of the test's own database, for other processes."""
    if connection.vendor == "sqlite":
        return f"sqlite:///{fresh_database}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{fresh_database}").geturl()


@pytest.fixture
def starts(database_url: str, tmp_path: Path) -> Iterator[Starts]:
    """Start servers on that database, each with the same data folder; all are gone after the test."""
    data = tmp_path / "data"
    data.mkdir()
    (data / KEY_FILE).write_text(settings.BOOK_KEY)  # the one of the database
    (data / SESSION_KEY_FILE).write_text(settings.SECRET_KEY)  # of codes and cookies that a test makes itself
    with contextlib.ExitStack() as stack:

        def start(workers: int = 1, /, **extra: str) -> Restartable:
            return stack.enter_context(run_restartable(data, workers, **{"DATABASE_URL": database_url, **extra}))

        yield start


@pytest.fixture
def site(starts: Starts) -> Restartable:
    """A server on that database."""
    return starts()


@pytest.fixture
def sqlite_file(migrated_data: Path, tmp_path: Path) -> Path:
    """A SQLite database for tests of what only happens to a file."""
    file = tmp_path / "book.sqlite3"
    copy_sqlite(migrated_data / DATABASE_FILE, file)
    copy_keys(migrated_data, tmp_path)
    return file
