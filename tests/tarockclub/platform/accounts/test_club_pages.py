"""The director's pages: the club's name, who may log in, and that somebody always may."""

import pytest
from django.test import Client
from django.urls import reverse

from tarockclub.models import Account, Club
from tarockclub.platform.accounts import services
from tests.support.accounts import log_in, make_account
from tests.support.clients import read_page
from tests.support.shared_rows import share_rows
from tests.support.signed_in import PASSWORD

NEW = {"name": "Berta", "login": "berta", "role": "secretary", "password": PASSWORD, "again": PASSWORD}
OTHER_PASSWORD = "noch-ein-langes-Passwort"


@share_rows
def director():
    """The only director."""
    return make_account("director", login="leitung")


@share_rows
def client(director):
    """His browser."""
    return log_in(director)


def may_log_in(login, password=PASSWORD):
    """Say whether somebody gets in."""
    return Client().post(reverse("log_in"), {"login": login, "password": password}).status_code == 302


def test_somebody_who_was_given_access_is_listed_and_may_log_in(client):
    answer = client.post(reverse("new_account"), NEW)
    assert answer["Location"] == reverse("club") + "?saved=1"
    page = read_page(client.get(answer["Location"]))
    assert "Gespeichert." in page
    assert "Berta" in page
    assert may_log_in("Berta")


def test_a_log_in_name_exists_once_in_its_club_in_any_spelling(client):
    make_account(login="berta")
    answer = client.post(reverse("new_account"), {**NEW, "login": " BERTA"})
    assert answer.status_code == 400
    assert "Diesen Benutzernamen gibt es schon" in read_page(answer)
    assert Account.objects.count() == 2


@pytest.mark.parametrize(
    "changed", [{"role": "king"}, {"name": ""}, {"login": "\u200b"}, {"password": "kurz"}, {"again": ""}]
)
def test_access_that_is_not_described_well_is_not_given(client, changed):
    assert client.post(reverse("new_account"), {**NEW, **changed}).status_code == 400
    assert Account.objects.count() == 1


def test_the_club_is_called_what_the_director_says_on_every_page_of_his(client):
    assert client.post(reverse("club_look"), {"name": "Zur  goldenen Maus", "colour": ""}).status_code == 302
    assert "Zur goldenen Maus" in read_page(client.get("/"))
    assert "Zur goldenen Maus" not in read_page(Client().get("/"))


def test_the_list_holds_the_own_club_alone(client):
    make_account(login="fremd", club=Club.objects.create(name="Nachbarn"))
    assert "fremd" not in read_page(client.get(reverse("club")))


def test_a_secretary_becomes_director_and_back(client):
    berta = make_account(login="berta")
    for role in ("director", "secretary"):
        assert client.post(reverse("account", args=[berta.pk]), {"role": role, "active": "on"}).status_code == 302
        berta.refresh_from_db()
        assert berta.role == role


def test_who_is_shut_out_may_not_log_in_until_he_is_let_in_again(client):
    berta = make_account(login="berta")
    client.post(reverse("account", args=[berta.pk]), {"role": "secretary"})
    assert not may_log_in("berta")
    assert "gesperrt" in read_page(client.get(reverse("club")))
    client.post(reverse("account", args=[berta.pk]), {"role": "secretary", "active": "on"})
    assert may_log_in("berta")


@pytest.mark.parametrize("rights", [{"role": "director"}, {"role": "secretary", "active": "on"}])
def test_the_last_director_stays_one(client, director, rights):
    neighbours = Club.objects.create(name="Nachbarn")
    make_account("director", neighbours, login="fremd")
    shut = make_account("director", login="zweite")
    services.change_rights(shut, role="director", active=False)
    answer = client.post(reverse("account", args=[director.pk]), rights)
    assert answer.status_code == 400
    assert "Das ist die letzte Leitung" in read_page(answer)
    director.refresh_from_db()
    assert (director.role, director.is_active) == ("director", True)


def test_a_hosts_account_is_changed_by_hosts_alone_and_the_only_host_stays(client, director):
    Account.objects.filter(pk=director.pk).update(is_host=True)
    other = log_in(make_account("director", login="zweite"))
    passwords = {"password": OTHER_PASSWORD, "again": OTHER_PASSWORD}
    for name, sent in (("account", {"role": "watcher"}), ("account_password", passwords)):
        refused = other.post(reverse(name, args=[director.pk]), sent)
        assert refused.status_code == 403
        assert "Dafür braucht es: wer die ganze Anlage betreut." in read_page(refused)
    assert "Nur ein Betreiber" in read_page(other.get(reverse("account", args=[director.pk])))
    answer = client.post(reverse("account", args=[director.pk]), {"role": "director"})
    assert (answer.status_code, "Jemand muss die Anlage betreuen" in read_page(answer)) == (400, True)
    director.refresh_from_db()
    assert (director.role, director.is_active, director.check_password(PASSWORD)) == ("director", True, True)
    neighbour = make_account("director", Club.objects.create(name="Nachbarn"), login="fremd")
    Account.objects.filter(pk=neighbour.pk).update(is_host=True)
    assert client.post(reverse("account", args=[director.pk]), {"role": "director"}).status_code == 302


def test_with_another_one_a_director_may_go(client, director):
    make_account("director", login="zweite")
    assert client.post(reverse("account", args=[director.pk]), {"role": "director"}).status_code == 302
    assert client.get(reverse("club")).status_code == 302


def test_a_forgotten_password_is_replaced_by_the_director(client):
    berta = make_account(login="berta")
    posted = {"password": OTHER_PASSWORD, "again": OTHER_PASSWORD}
    assert client.post(reverse("account_password", args=[berta.pk]), posted).status_code == 302
    assert may_log_in("berta", OTHER_PASSWORD)
    assert not may_log_in("berta")


def test_whoever_sets_his_own_password_here_stays_logged_in(client, director):
    posted = {"password": OTHER_PASSWORD, "again": OTHER_PASSWORD}
    client.post(reverse("account_password", args=[director.pk]), posted)
    assert client.get(reverse("club")).status_code == 200


def test_nobody_changes_it_who_does_not_know_the_old_one_nor_tries_for_ever(db):
    client = log_in(make_account(login="berta"))
    posted = {"old": "falsch", "password": OTHER_PASSWORD, "again": OTHER_PASSWORD}
    for _ in range(10):
        assert "Das ist nicht dein Passwort." in read_page(client.post(reverse("own_password"), posted))
    assert client.post(reverse("own_password"), {**posted, "old": PASSWORD}).status_code == 429
    assert not may_log_in("berta", OTHER_PASSWORD)


@pytest.mark.parametrize("number", [0, 2**62, 2**70])
def test_an_account_that_is_not_there_is_not_found(client, number):
    assert client.get(reverse("account", args=[number])).status_code == 404
