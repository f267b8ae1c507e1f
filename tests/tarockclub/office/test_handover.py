"""Handing over: a link instead of a password, once; what is open; the last backup; for directors of the club alone."""

import re

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils.timezone import localdate

from scoring.table.evenings.selectors import MOST_EVENINGS
from tarockclub.kit.time_source import now
from tarockclub.models import Account, ApiToken, Club
from tarockclub.office import handover
from tarockclub.office.backups.folder import find_free_name, get_home_folder
from tarockclub.platform.accounts import api_tokens, services
from tarockclub.platform.accounts.actors import ANONYMOUS
from tests.scoring.support.evenings import end_evening, evening_of
from tests.support.accounts import log_in, make_account
from tests.support.clients import read_page
from tests.support.shared_rows import share_rows
from tests.support.signed_in import PASSWORD
from tests.tournaments.support import acts, factories
from tournaments.models import Entrant, Tournament
from tournaments.people.registration.actions import submit_application

pytestmark = pytest.mark.django_db
NEXT = {"name": "Nora", "login": "nora", "role": "secretary"}
PASSWORDS = {"password": PASSWORD, "again": PASSWORD}
LINK = re.compile(r'href="[^"]*(/welcome/[^"]+)"')


@share_rows
def director():
    """The one who goes."""
    return make_account("director", login="leitung")


@share_rows
def client(director):
    """Their browser."""
    return log_in(director)


def show(client):
    return read_page(client.get(reverse("handover")))


def invite(client):
    """Give access to the next one, and return the link that the page shows."""
    assert client.post(reverse("handover"), NEXT)["Location"] == reverse("handover") + "?saved=1"
    (link,) = set(LINK.findall(show(client)))
    return link


def may_log_in(password=PASSWORD):
    return Client().post(reverse("log_in"), {"login": "nora", "password": password}).status_code == 302


def test_the_next_one_sets_the_password_by_the_link_once(client):
    link = invite(client)
    assert not may_log_in()
    phone = Client()
    assert "nora" in read_page(phone.get(link))
    assert phone.post(link, PASSWORDS)["Location"] == reverse("log_in")
    assert may_log_in()
    other = {"password": "noch-ein-langes-Passwort", "again": "noch-ein-langes-Passwort"}
    for answer in (phone.get(link), phone.post(link, other)):
        assert answer.status_code == 404
        assert "gilt nicht mehr" in read_page(answer)
    assert may_log_in()
    assert LINK.findall(show(client)) == []


def test_of_two_who_open_the_link_at_once_one_sets_the_password(client):
    link = invite(client)
    token = link.rstrip("/").rpartition("/")[2]
    first, second = (Account.objects.get(login="nora") for _ in range(2))
    who = ANONYMOUS
    services.set_first_password(first, token, "hash-1", who)
    services.set_first_password(second, token, "hash-2", who)
    assert Account.objects.get(login="nora").password == "hash-1"


def test_a_weak_password_is_refused_and_the_link_goes_on(client):
    link = invite(client)
    weak = {"password": "kurz", "again": "kurz"}
    assert Client().post(link, weak).status_code == 400
    assert Client().post(link, PASSWORDS).status_code == 302


def test_a_link_ends_after_its_time_with_the_account_and_is_no_other_accounts(client, director):
    link = invite(client)
    nora = Account.objects.get(login="nora")
    with override_settings(PASSWORD_RESET_TIMEOUT=-1):
        assert Client().get(link).status_code == 404
    assert Client().post(link.replace(f"/{nora.pk}/", f"/{director.pk}/"), PASSWORDS).status_code == 404
    assert Client().get(link).status_code == 200
    services.change_rights(nora, role=nora.role, active=False)
    assert Client().post(link, PASSWORDS).status_code == 404
    assert LINK.findall(show(client)) == []


