"""The time for which somebody stays logged in, the places where that is so, the cookie by which a device is known."""

import re
import time
from datetime import timedelta
from unittest.mock import Mock

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone as clock

from tarockclub.models import Account, FailedAttempt
from tarockclub.office.backups.contents import compute_mark
from tarockclub.platform.accounts import rate_limits, services
from tarockclub.platform.accounts.devices import COOKIE, get_device
from tarockclub.platform.accounts.sessions import (
    NO_ADDRESS,
    NOTED_EVERY,
    USED_AT,
    begin_session,
    delete_ended,
    list_places,
)
from tarockclub.platform.server.wsgi.turns import TooBusy
from tarockclub.platform.startup import prepare_start
from tests.support.accounts import log_in_by_form, make_account
from tests.support.programs import create_program
from tests.support.shared_rows import share_rows
from tests.support.signed_in import PASSWORD

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


FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1"


def browser(agent):
    """A browser in which Anna is logged in."""
    return log_in_by_form(Account.objects.get(login="anna"), headers={"user-agent": agent})


def get_page(client):
    """Return the source of the page."""
    return client.get(reverse("own_sessions")).content.decode()


def may_see_own_sessions(client):
    """Say whether somebody is still logged in."""
    return client.get(reverse("own_sessions")).status_code == 200


def end(client, what):
    """Tap one of the buttons."""
    assert client.post(reverse("own_sessions"), {"end": what}).status_code == 302


def test_the_page_shows_each_device_and_ends_it(anna):
    here, phone = browser(FIREFOX), browser(SAFARI)
    page = get_page(here)
    assert page.index("Firefox, Android") < page.index("dieses Gerät") < page.index("Safari, iPhone")
    [sign] = re.findall(r'name="end" value="(\d+)"', page)
    assert phone.cookies["sessionid"].value not in page
    end(here, sign)
    assert may_see_own_sessions(here)
    assert not may_see_own_sessions(phone)


def test_no_address_and_only_a_rough_name_of_the_browser_is_kept(anna):
    here = log_in_by_form(anna, headers={"user-agent": FIREFOX}, REMOTE_ADDR="192.0.2.7")
    assert UserSession.objects.values_list("ip", "user_agent", "data").get() == (NO_ADDRESS, "Firefox, Android", {})
    said = str(Session.objects.get().get_decoded())
    assert "Mozilla" not in said
    assert "192.0.2.7" not in said
    assert may_see_own_sessions(here)


def test_whoever_logs_in_in_the_place_of_somebody_else_is_listed_there(anna):
    request, berta = RequestFactory().get("/"), make_account("director", login="berta")
    request.session, request.user = browser(FIREFOX).session, anna
    begin_session(request, berta)
    assert [place.is_here for place in list_places(berta, request.session.session_key)] == [True]
    assert list_places(anna, None) == []


def test_all_others_end_at_once(anna):
    here, *others = (browser(FIREFOX) for _ in range(3))
    end(here, "others")
    assert may_see_own_sessions(here)
    assert not any(may_see_own_sessions(client) for client in others)


def test_nobody_ends_what_belongs_to_somebody_else(anna):
    mine = browser(FIREFOX)
    [sign] = re.findall(r'name="end" value="(\d+)"', get_page(browser(SAFARI)))[:1]
    other = make_account("director", login="berta")
    token = create_program(anna)
    stranger = log_in_by_form(other)
    for what in (sign, "others", f"program-{anna.api_tokens.get().pk}", "program-0", ""):
        end(stranger, what)
    assert may_see_own_sessions(mine)
    assert token.read("me").status_code != 401
    assert other.pk != anna.pk


def test_a_program_is_ended(anna):
    token, here = create_program(anna), browser(FIREFOX)
    assert "Saal" in get_page(here)
    end(here, f"program-{anna.api_tokens.get().pk}")
    assert "Saal" not in get_page(here)
    assert token.read("me").status_code == 401


def test_another_password_ends_log_ins_elsewhere_and_programs(anna):
    token, here, other = create_program(anna), browser(FIREFOX), browser(SAFARI)
    said = {"old": PASSWORD, "password": "ein ganz anderes", "again": "ein ganz anderes"}
    assert "Ab jetzt gilt das neue Passwort" in here.post(reverse("own_password"), said).content.decode()
    assert Account.objects.get(pk=anna.pk).check_password("ein ganz anderes")
    assert "dieses Gerät" in get_page(here)
    assert not may_see_own_sessions(other)
    assert token.read("me").status_code == 401
    assert (Session.objects.count(), UserSession.objects.count()) == (1, 1)


