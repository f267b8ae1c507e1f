"""Logging in and out: who is let in, where it leads, what it says, and what it keeps to itself."""

from urllib.parse import urlsplit

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.sessions.models import Session
from django.http import HttpResponseRedirect
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from tarockclub.kit.preferences import check_own_address
from tarockclub.models import FailedAttempt
from tarockclub.platform.accounts import rate_limits, services
from tarockclub.platform.accounts.authentication import DEVICE_COOKIE
from tests.support.accounts import log_in, make_account
from tests.support.clients import read_page
from tests.support.signed_in import PASSWORD

pytestmark = pytest.mark.django_db
WRONG = "Benutzername und Passwort passen nicht zusammen."
WAIT = "Zu viele Versuche sind fehlgeschlagen. Bitte 15 Minuten warten."


@pytest.fixture(autouse=True)
def _somebody():
    """The program is set up."""
    make_account("director", login="leitung")


def post_form(login="anna", password=PASSWORD, client=None, **more):
    """Send the log-in form."""
    client = client or Client()
    return client.post(reverse("log_in"), {"login": login, "password": password, **more})


@pytest.fixture
def mine(anna):
    """A device on which Anna was logged in."""
    client = Client()
    post_form(client=client)
    client.post(reverse("log_out"))
    return client


def fail_often(times, client=None):
    """Let another name fail so often at one address: once by the form, then as rows like those that it has written."""
    before = list(FailedAttempt.objects.values_list("pk", flat=True))
    assert WRONG in read_page(post_form(f"jemand-{len(before)}", "falsch", client=client))
    written = FailedAttempt.objects.exclude(pk__in=before)
    FailedAttempt.objects.bulk_create(
        FailedAttempt(scope=row.scope, at=row.at) for row in written for _ in range(times - 1)
    )


def test_who_knows_name_and_password_is_let_in_and_out_again(anna):
    client = Client()
    answer = post_form(client=client)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    page = read_page(client.get("/"))
    assert "Abend beginnen" in page
    assert "Ausloggen" in page
    assert client.post(reverse("log_out"))["Location"] == "/"
    assert "Abend beginnen" not in read_page(client.get("/"))
    assert Session.objects.count() == 0


@pytest.mark.parametrize("typed", ["ANNA", " Anna ", "ａｎｎａ", "an\u200bna"])
def test_a_log_in_name_is_the_same_however_it_is_typed(anna, typed):
    assert post_form(typed).status_code == 302


def test_a_password_with_an_umlaut_is_the_same_from_every_keyboard(anna):
    services.set_password(anna, "Ho\u0308chst geheim")
    assert post_form(password="Ho\u0308chst geheim").status_code == 400  # kept as a form would not keep it
    services.set_password(anna, "H\u00f6chst geheim")
    assert post_form(password="Ho\u0308chst geheim").status_code == 302


def test_a_wrong_name_a_wrong_password_and_an_account_that_is_shut_get_the_same_answer(anna):
    shut = make_account(login="berta")
    services.change_rights(shut, role=shut.role, active=False)
    for login, password in (("anna", "falsch"), ("niemand", PASSWORD), ("berta", PASSWORD), ("anna\x01b", "x")):
        answer = post_form(login, password)
        assert answer.status_code == 400
        assert WRONG in read_page(answer)
        assert PASSWORD not in read_page(answer)


def test_a_name_that_nobody_has_takes_as_long_as_a_wrong_password(anna, monkeypatch):
    hashed = []
    usual = MD5PasswordHasher.encode

    def encode(*given):
        hashed.append(given)
        return usual(*given)

    monkeypatch.setattr(MD5PasswordHasher, "encode", encode)
    counts = []
    for login in ("anna", "niemand"):
        hashed.clear()
        post_form(login, "falsch")
        counts.append(len(hashed))
    assert counts == [1, 1]


def test_only_a_post_logs_out(anna):
    client = log_in(anna)
    assert client.get(reverse("log_out"))["Location"] == "/"
    assert "Ausloggen" in read_page(client.get("/"))


@pytest.mark.parametrize("wanted", ["/evenings/new/", "/club/?x=1", "/tables/x/"])
def test_it_leads_to_where_one_wanted_to_go(anna, wanted):
    assert post_form(next=wanted)["Location"] == wanted


@pytest.mark.parametrize(
    "wanted",
    ["https://evil.example/", "//evil.example/", "/\\evil.example", "/\t/evil.example", "", "abc", "?x=1"],
)
def test_it_never_leads_away_from_this_site(anna, wanted):
    assert post_form(next=wanted)["Location"] == "/"
    assert 'name="next" value="/">' in read_page(Client().get(reverse("log_in"), {"next": wanted}))
    assert log_in(anna).get(reverse("log_in"), {"next": wanted})["Location"] == "/"


@given(wanted=st.text() | st.text(alphabet="/\\.:?#%@[] \t\r\n\0ab\u0130").map("/{}".format))
def test_any_text_leads_to_an_address_of_this_site_or_home(wanted):
    where = urlsplit(HttpResponseRedirect(check_own_address(RequestFactory().get("/"), wanted))["Location"])
    assert (where.scheme, where.netloc) == ("", "")
    assert where.path.startswith("/")


def test_a_page_for_staff_asks_to_log_in_and_remembers_where_one_was(anna):
    client = Client()
    answer = client.get("/evenings/new/")
    assert answer["Location"] == "/log-in/?next=%2Fevenings%2Fnew%2F"
    assert 'name="next" value="/evenings/new/"' in read_page(client.get(answer["Location"]))


