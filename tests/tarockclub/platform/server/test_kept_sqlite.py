"""The connection to a SQLite file stays open between requests, as long as it is that file."""

from pathlib import Path

import pytest
from django.db.utils import ConnectionHandler

from tarockclub.platform.server import databases


@pytest.fixture
def sqlite_connection(tmp_path: Path, django_db_blocker):
    connection = ConnectionHandler({"default": databases.build_sqlite_settings(tmp_path / "book.sqlite3")})["default"]
    with django_db_blocker.unblock():
        yield connection
        connection.close()


def answer(connection, statement):
    """Do as a request does: look after the connection first."""
    connection.close_if_unusable_or_obsolete()
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()


def test_the_next_request_finds_the_connection_open(sqlite_connection):
    answer(sqlite_connection, "CREATE TABLE hand (n integer)")
    opened = sqlite_connection.connection
    assert answer(sqlite_connection, "SELECT count(*) FROM hand") == (0,)
    assert sqlite_connection.connection is opened


def test_a_file_that_was_put_aside_is_left_alone(sqlite_connection, tmp_path):
    answer(sqlite_connection, "CREATE TABLE hand (n integer)")
    file = tmp_path / "book.sqlite3"
    file.replace(tmp_path / "aside.sqlite3")
    answer(sqlite_connection, "CREATE TABLE other (n integer)")
    assert answer(sqlite_connection, "SELECT group_concat(name) FROM sqlite_master") == ("other",)
    assert file.exists()


def test_another_file_in_its_place_is_the_one_that_counts(sqlite_connection, tmp_path):
    answer(sqlite_connection, "CREATE TABLE hand (n integer)")
    new = ConnectionHandler({"default": databases.build_sqlite_settings(tmp_path / "new.sqlite3")})["default"]
    answer(new, "CREATE TABLE other (n integer)")
    new.close()
    (tmp_path / "new.sqlite3").replace(tmp_path / "book.sqlite3")
    assert answer(sqlite_connection, "SELECT group_concat(name) FROM sqlite_master") == ("other",)


def test_a_file_that_is_written_by_restore_is_read_anew(sqlite_connection, tmp_path):
    answer(sqlite_connection, "CREATE TABLE hand (n integer)")
    new = ConnectionHandler({"default": databases.build_sqlite_settings(tmp_path / "new.sqlite3")})["default"]
    answer(new, "CREATE TABLE other (n integer)")
    by_restore = ConnectionHandler({"default": databases.build_sqlite_settings(tmp_path / "book.sqlite3")})["default"]
    by_restore.ensure_connection()
    new.connection.backup(by_restore.connection)
    new.close()
    by_restore.close()
    assert answer(sqlite_connection, "SELECT group_concat(name) FROM sqlite_master") == ("other",)


def test_with_a_wal_nothing_stays_open(monkeypatch, tmp_path):
    monkeypatch.setattr(databases, "choose_journal_mode", lambda: "WAL")
    assert databases.build_sqlite_settings(tmp_path / "book.sqlite3")["CONN_MAX_AGE"] == 0
    monkeypatch.setattr(databases, "choose_journal_mode", lambda: "TRUNCATE")
    assert databases.build_sqlite_settings(tmp_path / "book.sqlite3")["CONN_MAX_AGE"] is None
