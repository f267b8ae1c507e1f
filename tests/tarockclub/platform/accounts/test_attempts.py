"""Attempts that are forgotten or are none, and the address that a real server sees."""

from contextlib import closing
from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.utils import timezone

from tarockclub.models import FailedAttempt
from tarockclub.platform.accounts.rate_limits import TooMany, attempt, build_scope
from tarockclub.platform.server.wsgi.turns import TooBusy
from tests.support.clients import Client

pytestmark = pytest.mark.django_db
SHELL_SCRIPT = """
from tarockclub.platform.accounts.rate_limits import build_scope
from tarockclub.models import FailedAttempt
of_address = FailedAttempt.objects.filter(scope=build_scope("address", "127.0.0.1", 1).key)
print(of_address.count(), FailedAttempt.objects.count())
"""


def test_what_is_older_than_the_window_is_forgotten(monkeypatch):
    one = build_scope("login", "anna", 5)
    attempt([one], lambda: None)
    later = timezone.now() + timedelta(minutes=16)
    monkeypatch.setattr(timezone, "now", lambda: later)
    attempt([one], lambda: None)
    assert FailedAttempt.objects.count() == 1


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


@pytest.mark.parametrize(("error", "failures"), [(TooBusy, 0), (ZeroDivisionError, 2)])
def test_a_password_that_nobody_has_had_time_to_hash_is_no_failure_and_an_error_of_the_program_no_success(
    error, failures
):
    with pytest.raises(error):
        attempt([build_scope("login", "anna", 5), build_scope("address", "10.0.0.7", 9)], Mock(side_effect=error))
    assert FailedAttempt.objects.count() == failures


@pytest.mark.heavy
def test_a_real_server_sees_the_address_without_a_port(serve):
    served = serve()
    with closing(Client(served.url)) as browser:
        browser.get("/log-in/")
        assert browser.send_form("/log-in/", {"login": "leitung", "password": "falsch"}).status == 400
    assert served.manage("shell", "-c", SHELL_SCRIPT).split()[-2:] == ["1", "2"]
