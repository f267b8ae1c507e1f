"""Writers to a SQLite file queue on a lock of the process, which wakes the next one at once."""

import sqlite3
import threading

import pytest
from django.db import OperationalError

from tarockclub.platform.server.databases import build_sqlite_settings
from tarockclub.platform.server.sqlite_backend.base import DatabaseWrapper, _writers


@pytest.fixture
def open_file(tmp_path):
    """A function that opens the same file once more."""
    opened = []

    def open_once_more():
        given = {**build_sqlite_settings(tmp_path / "book.sqlite3"), "AUTOCOMMIT": True, "TIME_ZONE": None}
        given["OPTIONS"] = {**given["OPTIONS"], "timeout": 5}
        opened.append(DatabaseWrapper({**given, "ATOMIC_REQUESTS": False, "TEST": {}}))
        opened[-1].inc_thread_sharing()
        return opened[-1]

    yield open_once_more
    for connection in opened:
        connection.close()


@pytest.mark.django_db
def test_the_second_writer_waits_for_the_first_and_comes_next(open_file):
    first, second = open_file(), open_file()
    lock, has_written = _writers[first.settings_dict["NAME"]], threading.Event()

    def write():
        second.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        has_written.set()
        second.commit()

    first.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    other = threading.Thread(target=write)
    other.start()
    assert lock.locked()
    assert not has_written.wait(0.1)
    first.rollback()
    assert has_written.wait(5)
    other.join()
    assert not lock.locked()


@pytest.mark.django_db
@pytest.mark.parametrize("end", ["commit", "rollback", "close"])
def test_every_end_of_a_transaction_lets_the_next_one_write(open_file, end):
    one = open_file()
    one.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    assert _writers[one.settings_dict["NAME"]].locked()
    getattr(one, end)()
    assert not _writers[one.settings_dict["NAME"]].locked()


@pytest.mark.django_db
def test_a_transaction_that_another_program_prevents_leaves_no_lock(open_file):
    one = open_file()
    one.ensure_connection()
    one.connection.execute("PRAGMA busy_timeout=10")
    other = sqlite3.connect(one.settings_dict["NAME"])
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError):
        one.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    assert not _writers[one.settings_dict["NAME"]].locked()
    other.close()


@pytest.mark.django_db
def test_whoever_reads_a_copy_sees_one_state_keeps_nobody_from_writing_and_writes_nothing(open_file):
    reader, writer = open_file(), open_file()
    with writer.cursor() as cursor:
        cursor.execute("CREATE TABLE hand (id integer)")
    with reader.read_copy(), reader.cursor() as reading, writer.cursor() as cursor:
        cursor.execute("INSERT INTO hand VALUES (1)")
        assert reading.execute("SELECT count(*) FROM hand").fetchone() == (0,)
        with pytest.raises(OperationalError):
            reading.execute("INSERT INTO hand VALUES (2)")
    with reader.cursor() as reading:
        assert reading.execute("SELECT count(*) FROM hand").fetchone() == (1,)
