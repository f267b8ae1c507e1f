"""The pages of those who registered follow the day: seat and neighbours, capital, then rank and certificate."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate

from tarockclub.kit.time_source import now
from tests.tournaments.results.standings.played_tables import finish_table, paper, publish_results, started
from tests.tournaments.support import factories
from tournaments.around.own_page.services import give_links
from tournaments.core.editions import FINAL
from tournaments.hall.draw.services import draft, publish
from tournaments.models import Entrant, RoundTable, Tournament
from tournaments.people.entrants.own_codes import build_own_path
from tournaments.people.invitations.services import InvitationDetails, change_invitation
from tournaments.people.registration import services

pytestmark = pytest.mark.django_db


@pytest.fixture
def of():
    """A tournament of today, full with the eight who have registered."""
    made = factories.tournament(rounds=1)
    Tournament.objects.filter(pk=made.pk).update(day=localdate(now()))
    change_invitation(made.pk, factories.new_key(), InvitationDetails(is_public=True, registration="auto", most=8))
    return Tournament.objects.get(pk=made.pk)


@pytest.fixture
def applications(of):
    factories.round_(of, 0)
    names = (
        "Anna Auer",
        "Berta Cerny",
        "Dora Egger",
        "Franz Gruber",
        "Hans Illek",
        "Josef Kern",
        "Lisa Moser",
        "Nora Ott",
    )
    return [services.submit_application(of, f"registration-{at}", name) for at, name in enumerate(names)]


def own_path(application):
    of = application.tournament
    return reverse("own_registration", args=[of.slug, services.find_own_secret(of, application.key)])


def read(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def draw(of):
    here = of.rounds.get()
    publish(here, factories.new_key(), draft(here, factories.new_key()).number)
    return of.rounds.get(), list(RoundTable.objects.filter(round__tournament=of).order_by("number"))


def test_the_own_page_and_that_of_the_code_say_seat_capital_rank_and_lead_to_the_certificate(of, applications):
    entrant = Entrant.objects.select_related("tournament").get(applications=applications[0])
    pages = (own_path(applications[0]), build_own_path(entrant))
    assert all("neighbours" not in read(page) for page in pages)
    here, tables = draw(of)
    for page in pages:
        shown = read(page)
        assert 'class="neighbours"' in shown
        assert reverse("tournament_player_live", args=[of.slug, entrant.number]) in shown  # it follows by itself
    started(here)
    for table in tables:
        paper(table, 10, 10, -10, -10)
    assert all(re.search(r"Rang [15]</strong> · Kapital [\d,]+", read(page)) for page in pages)
    for table in tables:
        finish_table(table)
    publish_results(of, 1, FINAL)
    for page in pages:
        shown = read(page)
        assert "Rang" in shown
        assert "neighbours" not in shown
        assert reverse("own_certificate", args=[of.slug, entrant.number]) in shown
        assert '<button class="primary">Ich bin da' not in shown


def test_the_standing_says_who_sits_where_until_the_first_round_starts(of, applications):
    address = reverse("standings", args=[of.slug])
    assert "So sitzt ihr" not in read(address)
    here, _tables = draw(of)
    shown = read(address)
    assert "So sitzt ihr" in shown
    for application in applications:
        assert application.name.text in shown
    started(here)
    Tournament.objects.filter(pk=of.pk).update(version=1000)
    assert "So sitzt ihr" not in read(address)


def test_a_persons_page_leads_to_the_seat_while_the_tournament_runs(of, applications):
    entrant = Entrant.objects.select_related("tournament", "person__club").get(applications=applications[0])
    here, _tables = draw(of)
    started(here)
    secret = give_links(entrant.person.club, [entrant.person], factories.new_key())[entrant.person_id]
    shown = read(reverse("own_page", args=[secret]))
    assert "Mein Platz und mein Stand" in shown
    assert build_own_path(entrant) in shown


def test_nothing_is_promised_to_whoever_waits_once_play_has_begun(of, applications):
    waits = services.submit_application(of, "registration-waits", "Paula Quirin")
    invitation = reverse("invitation", args=[of.slug])
    promise = "rückt von selbst nach"
    assert promise in read(invitation)
    assert "rückst von selbst nach" in read(own_path(waits))
    here, _tables = draw(of)
    started(here)
    assert promise not in read(invitation)
    assert "Frag an der Tür" in read(own_path(waits))
    Tournament.objects.filter(pk=of.pk).update(ended=now())
    assert promise not in read(invitation)
    assert "es ist kein Platz frei geworden" in read(own_path(waits))


def test_before_the_day_the_own_page_says_nothing_of_seats(of, applications):
    Tournament.objects.filter(pk=of.pk).update(day=localdate(now()) + timedelta(days=3))
    assert "own-standing" not in read(own_path(applications[0]))
