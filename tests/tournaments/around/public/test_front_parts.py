"""The front of an installation with several clubs, and the list of results: each read once, as it is now."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localdate

from tarockclub.models import Club, Person, Publication
from tarockclub.office.privacy.erasing import erase
from tests.support.clients import count_queries
from tests.tournaments.around.public.conftest import show
from tests.tournaments.around.public.test_front import SECRET_NAMES, read
from tests.tournaments.seasons.season.seasons import person, play_tournament, publish, season
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.around.public import front
from tournaments.around.public.front import filter_published, load_kept_results
from tournaments.models import Tournament
from tournaments.people.invitations.actions import InvitationDetails
from tournaments.people.register.services import merge, rename, set_publicity

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


def test_the_clubs_stand_with_their_next_date_and_what_they_play_now(neighbours):
    cup = Tournament.objects.get(name="Nachbarncup")
    details = InvitationDetails(is_public=True, most=8, registration="ask", place="Alte Post")
    acts.change_invitation(cup.pk, new_key(), details)
    show("now", "evenings")
    page = re.sub(
        r"\s+",
        " ",
        re.sub(r"<svg.*?</svg>|<[^>]+>", " ", read("/").partition('class="front-clubs"')[2], flags=re.DOTALL),
    )
    tomorrow = date_format(localdate() + timedelta(days=1), "D, j. M")
    assert f"Nachbarn Alte Post {tomorrow} 8 frei" in page
    assert re.search(r"Runde zur Linde heute 3 Tische Stille", page)
    assert "Gerade wird an" in read("/")
    ticket = read("/").partition('class="ticket"')[2].partition("</article>")[0]
    assert f'href="/c/nachbarn/tournaments/{cup.slug}/sign-up/"' in ticket
    assert Client().get(f"/c/nachbarn/tournaments/{cup.slug}/sign-up/").status_code == 200


def test_a_date_that_is_cancelled_is_no_ticket_of_several_clubs_but_says_so_in_the_list(neighbours):
    show()
    acts.cancel(Tournament.objects.get(name="Nachbarncup"), new_key())
    page = read("/")
    assert 'class="ticket' not in page
    assert re.search(r"Nachbarncup.*?Abgesagt\.</b> Wasserschaden", page, re.DOTALL)
    calendar = read(reverse("federation_calendar"))
    assert "STATUS:CANCELLED" in calendar
    assert "STATUS:CONFIRMED" not in calendar


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


@pytest.fixture
def reads(monkeypatch):
    """The tournaments whose result was read, and one that is over."""
    found, really = [], front.load_published_result

    def load(row):
        found.append(row.pk)
        return really(row)

    monkeypatch.setattr(front, "load_published_result", load)
    return found, play_tournament(season(), "Anna", "Bert", "Carl")


def list_winners(of):
    """The winners of all results of a club."""
    results = load_kept_results(filter_published(of.club))
    return [(result.name, result.winners, result.players) for result in results if result is not None]


def test_a_result_is_read_once_for_each_version(reads):
    found, of = reads
    assert list_winners(of) == list_winners(of) == [("Turnier", ("Anna",), 3)]
    assert found == [of.pk]
    publish(of, ("Bert", "Anna"))
    assert list_winners(of) == [("Turnier", ("Bert",), 2)]
    Tournament.objects.filter(pk=of.pk).update(name="Gansltarock")
    assert list_winners(of) == [("Gansltarock", ("Bert",), 2)]
    assert found == [of.pk] * 3


@pytest.mark.parametrize(
    ("change", "name"),
    [
        (lambda who: rename(who, "Anna Maier"), "Anna Maier"),
        (lambda who: set_publicity(who, Person.Publicity.SHORT), "A."),
        (lambda who: merge(person("Dora"), who), "Dora"),
        (erase, "Spieler"),
    ],
)
def test_names_are_those_of_now(reads, change, name):
    _found, of = reads
    play_tournament(season(name="Anderer"), "Dora")
    list_winners(of)
    change(person("Anna"))
    assert any(winners[0].startswith(name) for _name, winners, _players in list_winners(of))
    assert not any(winners == ("Anna",) for _name, winners, _players in list_winners(of))
