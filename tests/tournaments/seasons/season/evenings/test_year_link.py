"""A secret link opens a year that the club does not show: the page, its picture, its lines, and nothing behind them."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tarockclub.models import Club, Person
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.publication import change_publication
from tests.scoring.support.tables import dreier, new_key
from tests.support.accounts import log_in, make_account
from tests.tournaments.seasons.season.evenings.year import evening, year
from tests.tournaments.seasons.season.seasons import at, day, end_season, person, season, text_of
from tournaments.models import Season

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    """A year with one evening."""
    of = year()
    evening(dreier(0))
    return of


@pytest.fixture
def director():
    """The director of the club."""
    return log_in(make_account("director"))


def tap(client: Client, cup: Season, what: str = "give", key: str = "") -> str:
    """Give a link or take it back; return the address of the page that it opens, "" if none is shown."""
    page = client.post(at("season_link", cup), {"what": what, "key": key or new_key()}, follow=True)
    assert page.status_code == 200
    link = re.search(r"/tournaments/seasons/link/[0-9a-f]{32}/", page.content.decode())
    return link[0] if link else ""


def test_whoever_has_the_link_sees_the_year_without_the_log_in(cup, director):
    address = tap(director, cup)
    page = Client().get(address)
    assert page.status_code == 200
    assert "Anna führt" in text_of(page)
    berta = Client().get(f"{address}?who={person('Berta').number}")
    assert "Anna" in text_of(berta)
    assert (page["X-Robots-Tag"], page["Referrer-Policy"]) == ("noindex", "same-origin")
    assert "no-store" in page["Cache-Control"]
    picture = Client().get(f"{address}square.png")
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/png")
    end_season(cup)
    assert "Anna gewinnt mit +15" in text_of(Client().get(address))
    assert Client().get(f"{address}wide.png")["X-Robots-Tag"] == "noindex"


def test_nothing_on_the_page_asks_for_the_log_in(cup, director):
    page = Client().get(tap(director, cup)).content.decode()
    main = page.partition('<main id="main">')[2].partition("</main>")[0]
    links = [link for link in re.findall(r'href="([^"#?]+)', main) if not link.startswith("/tournaments/seasons/link/")]
    assert str(cup.slug) not in main
    assert {Client().get(link).status_code for link in links} <= {200}


def test_the_link_is_shown_once_and_only_its_hash_is_kept(cup, director):
    secret = tap(director, cup).split("/")[-2]
    assert secret not in director.get(at("season", cup)).content.decode()
    assert secret not in director.get(at("season_log", cup)).content.decode()
    assert secret not in f"{Season.objects.values_list().get()}"


def test_a_tap_that_arrives_twice_makes_one_link_and_another_tap_a_new_one(cup, director):
    key = new_key()
    first = tap(director, cup, key=key)
    assert tap(director, cup, key=key) == first
    second = tap(director, cup)
    assert second != first
    assert [Client().get(link).status_code for link in (first, second)] == [404, 200]


def test_one_tap_takes_it_back_and_the_log_names_both(cup, director):
    address = tap(director, cup)
    assert tap(director, cup, "end") == ""
    for path in (address, f"{address}square.png", f"{address}?who=1"):
        assert Client().get(path).status_code == 404
    log = text_of(director.get(at("season_log", cup)))
    assert "der geheime Link zum Jahr wurde zurückgenommen" in log
    assert "ein geheimer Link öffnet das Jahr" in log


@pytest.mark.heavy_but("00000000000000000000000000000000")
@pytest.mark.parametrize("secret", ["0" * 32, "x", "0" * 31, "Ä", "f" * 64])
def test_a_wrong_link_is_an_unknown_page(cup, director, secret):
    tap(director, cup)
    assert Client().get(reverse("linked_year", args=[secret])).status_code == 404
    assert Client().get(f"/tournaments/seasons/link/{secret}/square.png").status_code == 404


def test_a_season_without_a_link_is_opened_by_none(cup):
    assert Client().get("/tournaments/seasons/link//").status_code == 404
    assert not Season.objects.get().link_digest


@pytest.mark.parametrize("role", ["secretary", "treasurer", "watcher"])
def test_only_the_director_gives_it(cup, role):
    client = log_in(make_account(role))
    assert client.post(at("season_link", cup), {"what": "give", "key": new_key()}).status_code == 403
    assert "Link erstellen" not in text_of(client.get(at("season", cup)))


def test_other_clubs_give_none(cup):
    stranger = log_in(make_account("director", Club.objects.create(name="Nachbarn", slug="nachbarn")))
    assert stranger.post(at("season_link", cup), {"what": "give", "key": new_key()}).status_code == 404


def test_names_stand_there_as_each_person_has_agreed(cup, director):
    Person.objects.filter(name="Anna").update(shown_as="Spielerin 7")
    address = tap(director, cup)
    assert "Spielerin 7 führt" in text_of(Client().get(address))
    assert "Anna" not in text_of(Client().get(address))


def test_a_year_that_is_shown_needs_no_link_any_more(cup, director):
    address = tap(director, cup)
    change_publication(load_first_club(), {"seasons": True})
    assert Client().get(address)["Location"] == at("season_standing", cup)
    assert "geheimer Link" not in text_of(director.get(at("season", cup)))
    change_publication(load_first_club(), {"seasons": False})
    assert Client().get(address).status_code == 200


def test_an_ended_year_can_be_linked_and_an_archived_club_shows_none(cup, director):
    end_season(cup)
    address = tap(director, cup)
    assert "Endstand" in text_of(Client().get(address))
    Club.objects.update(archived=cup.made)
    assert Client().get(address).status_code == 404


def test_the_season_s_home_offers_no_link_where_everybody_may_see_it(director):
    cup = season()
    day(cup, "Anna", "Berta")
    assert "geheimer Link" not in text_of(director.get(at("season", cup)))


def test_there_is_no_site_of_a_year_that_is_not_shown(cup, director):
    page = director.get(at("season_internet", cup))
    assert "nicht allen gezeigt" in text_of(page)
    assert reverse("publication") in page.content.decode()
    assert 'value="zip"' not in page.content.decode()
    assert director.post(at("season_internet", cup), {"what": "zip", "key": new_key()}).status_code == 409
    change_publication(load_first_club(), {"seasons": True})
    assert 'value="zip"' in director.get(at("season_internet", cup)).content.decode()
