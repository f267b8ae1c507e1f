"""The proof while the club plays: it sees every book at one moment and keeps nobody waiting."""

import threading

import pytest
from django.db import connection

from scoring.book.audit import list_wrong_totals, verify
from tests.scoring.support.tables import dreier, new_table, play

pytestmark = pytest.mark.usefixtures("fresh_database")


def test_books_that_are_written_while_they_are_proved_are_clean():
    table, stop = new_table(), threading.Event()
    wrong: list[object] = []

    def prove():
        try:
            while not stop.is_set():
                wrong.extend(verify())
                wrong.extend(list_wrong_totals())
        except Exception as error:  # noqa: BLE001 -- whatever escapes is what the test looks for
            wrong.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=prove)
    thread.start()
    try:
        for at in range(60):
            assert play(table, dreier(at % 4)).entry
    finally:
        stop.set()
        thread.join()
    assert wrong == []
