"""The front of an installation with several clubs: together what each of them shows, and nothing else."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate

from tarockclub.models import Club, Publication
from tests.support.clients import count_queries
from tests.tournaments.around.public.conftest import show
from tests.tournaments.around.public.test_front import SECRET_NAMES, read
from tests.tournaments.support import factories
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
MOST_OF_DIRECTORY = 45


@pytest.fixture
def neighbours(club, settings):
    """Two clubs more: one that shows its dates, one that shows nothing."""
    settings.INSTALLATION_NAME, settings.INSTALLATION_CONTACT = "Tarock im Mostviertel", "Ida Host, ida@tarock.example"
    Club.objects.filter(pk=club.pk).update(slug="linde", name="Runde zur Linde")
    made = {}
    for name in ("Nachbarn", "Stille"):
        other = made[name] = Club.objects.create(name=name, slug=name.lower())
        cup = factories.tournament(other, name=f"{name}cup")
        Tournament.objects.filter(pk=cup.pk).update(day=localdate() + timedelta(days=1))
    Publication.objects.create(club=made["Nachbarn"], dates=True)
    return made


def test_the_front_shows_what_the_clubs_show_together(neighbours):
    show("now", "results", "dates", "rules", "seasons")
    page = read("/")
    assert '<h1 class="front-name">Tarock im Mostviertel</h1>' in page
    ticket = page.partition('class="ticket"')[2].partition("</article>")[0]
    assert "Nachbarncup" in ticket
    assert 'href="/c/nachbarn/"' in ticket
    for sign in ("Läuftcup", "Adelheid", "Vorbeicup", "Ottokar", "Kommtcup", "Runde zur Linde", "Stille"):
        assert sign in page
    assert not [name for name in (*SECRET_NAMES, "Stillecup") if name in page]
    assert all(f'href="/c/{word}/"' in page for word in ("linde", "nachbarn", "stille"))


def test_what_a_club_does_not_show_is_not_there(neighbours):
    show("rules")
    page = read("/") + read(reverse("federation_calendar"))
    assert "Nachbarncup" in page
    hidden = ("Läuftcup", "Vorbeicup", "Kommtcup", "Ottokar", "Adelheid", "Stillecup")
    assert not [name for name in hidden if name in page]


def test_the_calendar_of_all_clubs_names_the_club(neighbours):
    show("dates")
    calendar = read(reverse("federation_calendar"))
    assert "Nachbarncup (Nachbarn)" in calendar
    assert "Kommtcup (Runde zur Linde)" in calendar


def test_where_nothing_is_shown_stand_the_clubs_alone(neighbours):
    show()
    Publication.objects.update(dates=False)
    page = read("/")
    assert 'class="ticket"' not in page
    assert "Nachbarn" in page


def test_the_installation_has_its_own_privacy_page(neighbours):
    assert 'href="/privacy/"' in read("/")
    page = read("/privacy/")
    assert "Tarock im Mostviertel: Ida Host" in page
    assert all(f'href="/c/{word}/privacy/"' in page for word in ("linde", "nachbarn", "stille"))
    assert "Startgeld" not in page, "that is each club's own"
    assert "Nachbarn" in read("/c/nachbarn/privacy/")
    assert "Ida Host" not in read("/c/nachbarn/privacy/")


def test_a_front_of_many_clubs_asks_no_more_than_that_of_two(neighbours):
    show("now", "results", "dates")
    read("/")
    Club.objects.bulk_create(Club(name=f"Runde {number}", slug=f"runde-{number}") for number in range(30))
    assert count_queries(Client(), "/") <= MOST_OF_DIRECTORY
