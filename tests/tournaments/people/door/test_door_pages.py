"""The page at the door: it works without a script, answers others at once, and asks as much for many as for few."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.persons import create_person
from tests.support.accounts import log_in, make_account
from tests.tournaments.support import factories
from tournaments.models import Entrant, Presence, Tournament
from tournaments.people.door.selectors import load_door
from tournaments.people.entrants.own_codes import build_own_path

pytestmark = pytest.mark.django_db


@pytest.fixture
def of():
    made = factories.tournament(fee=300)
    factories.people(made, 3)
    factories.round_(made, 0)
    return made


def desk(of, role: str = "secretary") -> Client:
    return log_in(make_account(role, of.club))


def tap(client: Client, of, **posted):
    return client.post(reverse("door", args=[of.slug]), {"key": factories.new_key(), **posted})


def test_a_tap_without_script_leads_back_and_says_what_was_done(of):
    entrant = Entrant.objects.get(tournament=of, number=2)
    client = desk(of)
    answer = tap(client, of, paid=entrant.pk)
    assert answer.status_code == 302
    assert "2 Spieler 2" in client.get(answer["Location"]).content.decode()
    assert Presence.objects.get(entrant=entrant).paid == 300
    again = client.post(answer["Location"].partition("?")[0], {"key": "k", "paid": entrant.pk}, headers={"X-Door": "1"})
    assert (again.status_code, list(again.json())) == (200, ["said"])
    assert Presence.objects.get(entrant=entrant).paid == 300


def test_who_may_not_take_money_takes_none(of):
    entrant = Entrant.objects.get(tournament=of, number=1)
    assert tap(desk(of, "referee"), of, here=entrant.pk).status_code == 403
    assert tap(desk(of, "treasurer"), of, here=entrant.pk).status_code == 403
    assert not Presence.objects.exists()


def test_others_are_told_at_once_and_nothing_is_sent_twice(of):
    client, address = desk(of), reverse("door_live", args=[of.slug])
    first = client.get(address)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    entrant = Entrant.objects.get(tournament=of, number=3)
    tap(desk(of), of, paid=entrant.pk)
    news = client.get(address, headers={"If-None-Match": first["ETag"]}).json()
    assert (news["states"][str(entrant.pk)], news["counts"]["here"], news["counts"]["missing"]) == ("ready", 1, 2)


def test_somebody_of_the_register_is_offered_and_a_namesake_asked_about(of):
    member = create_person(of.club, "Dora Wels")
    client = desk(of)
    html = client.get(reverse("door", args=[of.slug]), {"q": "dora"}).content.decode()
    assert f'name="person" value="{member.pk}"' in html
    assert tap(client, of, person=member.pk).status_code == 302
    assert Entrant.objects.get(person=member).arrived is not None
    asked = tap(client, of, name="Wels Dora")
    assert asked.status_code == 200
    assert 'name="new"' in asked.content.decode()
    assert tap(client, of, name="Emil Neu", town="Ried").status_code == 302
    assert Entrant.objects.get(person__name="Emil Neu").person.town == "Ried"


def test_who_comes_says_so_by_the_own_link_and_staff_who_scan_it_are_at_the_door(of):
    entrant = Entrant.objects.select_related("tournament").get(tournament=of, number=1)
    path = build_own_path(entrant)
    visitor = Client()
    assert "Spieler 1" in visitor.get(path).content.decode()
    assert visitor.post(path).status_code == 200
    assert load_door(of).counts.waits == 1
    assert visitor.get(path[:-3] + "00/").status_code == 404
    assert desk(of).get(path)["Location"].startswith(reverse("door", args=[of.slug]))


def test_many_people_need_no_more_queries(of):
    client, address = desk(of), reverse("door", args=[of.slug])

    def count() -> int:
        client.get(address)  # what stands around the page is asked for once after each act
        with CaptureQueriesContext(connection) as context:
            assert client.get(address).status_code == 200
        return len(context)

    few = count()
    factories.people(of, 30)
    assert count() == few


def test_the_door_of_a_tournament_that_is_over_asks_for_nothing(of):
    Tournament.objects.filter(pk=of.pk).update(ended=now())
    shown = desk(of).get(reverse("door", args=[of.slug])).content.decode()
    assert "Das Turnier ist vorbei." in shown
    assert "Eröffne die erste Runde" not in shown