def test_whoever_goes_loses_account_programs_and_devices_at_once_but_not_the_last_director(client, director):
    def end(account):
        return client.post(reverse("handover"), {"leaving": account.pk})

    goes = make_account("director", login="alt")
    browser = log_in(goes)
    _token, secret = api_tokens.create_token(goes, "Rechnung", "director", 30, "k" * 20)
    assert browser.get("/").status_code == 200
    assert f'value="{goes.pk}"' in show(client)
    assert end(goes)["Location"] == reverse("handover") + "?saved=1"
    goes.refresh_from_db()
    assert not goes.is_active
    assert browser.get("/club/").status_code == 302  # to the log-in
    assert ApiToken.objects.get(account=goes).ended is not None
    assert api_tokens.find_token(secret) is None
    assert f'value="{goes.pk}"' not in show(client)
    last = end(director)
    assert last.status_code == 400
    assert "Das ist die letzte Leitung" in read_page(last)
    assert client.get("/club/").status_code == 200
    neighbour = make_account("director", login="fremd", club=Club.objects.create(name="Nachbarn"))
    assert end(neighbour).status_code == 400
    neighbour.refresh_from_db()
    assert neighbour.is_active


def test_a_log_in_name_that_is_taken_is_refused(client):
    answer = client.post(reverse("handover"), {**NEXT, "login": "Leitung"})
    assert answer.status_code == 400
    assert "Diesen Benutzernamen gibt es schon" in read_page(answer)
    assert Account.objects.count() == 1


def test_only_a_director_hands_over_and_sees_the_own_club_alone(client):
    invite(client)
    table = evening_of()
    secretary = log_in(make_account(login="schrift"))
    assert secretary.get(reverse("handover")).status_code == 403
    assert secretary.post(reverse("handover"), {**NEXT, "login": "nora2"}).status_code == 403
    neighbour = log_in(make_account("director", login="fremd", club=Club.objects.create(name="Nachbarn")))
    page = show(neighbour)
    assert str(table.slug) not in page
    assert "nora" not in page
    assert "Nichts ist offen" in page
    assert "Wer diesen Server betreibt" in page  # two clubs: the backups are the host's
    assert str(table.slug) in show(client)


def test_what_is_open_stands_there_until_it_is_done(client):
    assert "Nichts ist offen" in show(client)
    table = evening_of()
    of, round_, _tables = factories.whole(4, fee=300)
    coming = factories.tournament(name="Osterturnier", fee=300)
    Tournament.objects.filter(pk=coming.pk).update(day=localdate(now()))
    submit_application(coming, factories.new_key(), "Frida", "", by_staff=True)
    page = show(client)
    assert reverse("table", args=[table.slug]) in page
    assert re.search("Nenngeld noch offen: €.12,00", page)
    assert reverse("entrants", args=[of.slug]) in page
    assert "1 Anmeldung wartet" in page
    assert reverse("registration", args=[coming.slug]) in page
    end_evening(table)
    acts.pay(round_, factories.new_key(), list(Entrant.objects.filter(tournament=of).values_list("pk", flat=True)))
    Tournament.objects.filter(pk=coming.pk).update(archived=now())
    assert "Nichts ist offen" in show(client)


def test_every_evening_that_is_not_settled_is_open_and_not_only_those_of_the_first_page(director):
    begun = [evening_of().slug for _number in range(MOST_EVENINGS + 1)]
    assert len(handover.list_open_matters(director.club)) == len(begun)


def test_results_that_wait_for_a_federation_are_open(director, monkeypatch):
    monkeypatch.setattr(handover, "count_waiting_offers", lambda _club: 2)
    assert handover.list_open_matters(director.club) == []
    director.club.is_federation = True
    (matter,) = handover.list_open_matters(director.club)
    assert matter[0] == reverse("federation_offers")


def test_the_last_backup_is_named_with_the_way_to_get_it(client, tmp_path, settings):
    settings.DATA_DIR = tmp_path
    assert "Es gibt noch keine Sicherung" in show(client)
    name = str(find_free_name(get_home_folder()))
    (get_home_folder() / name).write_bytes(b"")
    page = show(client)
    assert reverse("download_backup", args=[name]) in page
    assert reverse("help_section", args=["first-evening"]) in page
