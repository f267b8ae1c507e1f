"""The second factor: set up, asked for after the password, once for each code, and turned off."""

import re
from html import unescape

import pyotp
import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from tarockclub.accounts import authentication, second_factor, services
from tarockclub.models import RecoveryCode, SecondFactor
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.support.signed_in import PASSWORD

pytestmark = pytest.mark.django_db
PAGE = "/password/second-factor/"


@pytest.fixture
def now(monkeypatch):
    """A clock that stands still: put it forward by calling it with seconds."""
    clock = [1_800_000_000.0]
    monkeypatch.setattr("tarockclub.accounts.second_factor.time.time", lambda: clock[0])

    def forward(seconds=0):
        clock[0] += seconds
        return clock[0]

    return forward


@share_rows
def anna():
    """An account."""
    return make_account("director", login="anna")


@pytest.fixture
def secret(anna, now):
    """The secret of Anna's second factor, which was turned on a while ago."""
    secret = second_factor.generate_secret()
    second_factor.turn_on(anna, secret, int(now()) // second_factor.STEP - 10)
    return secret


def text(answer):
    """Return the text of the page."""
    return unescape(answer.content.decode())


def hidden(answer):
    """The hidden fields of a form."""
    return dict(re.findall(r'<input type="hidden" name="(next|proof|secret|what)" value="([^"]*)"', text(answer)))


def begin_log_in(wanted="/"):
    """A browser in which the password was given, and the form that asks for the code."""
    client = Client()
    answer = client.post(reverse("log_in"), {"login": "anna", "password": PASSWORD, "next": wanted})
    assert answer.status_code == 200
    assert "sessionid" not in client.cookies
    return client, hidden(answer)


def post_code(code, asked=None):
    """The answer to a code."""
    client, form = asked or begin_log_in()
    return client.post(reverse("log_in_code"), {**form, "code": code})


def code(secret, seconds):
    """Return the code that the app shows."""
    return pyotp.TOTP(secret).at(seconds)


def test_it_is_set_up_with_a_code_that_the_app_shows(anna, now):
    client = log_in(anna)
    page = client.get(PAGE)
    form = hidden(page)
    [said] = re.findall(r'class="api-secret">([A-Z2-7 ]+)<', text(page))
    assert 'src="data:image/svg+xml' in text(page)
    secret = said.replace(" ", "")
    assert len(secret) == 32
    wrong = client.post(PAGE, {**form, "code": "12 34"})
    assert wrong.status_code == 400
    assert hidden(wrong) == form or said in text(wrong)
    assert not SecondFactor.objects.exists()
    right = code(secret, now())
    codes = re.findall(r"<code>([0-9A-Z]{5}-[0-9A-Z]{5})</code>", text(client.post(PAGE, {**form, "code": right})))
    assert len(set(codes)) == 10
    assert client.post(PAGE, {**form, "code": right}).status_code in (200, 302)  # sent twice
    assert SecondFactor.objects.get().account == anna
    assert post_code(right).status_code == 400  # it was used to set it up
    now(30)
    assert post_code(code(secret, now())).status_code == 302
    kept = str(list(RecoveryCode.objects.values_list("digest", flat=True)))
    assert not any(spare_code in kept or spare_code.replace("-", "") in kept for spare_code in codes)


def test_after_the_password_a_code_is_asked_for_and_counts_once(secret, now):
    client, form = begin_log_in("/club/")
    right = code(secret, now())
    answer = post_code(right[:3] + " " + right[3:], (client, form))
    assert (answer.status_code, answer["Location"]) == (302, "/club/")
    assert client.get("/club/").status_code == 200
    again = post_code(right)
    assert again.status_code == 400
    assert "gilt nicht (mehr)" in text(again)


def test_the_clock_of_a_phone_may_differ_by_half_a_minute(secret, now):
    assert post_code(code(secret, now() - 60)).status_code == 400
    assert post_code(code(secret, now() + 60)).status_code == 400
    assert post_code(code(secret, now() - 30)).status_code == 302
    assert post_code(code(secret, now() + 30)).status_code == 302
    assert post_code(code(secret, now())).status_code == 400  # a later one was used


def test_codes_cannot_be_guessed(secret, now):
    found = [post_code(f"{number:06}").status_code for number in range(11)]
    assert found == [400] * 10 + [429]
    assert post_code(code(secret, now())).status_code == 429


@pytest.mark.parametrize("typed", ["", "١٢٣٤٥٦", "x" * 999, "0" * 6, "-", "ÄÖÜ", "\x00"])
def test_nonsense_is_no_code(secret, typed):
    assert post_code(typed).status_code == 400


def test_the_code_alone_lets_nobody_in(anna, secret, now, monkeypatch):
    right = code(secret, now())
    assert post_code(right, (Client(), {"proof": "made up"}))["Location"] == reverse("log_in")
    asked = begin_log_in()
    monkeypatch.setattr(authentication, "PROOF_SECONDS", -1)
    assert post_code(right, asked)["Location"] == reverse("log_in")
    monkeypatch.undo()
    asked = begin_log_in()
    services.set_password(anna, "ein ganz anderes")
    assert post_code(right, asked)["Location"] == reverse("log_in")


def test_recovery_codes_count_once_however_they_are_typed(anna, secret):
    first, second, *_ = second_factor.renew_codes(SecondFactor.objects.get())
    assert post_code(first.lower().replace("-", " ")).status_code == 302
    assert post_code(first).status_code == 400
    fresh = second_factor.renew_codes(SecondFactor.objects.get())
    assert post_code(second).status_code == 400
    assert post_code(fresh[0]).status_code == 302
    assert "9 Notfallcodes" in text(log_in(anna).get(PAGE))


def test_new_recovery_codes_come_from_the_page(anna, secret):
    assert len(re.findall(r"<li><code>", text(log_in(anna).post(PAGE, {"what": "codes"})))) == 10


def test_it_is_turned_off_with_the_password(anna, secret):
    client = log_in(anna)
    assert client.post(PAGE, {"what": "off", "password": "falsch"}).status_code == 400
    assert client.post(PAGE, {"what": "off"}).status_code == 400
    assert SecondFactor.objects.exists()
    assert client.post(PAGE, {"what": "off", "password": PASSWORD}).status_code == 302
    assert not SecondFactor.objects.exists()
    assert Client().post(reverse("log_in"), {"login": "anna", "password": PASSWORD}).status_code == 302


def test_a_command_turns_it_off(anna, secret, capsys):
    call_command("end_second_factor", "Anna")
    assert not SecondFactor.objects.exists()
    assert "aus" in capsys.readouterr().out
    call_command("end_second_factor", "anna")
    assert "keinen" in capsys.readouterr().out
    with pytest.raises(CommandError):
        call_command("end_second_factor", "niemand")


def test_on_a_full_disk_a_code_counts_once_too(anna, secret, now, monkeypatch):
    class FullError(Exception):
        sqlite_errorname = "SQLITE_FULL"

    def refuse(*args, **options):
        raise OperationalError("full") from FullError()

    factor = SecondFactor.objects.get()
    monkeypatch.setattr(second_factor, "_UNWRITTEN", {})
    monkeypatch.setattr("django.db.models.query.QuerySet.update", refuse)
    assert second_factor.use_code(factor, code(secret, now()))
    assert not second_factor.use_code(factor, code(secret, now()))