@pytest.mark.parametrize("login", ["anna", "niemand"])
def test_after_ten_failures_even_the_right_password_has_to_wait_also_for_a_name_that_nobody_has(anna, login):
    for _ in range(10):
        assert WRONG in read_page(post_form(login, "falsch"))
    answer = post_form(login)
    assert answer.status_code == 429
    assert WAIT in read_page(answer)
    assert answer["Retry-After"] == "900"
    assert (
        FailedAttempt.objects.count() == 20
    )  # for the account and for the address; one that is refused is not counted


def test_waiting_helps(anna, monkeypatch):
    for _ in range(10):
        post_form(password="falsch")
    later = timezone.now() + rate_limits.WINDOW * 0.8
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert "Bitte 3 Minuten warten." in read_page(post_form())
    evening = later + rate_limits.WINDOW
    monkeypatch.setattr(timezone, "now", lambda: evening)
    assert post_form().status_code == 302


def test_failures_of_others_at_the_same_address_limit_nobody_else(anna):
    fail_often(90)
    assert post_form().status_code == 302


def test_a_success_forgives_ones_own_failures_and_no_others(anna):
    for _ in range(9):
        post_form(password="falsch")
    post_form("niemand", "falsch")
    assert post_form().status_code == 302
    assert FailedAttempt.objects.count() == 11  # of the address ten, of the other name one
    for _ in range(9):
        assert WRONG in read_page(post_form(password="falsch"))
    assert post_form().status_code == 302


def test_one_address_cannot_try_one_password_on_everybody(anna):
    for number in range(10):
        post_form(f"jemand-{number}", "falsch")
    fail_often(90)
    assert post_form().status_code == 429


def test_a_device_that_was_let_in_before_cannot_be_shut_out_by_others(mine):
    for _ in range(10):
        post_form(password="falsch")
    fail_often(90)
    assert post_form().status_code == 429
    assert post_form(client=mine).status_code == 302


@pytest.mark.heavy
def test_nor_may_it_try_for_ever_and_another_device_cookie_makes_no_other_device_of_one_that_is_known(mine):
    judged = 0
    for number in range(60):
        mine.cookies["device"] = f"{number:032x}"
        judged += post_form(password="falsch", client=mine).status_code == 400
    assert judged == 10
    assert post_form().status_code == 429  # they count for the account, too


def test_an_account_that_was_let_in_on_a_device_gives_it_no_new_key_for_another_one(anna):
    make_account(login="berta")
    mine = Client()
    post_form(client=mine)
    judged = 0
    for _ in range(3):
        mine.post(reverse("log_out"))
        for _ in range(7):
            judged += post_form(password="falsch", client=mine).status_code == 400
        assert post_form("berta", client=mine).status_code == 302
    assert judged == 10


@pytest.mark.heavy
def test_many_devices_that_know_an_account_have_a_limit_together(anna):
    devices = [Client() for _ in range(4)]
    for device in devices:
        post_form(client=device)
        device.post(reverse("log_out"))
    judged = [post_form(password="falsch", client=device).status_code == 400 for device in devices for _ in range(10)]
    assert sum(judged) == 30


def test_failures_of_a_device_that_is_known_count_for_its_address(mine):
    for _ in range(10):
        post_form(password="falsch", client=mine)
    fail_often(90)
    assert post_form("noch-jemand").status_code == 429


def test_a_forged_sign_of_having_been_let_in_is_none(anna):
    forger = Client()
    forger.cookies[DEVICE_COOKIE] = f"{'0' * 32}.{'1' * 32}:x:y"
    for _ in range(10):
        post_form(password="falsch")
    assert post_form(client=forger).status_code == 429


def test_names_and_addresses_are_not_kept_with_the_failures(anna):
    post_form("mein-passwort-ins-falsche-feld", "x")
    kept = str(list(FailedAttempt.objects.values_list("scope", flat=True)))
    assert "mein" not in kept
    assert "127.0.0.1" not in kept


def test_in_public_mode_the_address_is_the_one_that_the_proxy_saw(anna, settings):
    settings.INN_MODE = False
    for number in range(4):
        fail_often(25, Client(headers={"x-forwarded-for": f"10.0.0.{number}, 198.51.100.7"}))
    assert post_form(client=Client(headers={"x-forwarded-for": "198.51.100.7"})).status_code == 429
    assert post_form(client=Client(headers={"x-forwarded-for": "198.51.100.8"})).status_code == 302


def test_in_the_inn_nobody_chooses_his_address_himself(anna):
    for number in range(4):
        fail_often(25, Client(headers={"x-forwarded-for": f"198.51.100.{number}"}))
    assert post_form(client=Client(headers={"x-forwarded-for": "203.0.113.9"})).status_code == 429


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("nonsense", "nonsense", True),
    ],
)
def test_a_home_has_one_address_however_many_it_was_given(rf, one, other, same):
    found = [rate_limits.get_client_address(rf.get("/", REMOTE_ADDR=address)) for address in (one, other)]
    assert (found[0] == found[1]) is same


@pytest.mark.parametrize(
    "posted", [{}, {"login": "anna"}, {"password": "x"}, {"login": "x" * 2000, "password": "y" * 2000}]
)
def test_a_form_that_is_not_filled_in_comes_back_and_is_no_attempt(anna, posted):
    assert Client().post(reverse("log_in"), posted).status_code == 400
    assert FailedAttempt.objects.count() == 0
