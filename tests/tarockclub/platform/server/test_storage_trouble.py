"""While the database cannot be used, people read why, and phones get an answer that lets them try again."""

import errno
from unittest.mock import Mock

import pytest
from django.db import DatabaseError, IntegrityError, InterfaceError, OperationalError
from django.urls import reverse

from tarockclub.platform.server.database_errors import (
    BUSY,
    DAMAGED_DATABASE,
    FULL,
    UNREACHABLE,
    UNWRITABLE,
    find_trouble,
)
from tests.scoring.support.tables import dreier, new_key, new_table

JSON = "application/json"
FIND_TABLE = "scoring.table.table_page.views.find_game_table"


class FromTheDatabase(Exception):  # noqa: N818 -- stands for what sqlite3 and psycopg raise
    """An error with a code."""

    def __init__(self, **codes: str) -> None:
        super().__init__("no matter what")
        vars(self).update(codes)


def caused(error: Exception, **codes: str) -> Exception:
    error.__cause__ = FromTheDatabase(**codes)
    return error


@pytest.mark.parametrize(
    ("codes", "trouble"),
    [
        ({"sqlite_errorname": "SQLITE_BUSY"}, BUSY),
        ({"sqlite_errorname": "SQLITE_BUSY_SNAPSHOT"}, BUSY),
        ({"sqlite_errorname": "SQLITE_FULL"}, FULL),
        ({"sqlite_errorname": "SQLITE_IOERR_WRITE"}, UNWRITABLE),
        ({"sqlite_errorname": "SQLITE_IOERR_READ"}, DAMAGED_DATABASE),
        ({"sqlite_errorname": "SQLITE_READONLY_DIRECTORY"}, UNWRITABLE),
        ({"sqlite_errorname": "SQLITE_CANTOPEN"}, UNREACHABLE),
        ({"sqlstate": "53100"}, FULL),
        ({"sqlstate": "53300"}, BUSY),
        ({"sqlstate": "40P01"}, BUSY),
        ({"sqlstate": "57P01"}, UNREACHABLE),
        ({}, UNREACHABLE),
        ({"sqlstate": "42P01"}, None),
    ],
)
def test_an_error_of_the_database_is_known_by_its_code(codes, trouble):
    assert find_trouble(caused(OperationalError("x"), **codes)) is trouble


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (caused(DatabaseError("x"), sqlite_errorname="SQLITE_CORRUPT"), DAMAGED_DATABASE),
        (caused(DatabaseError("x"), sqlite_errorname="SQLITE_NOTADB"), DAMAGED_DATABASE),
        (InterfaceError("the connection is closed"), UNREACHABLE),
        (OSError(errno.ENOSPC, "No space left on device"), FULL),
        (caused(IntegrityError("x"), sqlite_errorname="SQLITE_CONSTRAINT"), None),
        (DatabaseError("x"), None),
        (OSError(), None),
        (KeyError(), None),
        (None, None),
    ],
)
def test_of_other_errors_those_of_the_database_are_known_and_no_mistake_of_the_program_is_put_on_it(error, trouble):
    assert find_trouble(error) is trouble


@pytest.mark.django_db
def test_a_phone_is_told_as_json_and_may_try_again(client, monkeypatch):
    table, key = new_table(), new_key()
    address = reverse("save_hand", args=[table.slug])
    body = {"key": key, "previous": "", "seats": [0, 1, 2, 3, 0], "record": dreier(0)}
    with monkeypatch.context() as broken:
        broken.setattr(
            "scoring.table.phones.record_hand",
            Mock(side_effect=caused(OperationalError("x"), sqlite_errorname="SQLITE_BUSY")),
        )
        answer = client.post(address, body, content_type=JSON)
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert "no-store" in answer["Cache-Control"]
        said = answer.json()
        assert (said["saved"], said["code"]) == (False, "busy")
        assert said["message"].startswith("Die Datenbank ist gerade besetzt")
        english = client.post(address, body, content_type=JSON, headers={"accept-language": "en"})
        assert english.json()["message"].startswith("The database is busy")
    assert client.post(address, body, content_type=JSON).json()["saved"] is True


@pytest.mark.django_db
def test_a_form_is_answered_with_a_page_that_needs_no_database(client, monkeypatch, django_assert_num_queries):
    table = new_table()
    error = caused(OperationalError("x"), sqlite_errorname="SQLITE_FULL")
    monkeypatch.setattr(FIND_TABLE, Mock(side_effect=error))
    monkeypatch.setattr("scoring.book.ledger.sql.is_link_valid", lambda _slug, _link: True)  # which was asked before
    with django_assert_num_queries(0):
        answer = client.post(reverse("save_hand", args=[table.slug]), {"key": new_key()})
    page = answer.content.decode()
    assert answer.status_code == 507
    assert "Die Platte ist voll" in page
    assert "Nichts wurde gespeichert." in page


@pytest.mark.django_db
def test_a_page_that_is_only_looked_at_says_nothing_of_saving(client, monkeypatch):
    table = new_table()
    monkeypatch.setattr(FIND_TABLE, Mock(side_effect=OperationalError("connection refused")))
    answer = client.get(reverse("table", args=[table.slug]))
    assert answer.status_code == 503
    assert "gespeichert" not in answer.content.decode()


@pytest.mark.django_db
def test_a_form_that_was_sent_when_the_connection_broke_is_not_called_lost(client, monkeypatch):
    table = new_table()
    monkeypatch.setattr(FIND_TABLE, Mock(side_effect=OperationalError("server closed the connection")))
    page = client.post(reverse("save_hand", args=[table.slug]), {}).content.decode()
    assert "Nichts wurde gespeichert" not in page
    assert "nicht sicher" in page


@pytest.mark.django_db
def test_trouble_outside_of_a_view_is_told_too(client, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr(
        "tarockclub.platform.accounts.devices.hash_device", Mock(side_effect=OperationalError("connection refused"))
    )
    assert client.get(reverse("table", args=[new_table().slug])).status_code == 503


@pytest.mark.django_db
def test_a_mistake_of_the_program_stays_one(client, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr(FIND_TABLE, Mock(side_effect=KeyError("x")))
    assert client.get(reverse("table", args=[new_table().slug])).status_code == 500
