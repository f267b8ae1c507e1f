"""The time for which somebody stays logged in."""

import time
from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone as clock

from tarockclub.office.backups.contents import compute_mark
from tarockclub.platform.accounts.sessions import delete_ended
from tarockclub.platform.startup import prepare_start
from tests.support.accounts import log_in_by_form, make_account
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db
HOUR = 3600


@pytest.fixture
def now(monkeypatch):
    """A clock that can be put forward: call it with hours."""
    real_seconds, real_now = time.time, clock.now
    passed = [0.0]
    monkeypatch.setattr("time.time", lambda: real_seconds() + passed[0])
    monkeypatch.setattr("django.utils.timezone.now", lambda: real_now() + timedelta(seconds=passed[0]))

    def forward(hours):
        passed[0] += hours * HOUR

    return forward


@share_rows
def account():
    """Somebody who may log in."""
    return make_account("director", login="leitung")


@pytest.fixture
def client(account):
    """His browser, logged in by the form."""
    return log_in_by_form(account)


def is_in(client):
    """Say whether somebody is still logged in."""
    # A browser drops the cookie at its time; the server must not need that.
    client.cookies["sessionid"]["max-age"] = ""
    return client.get(reverse("club")).status_code == 200


def test_it_ends_after_twelve_hours_without_use(client, now):
    now(11.9)
    assert is_in(client)
    now(12.1)
    assert not is_in(client)


def test_it_lasts_as_long_as_it_is_used(client, now):
    for _ in range(10):
        now(11)
        assert is_in(client)


def test_and_yet_no_longer_than_thirty_days(client, now):
    for _ in range(65):
        now(11)
        assert is_in(client)
    now(6)
    assert not is_in(client)


def test_a_page_that_is_looked_at_writes_now_and_then_only(client, now):
    def writes():
        with CaptureQueriesContext(connection) as queries:
            assert is_in(client)
        return [query["sql"] for query in queries if query["sql"].startswith("UPDATE")]

    assert writes() == []
    now(0.3)
    assert len(writes()) == 1
    assert writes() == []


def count_rows():
    """Return how many sessions there are, and how many lines in the lists of devices."""
    return Session.objects.count(), UserSession.objects.count()


def test_what_has_ended_is_cleared_away_when_the_server_starts(client, now):
    now(13)
    assert count_rows() == (1, 1)
    assert prepare_start() == []
    assert count_rows() == (0, 0)


def test_and_now_and_then_while_it_runs(client, account):
    phone = log_in_by_form(account)
    client.post(reverse("log_out"))
    assert "tarockclub.platform.accounts.sessions.delete_ended" in settings.WATCH_PARTS
    delete_ended()
    assert count_rows() == (1, 1)
    assert is_in(phone)


def test_its_end_is_no_reason_for_a_backup(client):
    before = compute_mark()
    client.post(reverse("log_out"))
    delete_ended()
    assert count_rows() == (0, 0)
    assert compute_mark() == before


def test_a_session_without_its_times_is_left_alone(account):
    client = Client()
    client.force_login(account)
    assert is_in(client)


def test_the_cookie_is_for_this_site_alone(client):
    cookie = client.cookies["sessionid"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
