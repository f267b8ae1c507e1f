"""Rights on pages that others may open too."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError, connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from tarockclub.platform.accounts.devices import get_person_id
from tarockclub.platform.accounts.permissions import find_account
from tests.scoring.support.pages import url
from tests.scoring.support.tables import new_table
from tests.support.accounts import log_in, make_account
from tests.support.phones import Client

pytestmark = pytest.mark.django_db


def build_request(user):
    """A request of somebody."""
    request = RequestFactory().get("/")
    request.user = user
    request.COOKIES["sessionid"] = "there-is-one"
    return request


def test_who_writes_is_the_person_who_is_logged_in_or_nobody():
    director = make_account("director")
    assert get_person_id(build_request(director)) == director.person_id
    assert get_person_id(build_request(AnonymousUser())) is None
    assert find_account(RequestFactory().get("/")) is None


def test_a_phone_that_is_not_logged_in_asks_for_no_session_and_no_account():
    table = new_table()
    phones = {"phone": Client(), "secretary": log_in(), "out": log_in()}
    phones["out"].post("/log-out/")
    asked_for = {}
    for name, client in phones.items():
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url("table", table)).status_code == 200
        found = [query["sql"] for query in queries]
        asked_for[name] = sum("django_session" in sql or "tarockclub_account" in sql for sql in found)
    assert asked_for == {"phone": 0, "secretary": 2, "out": 0}


def test_a_page_that_tells_that_the_database_is_away_does_not_need_it(monkeypatch):
    client = log_in()
    asked_for = []

    def away(*args):
        asked_for.append(args)
        raise OperationalError("gone")

    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.load", away)
    answer = client.get("/nirgends/")
    assert answer.status_code == 404
    assert "Hier ist nichts" in answer.content.decode()
    assert len(asked_for) == 1


def test_the_page_that_refuses_says_who_may():
    page = log_in().get("/club/").content.decode()
    assert "Dafür braucht es: Leitung. Es wurde nichts geändert." in page
    assert "log-in" not in page
