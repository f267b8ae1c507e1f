"""The second factor: set up, asked for after the password, once for each code, and turned off."""

import re
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localtime

from tarockclub.models import Account
from tarockclub.platform.accounts import services
from tarockclub.platform.accounts.rate_limits import MOST_FROM_ADDRESS
from tarockclub.platform.accounts.second_factor import codes
from tarockclub.platform.accounts.second_factor.views import CHALLENGE_SECONDS
from tests.support.accounts import compute_code, forward_confirmation, give_factor, log_in, make_account
from tests.support.clients import read_page
from tests.support.signed_in import PASSWORD

pytestmark = pytest.mark.django_db
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
# Every address that changes something of the own log-in.
CHANGES = ("mfa_activate_totp", "mfa_deactivate_totp", "mfa_generate_recovery_codes", "mfa_add_webauthn")


@pytest.fixture
def now(monkeypatch):
    """A clock that stands still: put it forward by calling it with seconds."""
    clock = [1_800_000_000.0]
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time.time", lambda: clock[0])

    def forward(seconds=0):
        clock[0] += seconds
        return clock[0]

    return forward


@pytest.fixture
def secret(anna, now):
    """The secret of Anna's second factor, which was turned on a while ago."""
    give_factor(anna, SECRET)
    return SECRET


def begin_log_in(wanted="/"):
    """A browser in which the password was given, and which is asked for the code."""
    client = Client()
    answer = client.post(reverse("log_in"), {"login": "anna", "password": PASSWORD, "next": wanted})
    assert answer["Location"] == reverse("mfa_authenticate")
    assert 'name="code"' in read_page(client.get(answer["Location"]))
    return client


def post_code(code, client=None):
    """The answer to a code."""
    return (client or begin_log_in()).post(reverse("mfa_authenticate"), {"code": code})


def test_it_is_set_up_with_a_code_that_the_app_shows(anna, now):
    client, page = log_in(anna), reverse("mfa_activate_totp")
    shown = read_page(client.get(page))
    [said] = re.findall(r'class="api-secret">([A-Z2-7 ]+)<', shown)
    assert 'src="data:image/svg+xml' in shown
    secret = said.replace(" ", "")
    wrong = client.post(page, {"code": "12 34"})
    assert wrong.status_code == 400
    assert said in read_page(wrong)
    assert not Authenticator.objects.exists()
    right = compute_code(secret, now())
    codes_page = client.post(page, {"code": right})["Location"]
    assert client.post(page, {"code": right}).status_code == 302  # sent twice
    listed = re.findall(r"<li><code>(\d{8})</code>", read_page(client.get(codes_page)))
    assert len(set(listed)) == 10
    assert listed[0] not in read_page(client.get(codes_page))  # shown once
    Authenticator.objects.filter(type="totp").update(created_at="2027-01-15T08:00:00Z")
    assert post_code(right).status_code == 400  # it was used to set it up
    now(60)
    assert post_code(compute_code(secret, now())).status_code == 302
    assert post_code(listed[3]).status_code == 302
    assert post_code(listed[3]).status_code == 400


def test_a_changed_app_is_in_the_clubs_log(anna, now, django_capture_on_commit_callbacks):
    client = log_in(anna)
    client.get(reverse("mfa_activate_totp"))
    forms = {
        "mfa_activate_totp": {"code": compute_code(client.session["mfa.totp.secret"], now())},
        "mfa_generate_recovery_codes": {},
        "mfa_deactivate_totp": {},
    }
    for route, form in forms.items():
        with django_capture_on_commit_callbacks(execute=True):
            client.post(reverse(route), form)
    assert list(anna.club.log.log_entries.order_by("sequence").values_list("kind", flat=True))[-3:] == [
        *("factor_on", "codes", "factor_off"),
    ]
    assert not Authenticator.objects.exists()


def test_after_the_password_a_code_is_asked_for_and_counts_once(secret, now):
    client = begin_log_in("/club/")
    assert client.get("/club/")["Location"].startswith("/log-in/")
    right = compute_code(secret, now())
    answer = post_code(right[:3] + " " + right[3:], client)
    assert (answer.status_code, answer["Location"]) == (302, "/club/")
    assert client.get("/club/").status_code == 200
    again = post_code(right)
    assert again.status_code == 400
    assert "gilt nicht (mehr)" in read_page(again)
    now(31)  # the tolerance would let it in
    cache.clear()  # of another process
    assert post_code(right).status_code == 400


