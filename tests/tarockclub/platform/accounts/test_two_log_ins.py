"""Whoever works for two clubs stays logged in to both in one browser, and changes between them."""

from typing import Any, NamedTuple

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from scoring.models import GameTable
from scoring.table.evenings.services import EveningStart, start_evening
from tarockclub.models import Account, Club
from tarockclub.platform.accounts.sessions import end_places
from tests.scoring.support.tables import new_key
from tests.support.accounts import make_account
from tests.support.signed_in import PASSWORD

pytestmark = pytest.mark.django_db
NAMES = ("Emma", "Fritz", "Gerda", "Hans")


class Host(NamedTuple):
    """Somebody's accounts at two clubs, a table of each of them, and the one browser."""

    clubs: list[Club]
    accounts: list[Account]
    tables: list[GameTable]
    client: Client

    def read(self, at: int, path: str = "evenings/") -> Any:
        """Open a page below the address of a club."""
        return self.client.get(f"/c/{self.clubs[at].slug}/{path}")

    def find_account_at(self, at: int) -> Account | None:
        """Return who is logged in at the table of a club, whose address names no club."""
        account = self.client.get(reverse("table", args=[self.tables[at].slug])).context["account"]
        return account if isinstance(account, Account) else None


@pytest.fixture
def host() -> Host:
    """Both log-ins are done."""
    clubs = [Club.objects.create(name=name, slug=name.casefold()) for name in ("Erste", "Zweite")]
    accounts = [make_account("director", club, login="roswitha") for club in clubs]
    evening = EveningStart(NAMES, "treffpunkt", {}, 0)
    client, tables = Client(), [start_evening(new_key(), evening, club) for club in clubs]
    for club in clubs:
        sent = {"login": "roswitha", "password": PASSWORD}
        assert client.post(f"/c/{club.slug}/log-in/", sent).status_code == 302
    return Host(clubs, accounts, tables, client)


def test_both_stay_and_each_page_leads_to_the_other_club(host):
    assert Session.objects.count() == UserSession.objects.count() == 2
    for at, other in ((0, 1), (1, 0), (0, 1)):
        page = host.read(at)
        assert page.status_code == 200
        assert page.context["account"].club == host.clubs[at]
        html = page.content.decode()
        assert f'href="/c/{host.clubs[other].slug}/"' in html
        assert f"Zu {host.clubs[other].name} wechseln" in html


def test_at_a_table_the_account_of_its_club_counts_whichever_was_used_last(host):
    for last in (0, 1):
        host.read(last)
        assert [host.find_account_at(at) for at in (0, 1)] == host.accounts


def test_where_an_address_names_no_club_the_last_one_counts(host):
    for last in (0, 1, 0):
        host.read(last)
        assert host.client.get("/evenings/").context["account"].club == host.clubs[last]


def test_who_logs_out_of_one_club_stays_in_the_other(host):
    assert host.client.post("/c/zweite/log-out/").status_code == 302
    assert host.read(1).status_code == 302
    page = host.read(0)
    assert page.status_code == 200
    assert "wechseln" not in page.content.decode()
    assert host.find_account_at(1) != host.accounts[1]


def test_places_are_ended_for_each_account_alone(host):
    assert end_places(host.accounts[0]) == 1
    assert [host.read(at).status_code for at in (0, 1)] == [302, 200]


def test_a_log_in_from_before_is_kept_from_its_next_page_on(host):
    old = Client()
    old.cookies["sessionid"] = host.client.cookies["sessionid"].value  # of the second club: all that there was
    assert old.get("/c/zweite/evenings/").status_code == 200
    assert old.post("/c/erste/log-in/", {"login": "roswitha", "password": PASSWORD}).status_code == 302
    assert [old.get(f"/c/{club.slug}/evenings/").status_code for club in host.clubs] == [200, 200]


def test_a_made_up_cookie_lets_nobody_in(host):
    stranger = Client()
    for name in ("sessionid-1", "sessionid-x", f"sessionid-{host.clubs[0].pk}", "sessionid-" + "9" * 5000):
        stranger.cookies[name] = "x" * 32
    assert stranger.get("/c/erste/evenings/").status_code == 302
    # The session of one club under the name of another one opens nothing either.
    stranger.cookies[f"sessionid-{host.clubs[0].pk}"] = host.client.cookies[f"sessionid-{host.clubs[1].pk}"].value
    assert stranger.get("/c/erste/evenings/").status_code == 302


def test_ones_own_page_leads_to_ones_page_in_the_other_club_and_nobody_elses_does(host):
    mine, there = "/c/erste/tournaments/people/me/", "/c/zweite/tournaments/people/me/"
    page = host.client.get(mine, follow=True)
    assert page.status_code == 200
    assert f'href="{there}"' in page.content.decode()
    other = host.client.get(there, follow=True)
    assert other.context["person"] == host.accounts[1].person
    assert f'href="{mine}"' in other.content.decode()
    somebody = host.accounts[0].club.persons.exclude(pk=host.accounts[0].person_id).first()
    assert there not in host.read(0, f"tournaments/people/{somebody.number}/page/").content.decode()
    alone = Client()
    alone.post("/c/erste/log-in/", {"login": "roswitha", "password": PASSWORD})
    assert there not in alone.get(mine, follow=True).content.decode()
    assert "log-in" in Client().get(mine)["Location"]


def test_an_end_of_the_log_in_there_leads_to_the_log_in(host):
    end_places(host.accounts[1])
    assert "log-in" in host.client.get("/c/zweite/tournaments/people/me/")["Location"]
