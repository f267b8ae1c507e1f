"""Both databases are set up so that an acknowledged hand stays."""

import sqlite3
import threading

import pytest
from django.core.checks import INFO
from django.db import connection, transaction

from tarockclub.platform.server import databases
from tests.conftest import DATABASE


def pragma(name):
    """Return the value of a SQLite setting on the connection of the test."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name}")
        return cursor.fetchone()[0]


def count_rows():
    """Return the number of rows in the test's own table."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM ground_probe")
        return cursor.fetchone()[0]


@pytest.mark.django_db
def test_the_suite_runs_on_the_database_it_was_started_for():
    wanted = {"sqlite": "sqlite", "postgres": "postgresql"}[DATABASE]
    assert connection.vendor == wanted


@pytest.mark.django_db
def test_sqlite_syncs_every_commit_and_checks_foreign_keys():
    if connection.vendor != "sqlite":
        assert connection.settings_dict["CONN_MAX_AGE"] is None
        return
    assert pragma("synchronous") == 2
    assert pragma("foreign_keys") == 1
    assert pragma("journal_mode") == databases.choose_journal_mode().lower()
    assert connection.settings_dict["ATOMIC_REQUESTS"] is False


@pytest.mark.django_db
def test_the_check_says_which_journal_is_used_and_why():
    messages = databases.describe_sqlite(databases=["default"])
    if connection.vendor != "sqlite":
        assert messages == []
        return
    assert [message.level for message in messages] == [INFO]
    assert f"journal_mode={databases.choose_journal_mode()}" in messages[0].msg
    assert sqlite3.sqlite_version in messages[0].msg


@pytest.mark.parametrize("attempt", [1, 2])
def test_a_fresh_database_takes_commits_of_several_threads_and_forgets_them(fresh_database, attempt):
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE ground_probe (n integer NOT NULL)")

    def write():
        try:
            for n in range(20):
                with transaction.atomic(), connection.cursor() as cursor:
                    cursor.execute("INSERT INTO ground_probe VALUES (%s)", [n])
        finally:
            connection.close()

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert count_rows() == 80


@pytest.mark.postgres
@pytest.mark.django_db
def test_postgres_is_a_server_of_this_test_run_alone():
    assert connection.settings_dict["HOST"] == "127.0.0.1"
    assert connection.settings_dict["USER"] == "tarockclub"
