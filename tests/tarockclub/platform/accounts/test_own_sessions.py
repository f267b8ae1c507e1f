"""The places where somebody is logged in, and the programs that act for them: listed, and ended."""

import re
from unittest.mock import Mock

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client, RequestFactory
from django.urls import reverse

from tarockclub.models import Account, FailedAttempt
from tarockclub.platform.accounts import rate_limits, services
from tarockclub.platform.accounts.sessions import NO_ADDRESS, NOTED_EVERY, USED_AT, begin_session, list_places
from tarockclub.platform.server.wsgi.turns import TooBusy
from tests.support.accounts import log_in_by_form, make_account
from tests.support.programs import create_program
from tests.support.signed_in import PASSWORD

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1"


def browser(agent):
    """A browser in which Anna is logged in."""
    return log_in_by_form(Account.objects.get(login="anna"), headers={"user-agent": agent})


def get_page(client):
    """Return the source of the page."""
    return client.get(reverse("own_sessions")).content.decode()


def is_in(client):
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
    assert is_in(here)
    assert not is_in(phone)


def test_no_address_and_only_a_rough_name_of_the_browser_is_kept(anna):
    here = log_in_by_form(anna, headers={"user-agent": FIREFOX}, REMOTE_ADDR="192.0.2.7")
    assert UserSession.objects.values_list("ip", "user_agent", "data").get() == (NO_ADDRESS, "Firefox, Android", {})
    said = str(Session.objects.get().get_decoded())
    assert "Mozilla" not in said
    assert "192.0.2.7" not in said
    assert is_in(here)


def test_whoever_logs_in_in_the_place_of_somebody_else_is_listed_there(anna):
    request, berta = RequestFactory().get("/"), make_account("director", login="berta")
    request.session, request.user = browser(FIREFOX).session, anna
    begin_session(request, berta)
    assert [place.is_here for place in list_places(berta, request.session.session_key)] == [True]
    assert list_places(anna, None) == []


def test_all_others_end_at_once(anna):
    here, *others = (browser(FIREFOX) for _ in range(3))
    end(here, "others")
    assert is_in(here)
    assert not any(is_in(client) for client in others)


def test_nobody_ends_what_belongs_to_somebody_else(anna):
    mine = browser(FIREFOX)
    [sign] = re.findall(r'name="end" value="(\d+)"', get_page(browser(SAFARI)))[:1]
    other = make_account("director", login="berta")
    token = create_program(anna)
    stranger = log_in_by_form(other)
    for what in (sign, "others", f"program-{anna.api_tokens.get().pk}", "program-0", ""):
        end(stranger, what)
    assert is_in(mine)
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
    assert not is_in(other)
    assert token.read("me").status_code == 401
    assert (Session.objects.count(), UserSession.objects.count()) == (1, 1)


def test_who_may_not_log_in_has_no_sessions_that_could_come_back(anna):
    make_account("director")
    here = browser(FIREFOX)
    services.change_rights(anna, role=anna.role, active=False)
    assert not Session.objects.exists()
    assert not is_in(here)


def test_on_a_full_disk_nobody_logs_in_and_who_is_in_stays(anna, full_disk):
    inside, stranger = browser(FIREFOX), Client()
    make_room = full_disk()
    answer = stranger.post(reverse("log_in"), {"login": "anna", "password": PASSWORD})
    assert answer.status_code == 507
    assert "ist voll" in answer.content.decode()
    assert "sessionid" not in answer.cookies
    assert is_in(inside)
    make_room()
    assert not is_in(stranger)
    assert is_in(inside)


def test_on_a_full_disk_the_use_of_a_session_is_noted_another_time(anna, full_disk):
    here = browser(FIREFOX)
    session = here.session
    session[USED_AT] = long_ago = session[USED_AT] - NOTED_EVERY - 60
    session.save()
    make_room = full_disk()
    assert is_in(here)
    make_room()
    assert here.session[USED_AT] == long_ago
    assert is_in(here)
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
