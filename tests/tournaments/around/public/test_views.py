"""Sharing standings, what messengers preview, and the search of visitors: never more than public pages show."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import GameTable
from tarockclub.kit.words import SOFT_HYPHEN
from tarockclub.models import Club, Person, Publication
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.support.small_tournament import create_small_season
from tests.tournaments.around.public.conftest import STAFF, play, publish, show
from tests.tournaments.support import acts
from tests.tournaments.support.factories import new_key
from tournaments.models import Season, Tournament
from tournaments.people.register.services import set_publicity
from tournaments.results.undo.services import withdraw_result
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings

pytestmark = pytest.mark.django_db
NAMES = ("Adelheid", "Balduin", "Cornelius", "Dietlinde")


@share_rows
def running():
    return play("Läuftcup", NAMES, ended=False).tournament


@share_rows
def hidden():
    return play("Geheimcup", ("Siegbert", "Traudl", "Ulrich", "Veronika"), ended=True, show_live=False).tournament


def read_german(name, *where, client=None):
    return (
        (client or Client(headers={"Accept-Language": "de"}))
        .get(reverse(name, args=where))
        .content.decode()
        .replace(SOFT_HYPHEN, "")
    )


def test_standings_are_shared_as_text_with_their_address_and_as_picture(running, pictures):
    page = read_german("share_standings", running.slug)
    text = page.split("<textarea")[1].split("</textarea>")[0]
    assert text.index("Adelheid") < text.index("Balduin") < text.index("Dietlinde")
    assert f"http://testserver/tournaments/{running.slug}/standings/" in text
    assert 'src="?picture=wide"' in page
    Client().get(reverse("share_standings", args=[running.slug]), {"picture": "wide"})
    assert [name for name in NAMES if name in pictures[0]] == list(NAMES)


def test_what_is_hidden_is_hidden_in_text_picture_and_preview_also_from_staff(hidden, pictures, director):
    for client in (Client(), director):
        for where in ([], [1]):
            kind = "round_standings" if where else "standings"
            page = read_german(f"share_{kind}", hidden.slug, *where, client=client)
            page += read_german(kind, hidden.slug, *where).split("</head>")[0]
            client.get(reverse(f"share_{kind}", args=[hidden.slug, *where]), {"picture": "wide"})
            assert "Siegbert" not in page + pictures[-1]
    publish(hidden, 1)
    assert "Siegbert" in read_german("share_round_standings", hidden.slug, 1)
    assert "Siegbert" not in read_german("share_standings", hidden.slug)


def test_public_pages_have_a_preview_and_private_ones_have_none(running, director):
    publish_season = create_small_season(running)
    for name, where in (("standings", [running.slug]), ("round_standings", [running.slug, 1])):
        assert 'property="og:image" content="http://testserver/' in read_german(name, *where)
    assert 'property="og:title" content="Jahrescup"' in read_german("season_standing", publish_season.slug)
    for name, where in (("tournament", [running.slug]), ("publication", []), ("share_standings", [running.slug])):
        assert "og:" not in read_german(name, *where, client=director)


PUBLIC = {
    "now": ("Läuftcup", "Adelheid", "Geheimcup"),  # of the last one everybody sees that it is played, and no names
    "dates": ("Kommtcup",),
    "results": ("Vorbeicup", "Ottokar", "Philomena"),
    "seasons": ("Jahreswertung", "Almturnier", "Walburga"),
}
PRIVATE = ("Siegbert", "Wirtshausgast", "Nochnieda", "Altesblatt")


def search(typed, client=None):
    """The texts that are found, and their addresses."""
    groups = (client or Client()).get("/search/", {"q": typed}).context["groups"]
    return {hit.text: hit.href for group in groups for hit in group.hits if group.title != "Hilfe"}


@pytest.mark.heavy_but("parts5")
@pytest.mark.parametrize("parts", [(), *((part,) for part in Publication.PARTS), Publication.PARTS])
def test_visitors_find_the_parts_that_are_shown_and_no_others(club, parts):
    show(*parts)
    table = str(GameTable.objects.filter(club=club)[0].slug)
    for name in (name for part in parts for name in PUBLIC.get(part, ())):
        hits = search(name.upper())
        assert list(hits) == [name]
        assert name in Client().get(hits[name], follow=True).content.decode(), hits[name]
    for name in (*(name for part, names in PUBLIC.items() if part not in parts for name in names), *PRIVATE):
        hits = search(name)
        assert name not in hits
        assert not any(table in href for href in hits.values())


def test_whoever_has_not_consented_or_was_erased_or_is_only_a_short_name_is_not_found_by_the_name(club):
    show("results")
    person = Person.objects.get(name="Ottokar")
    Person.objects.filter(pk=person.pk).update(name="Ottokar Hollerbusch")
    person.refresh_from_db()
    assert list(search("hollerbusch")) == ["Ottokar Hollerbusch"]
    set_publicity(person, Person.Publicity.SHORT)
    assert search("hollerbusch") == {}
    assert list(search("ottokar")) == ["Ottokar H."]
    set_publicity(person, Person.Publicity.NUMBER)
    assert search("ottokar") == search("hollerbusch") == {}
    set_publicity(person, Person.Publicity.FULL)
    Person.objects.filter(pk=person.pk).update(erased=timezone.now())
    assert search("ottokar") == {}


def test_what_is_withdrawn_or_archived_is_found_no_more(club):
    show("results")
    withdraw_result(Tournament.objects.get(name="Vorbeicup"), new_key(), 0, "verrechnet", STAFF)
    assert search("Vorbeicup") == search("Ottokar") == {}
    show("now")
    acts.set_archived(Tournament.objects.get(name="Läuftcup"), new_key())
    assert search("Läuftcup") == search("Adelheid") == {}


def test_two_clubs_find_each_their_own(club):
    show(*Publication.PARTS)
    Club.objects.filter(pk=club.pk).update(slug="hier")
    other = Club.objects.create(name="Nachbarn", slug="nachbarn")
    Publication.objects.create(club=other, seasons=True)
    create_season(new_key(), other, SeasonDetails("Nachbarwertung", SeasonSettings()))
    found = {
        prefix: [name for name in ("Jahreswertung", "Nachbarwertung") if name in _search_at(prefix, name)]
        for prefix in ("/c/hier", "/c/nachbarn")
    }
    assert found == {"/c/hier": ["Jahreswertung"], "/c/nachbarn": ["Nachbarwertung"]}
    stranger = log_in(make_account("director", other))
    own = {"Jahreswertung beginnen": reverse("new_year")}  # the page on which they begin a year of their own
    assert search("Jahreswertung", stranger) == own
    assert search("Ottokar", stranger) == {}


def _search_at(prefix, typed):
    groups = Client().get(f"{prefix}/search/", {"q": typed}).context["groups"]
    return [hit.text for group in groups for hit in group.hits]


def test_every_public_page_leads_visitors_to_the_search(club):
    show(*Publication.PARTS)
    over, running = (Tournament.objects.get(name=name) for name in ("Vorbeicup", "Läuftcup"))
    season = Season.objects.get(name="Jahreswertung")
    link = f'href="{reverse("search")}"'
    for address in (
        "/",
        reverse("coming"),
        reverse("standings", args=[running.slug]),
        reverse("edition", args=[over.slug, 0, 1]),
        reverse("season_standing", args=[season.slug]),
        reverse("sheets"),
    ):
        assert link in Client().get(address).content.decode().partition("</header>")[0], address
    table = GameTable.objects.filter(club=club)[0]
    assert link not in Client().get(reverse("table", args=[table.slug])).content.decode()  # who plays needs the room


def test_the_staff_finds_a_tournament_before_the_tables_of_its_players(club):
    Tournament.objects.filter(name="Geheimcup").update(name="Siegbert-Cup")
    groups = log_in().get("/search/", {"q": "siegbert cup"}).context["groups"]
    assert [group.title for group in groups][:1] == ["Turniere"]
    groups = [group.title for group in log_in().get("/search/", {"q": "siegbert"}).context["groups"]]
    assert groups.index("Turniere") < groups.index("Abende")
