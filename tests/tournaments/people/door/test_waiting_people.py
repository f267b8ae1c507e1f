"""Whoever waits for a place and comes all the same: found at the door, taken in, joined to their registration."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate

from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.persons import create_person
from tests.support.accounts import log_in, make_account
from tests.tournaments.support import acts, factories
from tournaments.hall.setup.overview import load_tournament_page
from tournaments.models import Application, Entrant, Presence, Tournament
from tournaments.people.entrants.applications import load_line, load_waiting_places
from tournaments.people.entrants.fee_actions import list_open_fees
from tournaments.people.invitations.actions import InvitationDetails
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.registration import actions
from tournaments.people.registration.actions import As, Details

pytestmark = pytest.mark.django_db


@pytest.fixture
def of():
    """Two places, both taken; who registers now waits."""
    made = factories.tournament(fee=300)
    Tournament.objects.filter(pk=made.pk).update(day=localdate(now()) + timedelta(days=3))
    wanted = InvitationDetails(is_public=True, registration="auto", most=2)
    acts.change_invitation(made.pk, factories.new_key(), wanted)
    factories.people(made, 2)
    factories.round_(made, 2)
    return Tournament.objects.get(pk=made.pk)


def register(of, name, **details):
    made = actions.submit_application(of, factories.new_key(), name, "", Details(**details))
    assert made.decided_as == As.OPEN
    return made


def desk(of) -> Client:
    return log_in(make_account("secretary", of.club))


def tap(client: Client, of, **posted):
    said = {"key": factories.new_key(), **posted}
    return client.post(reverse("door", args=[of.slug]), said, follow=True).content.decode()


def read_own(application) -> str:
    secret = actions.find_own_secret(application.tournament, application.key)
    return Client().get(reverse("own_place", args=[application.tournament.slug, secret])).content.decode()


def find_entrant(application: Application) -> Entrant:
    application.refresh_from_db()
    assert application.decided_as == As.TAKEN
    assert application.entrant is not None
    return application.entrant


def test_the_door_finds_who_waits_takes_them_in_and_says_that_the_places_are_exceeded(of):
    rudi, client = register(of, "Rudolf Schwarz", town="Wels"), desk(of)
    found = client.get(reverse("door_live", args=[of.slug]), {"q": "schwa"}).content.decode()
    assert "Rudolf Schwarz" in found
    assert "Warteliste 1" in found
    page = client.get(reverse("door", args=[of.slug]), {"q": "wels"}).content.decode()
    assert f'name="registration" value="{rudi.pk}"' in page
    assert "2 nehmen teil · 2 Plätze" in page
    assert "bezahlt · 3 nehmen teil · 2 Plätze" in tap(client, of, registration=rudi.pk)
    entrant = find_entrant(rudi)
    assert entrant.arrived is not None
    assert Presence.objects.get(entrant=entrant).paid == 300
    own = read_own(rudi)
    assert "Startnummer: 3" in own
    assert "Warteliste" not in own
    assert client.get(reverse("door_live", args=[of.slug])).json()["counts"]["places"] == "3 nehmen teil · 2 Plätze"


def test_a_name_of_two_people_is_asked_about_and_the_answer_goes_to_the_registration(of):
    create_person(of.club, "Hans Pichler")
    second = create_person(of.club, "Hans Pichler")
    hans, client = register(of, "Hans Pichler"), desk(of)
    asked = tap(client, of, registration=hans.pk)
    assert f'name="registration" value="{hans.pk}"' in asked
    assert load_waiting_places(of).entrants == 2
    tap(client, of, registration=hans.pk, person=second.pk)
    assert find_entrant(hans).person == second


@pytest.mark.parametrize("way", ["door", "register", "desk", "list"])
def test_a_newcomer_of_the_name_is_who_has_registered(of, way):
    rudi, client = register(of, "Rudolf Müllner", town="Wels"), desk(of)
    if way == "door":
        tap(client, of, name="rudolf muellner")
    elif way == "register":
        tap(client, of, person=create_person(of.club, "Rudolf Müllner").pk)
    elif way == "desk":
        posted = {"key": factories.new_key(), "name": "Rudolf Müllner", "round": "1", "inside": "on", "desk": "on"}
        client.post(reverse("add_entrant", args=[of.slug]), posted)
    else:
        acts.enter(of.pk, factories.new_key(), [Newcomer("Anna Berger"), Newcomer("Rudolf Müllner")])
    assert find_entrant(rudi).number >= 3


def test_nobody_is_taken_for_somebody_else_without_asking(of):
    wels, graz = register(of, "Anna Auer", town="Wels"), register(of, "Anna Auer", town="Graz")
    berta, client = register(of, "Berta Bauer"), desk(of)
    assert "Wels" in tap(client, of, name="Anna Auer")  # asked
    assert "hat sich angemeldet und wartet" in tap(client, of, name="Berta Baur")
    tap(client, of, name="Berta Bauer", new="1")
    tap(client, of, name="Anna Auer", town="Graz")
    acts.enter(of.pk, factories.new_key(), [Newcomer("Anna Auer", new=True)])
    for registration, decided_as in ((wels, As.OPEN), (graz, As.TAKEN), (berta, As.OPEN)):
        registration.refresh_from_db()
        assert registration.decided_as == decided_as


def test_a_late_player_of_a_similar_name_is_asked_for_at_the_desk_too(of):
    berta, client = register(of, "Berta Bauer"), desk(of)
    posted = {"key": factories.new_key(), "name": "Bertha Bauer", "round": "1", "inside": "on", "desk": "on"}
    address = reverse("add_entrant", args=[of.slug])
    assert 'name="name" value="Berta Bauer"' in client.post(address, posted).content.decode()
    assert client.post(address, posted | {"name": ["Bertha Bauer", "Berta Bauer"]}).status_code == 302
    assert Presence.objects.filter(entrant=find_entrant(berta)).exists()


def test_only_who_could_have_a_place_waits_for_the_director_and_nobody_at_the_end(of):
    rudi = register(of, "Rudolf Schwarz")
    assert load_tournament_page(of, "de").waiting == 0
    assert load_line(of).find_place(rudi.pk) == 1
    acts.change_invitation(of.pk, factories.new_key(), InvitationDetails(is_public=True, registration="ask", most=3))
    assert load_tournament_page(of, "de").waiting == 1
    Tournament.objects.filter(pk=of.pk).update(ended=now(), frozen=now())
    assert load_tournament_page(Tournament.objects.get(pk=of.pk), "de").waiting == 0
    assert "rückst von selbst nach" not in read_own(rudi)


def test_the_desk_says_when_more_take_part_than_there_are_places(of):
    factories.people(of, 2)
    first = of.rounds.get()
    acts.change_entries(first, factories.new_key(), list(Entrant.objects.values_list("pk", flat=True)))
    factories.draw_tables(first)
    address, client = reverse("desk", args=[of.slug, 1]), log_in(make_account("director", of.club))
    assert "4 nehmen teil · 2 Plätze" in client.get(address).content.decode()
    acts.change_invitation(of.pk, factories.new_key(), InvitationDetails(is_public=True, registration="auto", most=4))
    assert "nehmen teil ·" not in client.get(address).content.decode()


def test_whoever_waits_or_is_known_comes_in_unpaid_and_owes(of):
    rudi, client = register(of, "Rudolf Schwarz", town="Wels"), desk(of)
    known = create_person(of.club, "Schwarz Anna")
    page = client.get(reverse("door_live", args=[of.slug]), {"q": "schwa"}).content.decode()
    for name, pk in (("unpaid_registration", rudi.pk), ("unpaid_person", known.pk)):
        assert f'name="{name}" value="{pk}"' in page
        assert "nur da" in page.partition(f'name="{name}"')[2].partition("</button>")[0]
        assert "bezahlt" not in tap(client, of, **{name: pk}).partition('id="door-said"')[2].partition("</p>")[0]
    owing = {fee.name: fee.cents for fee in list_open_fees(of)}
    assert {"Rudolf Schwarz": 300, "Schwarz Anna": 300}.items() <= owing.items()
    assert find_entrant(rudi).arrived is not None
    assert not Presence.objects.filter(paid__gt=0).exists()