def test_the_clock_of_a_phone_may_differ_by_half_a_minute(secret, now):
    assert post_code(compute_code(secret, now() - 60)).status_code == 400
    assert post_code(compute_code(secret, now() + 60)).status_code == 400
    assert post_code(compute_code(secret, now() - 30)).status_code == 302
    assert post_code(compute_code(secret, now() + 30)).status_code == 302
    assert post_code(compute_code(secret, now())).status_code == 400  # a later one was used


def test_the_code_that_set_an_app_up_logs_nobody_in(anna, now):
    app = Authenticator.objects.create(user=anna, type="totp", data={"secret": SECRET})
    Authenticator.objects.filter(pk=app.pk).update(created_at="2027-01-15T08:00:00Z")
    assert not codes.use_code(anna, compute_code(SECRET, now() + 30))
    now(60)
    assert codes.use_code(anna, compute_code(SECRET, now()))


def test_codes_cannot_be_guessed(secret, now):
    found = [post_code(f"{number:06}").status_code for number in range(11)]
    assert found == [400] * 10 + [429]
    assert post_code(compute_code(secret, now())).status_code == 429


@pytest.mark.parametrize("typed", ["", "١٢٣٤٥٦", "x" * 999, "0" * 6, "-", "ÄÖÜ", "\x00"])
def test_nonsense_is_no_code(secret, typed):
    assert post_code(typed).status_code == 400


def test_the_code_alone_lets_nobody_in(anna, secret, now, settings):
    right = compute_code(secret, now())
    assert post_code(right, Client())["Location"] == reverse("log_in")
    asked = begin_log_in()
    settings.ACCOUNT_LOGIN_TIMEOUT = -1
    assert post_code(right, asked)["Location"] == reverse("log_in")
    settings.ACCOUNT_LOGIN_TIMEOUT = 300
    asked = begin_log_in()
    services.set_password(anna, "ein ganz anderes")
    assert post_code(right, asked)["Location"] == reverse("log_in")
    assert asked.get("/club/")["Location"].startswith("/log-in/")


def test_recovery_codes_of_version_1_0_count_once_however_they_are_typed(anna, now):
    digests = [codes.hash_former_code(7, code) for code in ("ABCDE-FGHJK", "22222-33333")]
    data = {"migrated_codes": digests, "former_factor": 7, "viewed_at": 1.0}
    Authenticator.objects.create(user=anna, type="totp", data={"secret": SECRET, "last_step": 0})
    Authenticator.objects.create(user=anna, type="recovery_codes", data=data)
    assert post_code("abcde fghjk").status_code == 302
    assert post_code("ABCDE-FGHJK").status_code == 400
    assert post_code(digests[1]).status_code == 400  # what is stored lets nobody in
    client = log_in(anna)
    assert "1 Notfallcode ist" in read_page(client.get(reverse("mfa_index")))
    assert digests[1] not in read_page(client.get(reverse("mfa_view_recovery_codes")))
    assert client.post(reverse("mfa_generate_recovery_codes")).status_code == 302
    assert post_code("22222-33333").status_code == 400
    [fresh, *_others] = re.findall(r"<code>(\d{8})</code>", read_page(client.get(reverse("mfa_view_recovery_codes"))))
    assert post_code(f"{fresh[:4]} {fresh[4:]}").status_code == 302
    assert "9 Notfallcodes" in read_page(client.get(reverse("mfa_index")))


@pytest.mark.parametrize("route", CHANGES)
def test_a_change_asks_for_the_password_and_keeps_no_form_in_the_session(anna, secret, route):
    client = forward_confirmation(log_in(anna, headers={"host": "localhost"}))
    before = Authenticator.objects.count()
    asked = client.post(reverse(route), {"code": "123456", "name": "x"})
    assert asked.status_code == 403
    assert 'name="code" value="123456"' in read_page(asked)  # in the form alone
    assert client.get(reverse(route))["Location"].startswith(reverse("confirm"))
    kept = [session.get_decoded() for session in Session.objects.all()] or [dict(client.session)]
    assert "123456" not in str(kept)
    assert "sessionid" not in str(kept)
    assert Authenticator.objects.count() == before


