"""Clubs that people found by themselves: by a host's invitation, or with a confirmed address where that is open."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.core import mail, signing
from django.test import Client
from django.urls import reverse

from tarockclub.models import Account, Club, LogEntry, MessageAddress
from tarockclub.office.hosting import founding
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db
PASSWORD = "Kellerwirt-47-Bummerl"
NEW = {"club": "Runde Öblarn", "name": "Resi", "login": "resi", "password": PASSWORD, "again": PASSWORD}


@share_rows
def host():
    """The director who looks after the installation."""
    account = make_account("director", login="wirtin")
    account.is_host = True
    account.save()
    return account


@pytest.fixture
def path(host):
    """The path of an invitation that the host has made on the page."""
    page = log_in(host).post(reverse("found_club"), {"invite": "1"}).content.decode()
    [address] = re.findall(r'<p class="address"><a href="([^"]+)"', page)
    return urlsplit(address).path


@pytest.fixture
def is_open(settings):
    """The host lets everybody with an address found a club."""
    settings.OPEN_FOUNDING, settings.SITE_ADDRESS = True, "https://tarock.example.org"
    settings.DEFAULT_FROM_EMAIL = "Tarockclub <tarock@example.org>"


def ask_for_link(address="resi@example.org"):
    mail.outbox.clear()
    answer = Client().post(reverse("founding"), {"mail": address})
    return answer, re.findall(
        r"https://tarock.example.org(/founding/\S+/)", "".join(str(sent.body) for sent in mail.outbox)
    )


def test_an_invitation_founds_one_club_whose_director_logs_in_with_the_own_password(path):
    client = Client()
    assert client.get(path).status_code == 200
    answer = client.post(path, NEW)
    assert (answer.status_code, answer["Location"]) == (302, "/c/runde-oeblarn/log-in/")
    assert client.post(answer["Location"], {"login": "resi", "password": PASSWORD}).status_code == 302
    assert NEW["club"] in client.get("/club/").content.decode()
    account = Account.objects.get(login="resi")
    assert (account.role, account.is_host) == (Account.Role.DIRECTOR, False)


def test_a_link_that_was_used_founds_nothing_more(path):
    first, second = Client().post(path, NEW), Client().post(path, {**NEW, "club": "Zweite Runde"})
    assert (first.status_code, second.status_code) == (302, 404)
    assert Client().get(path).status_code == 404
    assert Club.objects.count() == 2


def test_two_at_once_with_the_same_link_found_one_club(path, monkeypatch):
    token = path.split("/")[-2]
    link = founding.FoundingLink.read(token)  # as both have read it
    assert Client().post(path, NEW).status_code == 302
    monkeypatch.setattr(founding.FoundingLink, "read", lambda _token: link)
    answer = Client().post(path, {**NEW, "club": "Zweite Runde"})
    assert (answer.status_code, answer["Location"]) == (302, path)
    assert Club.objects.count() == 2


def test_the_log_of_the_installation_says_what_was_founded_and_the_link_stands_in_no_log(path, host):
    Client().post(path, NEW)
    club = Club.objects.get(name=NEW["club"])
    assert set(LogEntry.objects.filter(log__club=club).values_list("by", flat=True)) == {None}
    own = LogEntry.objects.get(log__club=host.club, kind="founded").said
    assert f'"founded":{club.pk}' in own
    secret, _mail = signing.loads(path.split("/")[-2], salt=founding.PURPOSE)
    assert secret not in own


@pytest.mark.parametrize("change", [{"password": "kurz"}, {"again": "anders-als-oben"}, {"club": " "}, {"login": ""}])
def test_a_refused_form_leaves_the_link_valid(path, change):
    assert Client().post(path, {**NEW, **change}).status_code == 400
    assert Club.objects.count() == 1
    assert Client().post(path, NEW).status_code == 302


def test_whoever_changes_a_sign_of_a_link_or_comes_too_late_founds_nothing(path, monkeypatch):
    changed = path.replace(path.split("/")[-2], path.split("/")[-2][:-2] + "xx")
    assert Client().post(changed, NEW).status_code == 404
    monkeypatch.setattr(founding, "INVITED_TIME", timedelta(seconds=-1))
    assert Client().post(path, NEW).status_code == 404
    assert Club.objects.count() == 1


def test_no_more_clubs_than_a_host_can_look_after_are_founded_in_a_day(path, host, monkeypatch):
    monkeypatch.setattr(founding, "MOST_CLUBS", 1)
    other = founding.create_founding_path()
    assert Client().post(path, NEW).status_code == 302
    refused = Client().post(other, {**NEW, "club": "Zweite Runde"})
    assert (refused.status_code, Club.objects.count()) == (400, 2)
    assert (
        log_in(host).post(reverse("found_club"), {"name": "Dritte", "director": "Eva", "login": "eva"}).status_code
        == 200
    )


def test_whoever_has_no_right_makes_no_invitation(host):
    director = make_account("director", login="andere")
    assert log_in(director).post(reverse("found_club"), {"invite": "1"}).status_code == 403


def test_an_address_is_confirmed_by_its_link_and_becomes_the_directors(host, is_open):
    answer, [path] = ask_for_link()
    assert answer.status_code == 200
    assert Club.objects.count() == 1
    assert Client().post(path, NEW).status_code == 302
    address = MessageAddress.objects.get(value="resi@example.org")
    assert address.person == Account.objects.get(login="resi").person
    assert address.confirmed is not None


def test_a_link_by_mail_holds_for_a_day_and_an_invitation_longer(host, is_open, path, monkeypatch):
    _answer, [own] = ask_for_link()
    monkeypatch.setattr(founding, "ASKED_TIME", timedelta(seconds=-1))
    assert Client().get(own).status_code == 404
    assert Client().get(path).status_code == 200


def test_nobody_is_flooded_with_mails(host, is_open, monkeypatch):
    statuses = [ask_for_link()[0].status_code for _ in range(founding.MOST_MAILS + 1)]
    assert statuses == [200] * founding.MOST_MAILS + [400]
    monkeypatch.setattr(founding, "MOST_MAILS_OF_ALL", founding.MOST_MAILS)
    answer, paths = ask_for_link("anders@example.org")
    assert (answer.status_code, paths) == (400, [])


def test_a_mail_that_the_server_refuses_is_said(host, is_open, settings):
    settings.EMAIL_BACKEND, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", 9
    settings.EMAIL_HOST, settings.EMAIL_TIMEOUT = "127.0.0.1", 2
    answer = Client().post(reverse("founding"), {"mail": "resi@example.org"})
    assert answer.status_code == 400


@pytest.mark.parametrize("address", ["", "resi", "resi@example.org\nBcc: x@example.org", "a" * 250 + "@example.org"])
def test_what_is_no_address_gets_no_mail(host, is_open, address):
    answer, paths = ask_for_link(address)
    assert (answer.status_code, paths) == (400, [])


def test_the_list_of_clubs_leads_there_only_where_it_is_open(host, settings):
    Club.objects.filter(pk=host.club_id).update(slug="alt")
    Club.objects.create(name="Andere", slug="andere")
    link = f'href="{reverse("founding")}"'
    assert link not in Client().get("/").content.decode()
    assert Client().get(reverse("founding")).status_code == 404
    settings.OPEN_FOUNDING = True
    assert link in Client().get("/").content.decode()
    assert Client().get(reverse("founding")).status_code == 200