def test_who_may_not_log_in_has_no_sessions_that_could_come_back(anna):
    make_account("director")
    here = browser(FIREFOX)
    services.change_rights(anna, role=anna.role, active=False)
    assert not Session.objects.exists()
    assert not may_see_own_sessions(here)


def test_on_a_full_disk_nobody_logs_in_and_who_is_in_stays(anna, full_disk):
    inside, stranger = browser(FIREFOX), Client()
    make_room = full_disk()
    answer = stranger.post(reverse("log_in"), {"login": "anna", "password": PASSWORD})
    assert answer.status_code == 507
    assert "ist voll" in answer.content.decode()
    assert "sessionid" not in answer.cookies
    assert may_see_own_sessions(inside)
    make_room()
    assert not may_see_own_sessions(stranger)
    assert may_see_own_sessions(inside)


def test_on_a_full_disk_the_use_of_a_session_is_noted_another_time(anna, full_disk):
    here = browser(FIREFOX)
    session = here.session
    session[USED_AT] = long_ago = session[USED_AT] - NOTED_EVERY - 60
    session.save()
    make_room = full_disk()
    assert may_see_own_sessions(here)
    make_room()
    assert here.session[USED_AT] == long_ago
    assert may_see_own_sessions(here)
    assert here.session[USED_AT] > long_ago


def test_on_a_full_disk_failures_count_too(anna, full_disk, monkeypatch):
    monkeypatch.setattr(rate_limits, "_UNWRITTEN", type(rate_limits._UNWRITTEN)(maxlen=100))
    make_room = full_disk()
    client = Client()
    wrong = {"login": "anna", "password": "falsch"}
    found = [client.post(reverse("log_in"), wrong).status_code for _ in range(11)]
    make_room()
    assert found == [400] * 10 + [429]
    assert FailedAttempt.objects.count() == 0


def test_on_a_full_disk_a_password_that_nobody_has_had_time_to_hash_is_no_failure(full_disk, monkeypatch):
    monkeypatch.setattr(rate_limits, "_UNWRITTEN", type(rate_limits._UNWRITTEN)(maxlen=100))
    one = rate_limits.build_scope("login", "anna", 5)
    make_room = full_disk()
    with pytest.raises(TooBusy):
        rate_limits.attempt([one], Mock(side_effect=TooBusy))
    assert not rate_limits._UNWRITTEN
    assert rate_limits.attempt([one], lambda: True)
    assert not rate_limits._UNWRITTEN
    make_room()


SECRET = "0123456789abcdef" * 2


def device(cookie):
    """Say how a request with this cookie is known."""
    request = RequestFactory().get("/")
    request.COOKIES[COOKIE] = cookie
    return get_device(request)


def test_a_device_is_known_by_sixteen_digits_that_do_not_give_its_cookie_away():
    known = device(SECRET)
    assert len(known) == 16
    assert int(known, 16)
    assert known == device(SECRET)
    assert known not in SECRET
    assert known != device(SECRET[::-1])


@pytest.mark.parametrize("cookie", ["", "x", SECRET[1:], SECRET + "0", SECRET.upper(), SECRET + "\n", "g" * 32])
def test_a_cookie_that_is_none_of_ours_is_nobodys(cookie):
    assert device(cookie) == ""


@pytest.mark.django_db
def test_a_device_gets_its_cookie_with_its_first_page_and_keeps_it():
    client = Client()
    cookie = client.get("/nirgends").cookies[COOKIE]
    assert len(cookie.value) == 32
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", "")
    assert cookie["max-age"] == 365 * 24 * 3600
    assert COOKIE not in client.get("/nirgends").cookies
    assert Client().get("/nirgends").cookies[COOKIE].value != cookie.value


@pytest.mark.django_db
def test_a_broken_cookie_is_replaced():
    client = Client()
    client.cookies[COOKIE] = "broken"
    assert len(client.get("/nirgends").cookies[COOKIE].value) == 32


@pytest.mark.django_db
def test_in_public_mode_the_cookie_travels_by_https_alone(settings):
    settings.INN_MODE = False
    assert Client().get("/nirgends").cookies[COOKIE]["secure"] is True
