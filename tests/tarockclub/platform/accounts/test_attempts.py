"""Attempts that come at once, and the address that a real server sees."""

from contextlib import closing
from datetime import timedelta

import pytest
from django.utils import timezone

from tarockclub.models import FailedAttempt
from tarockclub.platform.accounts.rate_limits import TooMany, attempt, build_scope
from tarockclub.platform.server.wsgi.turns import TooBusy
from tests.scoring.book.ledger.test_services_races import at_once
from tests.support.clients import Client

SHELL_SCRIPT = """
from tarockclub.platform.accounts.rate_limits import build_scope
from tarockclub.models import FailedAttempt
of_address = FailedAttempt.objects.filter(scope=build_scope("address", "127.0.0.1", 1).key)
print(of_address.count(), FailedAttempt.objects.count())
"""


def test_of_many_wrong_guesses_at_once_no_more_are_looked_at_than_one_after_the_other(
    fresh_database, django_db_blocker
):
    looked_at: list[int] = []
    one = build_scope("login", "anna", 5)
    with django_db_blocker.unblock():
        got = at_once(lambda number: attempt([one], lambda: looked_at.append(number)), 20)
        assert len(looked_at) <= 5
        assert len(looked_at) + [type(found) for found in got].count(TooMany) == 20
        assert FailedAttempt.objects.count() == len(looked_at)


@pytest.mark.django_db
def test_what_is_older_than_the_window_is_forgotten(monkeypatch):
    one = build_scope("login", "anna", 5)
    attempt([one], lambda: None)
    later = timezone.now() + timedelta(minutes=16)
    monkeypatch.setattr(timezone, "now", lambda: later)
    attempt([one], lambda: None)
    assert FailedAttempt.objects.count() == 1


@pytest.mark.django_db
def test_failures_made_while_the_clock_was_a_day_ahead_lock_for_no_longer_than_others(monkeypatch):
    one = build_scope("login", "anna", 5)
    right = timezone.now()

    def at(moment):
        monkeypatch.setattr(timezone, "now", lambda: moment)

    at(right + timedelta(days=1))
    for _ in range(5):
        attempt([one], lambda: None)
    at(right)
    with pytest.raises(TooMany) as refused:
        attempt([one], lambda: True)
    assert refused.value.minutes == 15
    at(right + timedelta(minutes=16))
    assert attempt([one], lambda: True)


@pytest.mark.django_db
def test_a_password_that_nobody_has_had_time_to_hash_is_no_failure():
    def busy():
        raise TooBusy

    with pytest.raises(TooBusy):
        attempt([build_scope("login", "anna", 5), build_scope("address", "10.0.0.7", 9)], busy)
    assert not FailedAttempt.objects.exists()


@pytest.mark.django_db
def test_an_error_of_the_program_is_no_success():
    def broken():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        attempt([build_scope("login", "anna", 5)], broken)
    assert FailedAttempt.objects.count() == 1


@pytest.mark.heavy
def test_a_real_server_sees_the_address_without_a_port(serve):
    served = serve()
    with closing(Client(served.url)) as browser:
        browser.get("/log-in/")
        assert browser.send_form("/log-in/", {"login": "leitung", "password": "falsch"}).status == 400
    assert served.manage("shell", "-c", SHELL_SCRIPT).split()[-2:] == ["1", "2"]