def test_it_is_turned_off_with_the_password_under_the_prefix_of_a_club_too(anna, secret):
    anna.club.slug = "linde"
    anna.club.save()
    client = forward_confirmation(log_in(anna))
    page = f"/c/linde{reverse('mfa_deactivate_totp')}"
    assert client.post(page, {"confirm_password": "falsch"}).status_code == 400
    assert Authenticator.objects.exists()
    answer = client.post(page, {"confirm_password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, f"/c/linde{reverse('mfa_index')}")
    assert not Authenticator.objects.exists()
    assert Client().post(reverse("log_in"), {"login": "anna", "password": PASSWORD})["Location"] == "/"


def test_a_code_is_asked_for_under_the_prefix_of_a_club_too(anna, secret, now):
    anna.club.slug = "linde"
    anna.club.save()
    client = Client()
    asked = client.post("/c/linde/log-in/", {"login": "anna", "password": PASSWORD, "next": "/c/linde/club/"})
    assert asked["Location"] == "/c/linde/log-in/code/"
    answer = client.post(asked["Location"], {"code": compute_code(secret, now())})
    assert answer["Location"] == "/c/linde/club/"
    assert client.get("/c/linde/club/").status_code == 200


def test_on_a_full_disk_nobody_gets_as_far_as_the_code(secret, full_disk):
    make_room = full_disk()
    client = Client(raise_request_exception=False)
    answer = client.post(reverse("log_in"), {"login": "anna", "password": PASSWORD})
    make_room()
    assert answer.status_code == 507
    assert "ist voll" in read_page(answer)


def test_a_closed_account_keeps_no_second_factor(anna, secret):
    make_account("director", login="berta")
    Account.objects.filter(pk=anna.pk).update(is_host=False)
    anna.refresh_from_db()
    services.close_account(anna, "Spieler 1")
    assert not Authenticator.objects.exists()


def test_a_command_turns_it_off(anna, secret, capsys):
    call_command("end_second_factor", "Anna")
    assert not Authenticator.objects.exists()
    assert "aus" in capsys.readouterr().out
    call_command("end_second_factor", "anna")
    assert "keinen" in capsys.readouterr().out
    with pytest.raises(CommandError):
        call_command("end_second_factor", "niemand")


@pytest.mark.parametrize(
    ("host", "is_secure", "offers"),
    [("localhost:8000", False, True), ("127.0.0.1", True, False), ("tarock.local", False, False)],
)
def test_passkeys_are_offered_where_browsers_know_them_and_elsewhere_the_page_says_why(anna, host, is_secure, offers):
    client = log_in(anna, headers={"host": host})
    page = read_page(client.get(reverse("mfa_index"), secure=is_secure))
    assert ("Einen Passkey hinzufügen" in page) is offers
    assert ("Nicht an dieser Adresse" in page) is not offers
    assert client.get(reverse("mfa_add_webauthn"), secure=is_secure).status_code == (200 if offers else 302)
    assert ("passkey_login" in read_page(Client(headers={"host": host}).get("/log-in/", secure=is_secure))) is offers


def test_nobody_logs_in_with_what_is_no_passkey():
    for sent in ("", "x", "{}", '{"response": {"userHandle": "MQ"}}', "[]", "1"):
        answer = Client().post(reverse("mfa_login_webauthn"), {"credential": sent, "next": "https://evil.example/"})
        assert answer["Location"] in ("/log-in/?next=%2F&passkey=refused", "/setup/"), sent


def test_a_stranger_begins_few_log_ins_with_passkeys_and_none_waits_for_long():
    ajax = {"X-Requested-With": "XMLHttpRequest", "Host": "localhost"}
    answers = [Client().get(reverse("mfa_login_webauthn"), headers=ajax) for _ in range(MOST_FROM_ADDRESS + 1)]
    assert [answer.status_code for answer in answers[:-1]] == [200] * MOST_FROM_ADDRESS
    assert answers[-1].status_code == 429
    assert answers[-1]["Retry-After"]
    soon = localtime() + timedelta(seconds=CHALLENGE_SECONDS)
    assert Session.objects.count() == MOST_FROM_ADDRESS
    assert not Session.objects.filter(expire_date__gt=soon).exists()


NESTED = "[" * 20_000
ANSWER = '{"clientDataJSON": "e30", "attestationObject": "AA"}'
GARBAGE = f'{{"id": "AA", "rawId": "AA", "type": "public-key", "response": {ANSWER}}}'


def test_a_credential_that_is_nested_without_end_is_refused_at_each_form_that_takes_one(anna, secret):
    assert Client().post(reverse("mfa_login_webauthn"), {"credential": NESTED}).status_code == 400
    assert begin_log_in().post(reverse("mfa_authenticate"), {"credential": NESTED}).status_code == 400
    adding = log_in(anna, headers={"host": "localhost"})
    assert adding.post(reverse("mfa_add_webauthn"), {"credential": NESTED}).status_code == 400


def test_a_new_passkey_of_garbage_is_refused(anna):
    adding = log_in(anna, headers={"host": "localhost"})
    adding.get(reverse("mfa_add_webauthn"))
    assert adding.post(reverse("mfa_add_webauthn"), {"name": "x", "credential": GARBAGE}).status_code == 400
    assert not Authenticator.objects.exists()
