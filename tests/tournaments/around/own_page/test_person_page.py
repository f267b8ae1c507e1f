"""The one page of a person: the staff's with its tools, everybody's only as far as person and club agreed."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.engine.points import SIXTHS
from tarockclub.models import Club, LogEntry, Person
from tarockclub.platform.accounts.club_log import Kind
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.publication import change_publication
from tarockclub.platform.server.page_cache import VersionCache
from tests.scoring.support.tables import dreier
from tests.support.accounts import log_in, make_account
from tests.tournaments.seasons.season.evenings.year import evening, year
from tests.tournaments.seasons.season.seasons import at, person, text_of
from tournaments.around.own_page import page as selectors
from tournaments.around.own_page.services import set_page_public
from tournaments.people.register.selectors import set_people_settings
from tournaments.people.register.services import merge, set_publicity

pytestmark = pytest.mark.django_db
DAYS = ((2026, 1, 7, 19), (2026, 2, 4, 19), (2026, 3, 4, 19))


@pytest.fixture(autouse=True)
def _empty_cache(monkeypatch):
    """Nothing is remembered of another test's person, who had the same id."""
    monkeypatch.setattr(selectors, "_PAGES", VersionCache(64))


@pytest.fixture
def cup():
    """A year with three evenings: Anna wins twice, then loses."""
    of = year()
    for when, result in zip(DAYS, ("won", "won", "lost"), strict=True):
        evening(dreier(0, result=result), when=when)
    return of


def find_page(name: str = "Anna") -> str:
    return reverse("person_page", args=[person(name).number])


def agree(name: str = "Anna") -> None:
    """The club links to pages, and the person has agreed."""
    set_people_settings(load_first_club(), (), shows_towns=False, links_pages=True)
    set_page_public(person(name), public=True)


def test_the_staff_sees_the_page_with_its_tools_and_the_look_is_noted(cup):
    page = log_in(make_account("watcher")).get(find_page())
    html = page.content.decode()
    for route in ("person", "player_statistics", "person_link"):
        assert reverse(route, args=[person("Anna").number]) in html
    assert reverse("person_privacy", args=[person("Anna").number]) not in html
    assert find_page("Berta") in html  # partners and rivals lead to their own pages
    assert "<small>an 3 Tischen</small>" in html.partition("Alle Jahre")[2]
    [look] = LogEntry.objects.filter(kind=Kind.LOOKED)
    assert look.about_id == person("Anna").pk
    director = log_in(make_account("director")).get(find_page()).content.decode()
    assert reverse("person_privacy", args=[person("Anna").number]) in director


def test_the_year_stands_above_with_the_last_evenings_and_the_places(cup):
    page = log_in(make_account("watcher")).get(find_page())
    shown = page.context["page"].year
    assert (shown.row.facts[1], shown.evenings, len(shown.columns.columns)) == ("3", 3, 3)
    assert [column.label for column in shown.columns.columns] == ["7.1.", "4.2.", "4.3."]
    assert [column.is_loss for column in shown.columns.columns] == [False, False, True]
    assert shown.places.lines[0].ending == shown.row.rank == "1."
    berta = log_in(make_account("watcher")).get(find_page("Berta")).context["page"].year
    assert berta.places.lines[0].last == -2 * SIXTHS  # second, with Cilli and Dora
    assert "Die letzten 3 Abende" in text_of(page)
    assert at("season_standing", cup) in page.content.decode()


def test_everybody_sees_it_only_where_both_agreed_and_the_year_only_where_the_club_shows_it(cup):
    assert Client().get(find_page()).status_code == 404
    agree()
    hidden = Client().get(find_page())
    assert (hidden.status_code, hidden.context["page"].year) == (200, None)
    assert str(cup.slug) not in hidden.content.decode()
    change_publication(load_first_club(), {"seasons": True})
    page = Client().get(find_page())
    assert page.context["page"].year.row.facts[1] == "3"
    main = page.content.decode().partition('<main id="main">')[2].partition("</main>")[0]
    assert not [name for name in ("Berta", "Cilli", "Dora") if name in main]
    assert "/evenings/" not in main
    assert Client().get(find_page("Berta")).status_code == 404
    set_page_public(person("Anna"), public=False)
    assert Client().get(find_page()).status_code == 404


def test_the_staff_of_another_club_sees_what_everybody_sees(cup):
    Club.objects.filter(pk=load_first_club().pk).update(slug="linde")
    other = log_in(make_account("director", Club.objects.create(name="Andere Runde", slug="andere")))
    page = f"/c/linde{find_page()}"
    assert other.get(page).status_code == 404
    agree()
    main = other.get(page).content.decode().partition('<main id="main">')[2]
    assert "Berta" not in main
    assert reverse("player_statistics", args=[person("Anna").number]) not in main


def test_both_switches_of_a_public_page_stand_at_one_place_for_whoever_may_turn_them(cup):
    anna = person("Anna")
    pages = [reverse(name, args=[anna.number]) for name in ("person", "person_link")]
    director, secretary = (log_in(make_account(role)) for role in ("director", "secretary"))
    for turn in (
        lambda: agree(),
        lambda: set_publicity(anna, "number"),
        lambda: set_people_settings(anna.club, (), shows_towns=False, links_pages=False),
    ):
        for page in pages:
            text = text_of(director.get(page))
            opens = Client().get(find_page()).status_code == 200
            assert ("Alle können die eigene Seite öffnen." in text) == opens
            anna.refresh_from_db()
            said = re.findall(r"(?:Der Verein verlinkt solche Seiten|Die Person ist einverstanden): (Ja|Nein)", text)
            assert said == ["Ja" if is_so else "Nein" for is_so in (anna.club.links_pages, anna.page_public)]
            assert ("keine solche Seite" in text) == (anna.publicity == "number")
        turn()
    settings = reverse("people_settings")
    assert [settings in client.get(page).content.decode() for client in (director, secretary) for page in pages] == [
        *(True, True),
        *(False, False),
    ]
    assert "auf ihrer Seite im Register: 1" in text_of(director.get(settings))


def test_a_merged_person_is_the_one_who_is_kept(cup):
    anna, berta = person("Anna"), person("Berta")
    page = find_page("Berta")
    client = log_in(make_account("director"))
    evening(dreier(0), names=("Emil", "Frieda", "Gerti", "Hans"), when=(2026, 3, 11, 19))
    hans = person("Hans")
    merge(berta, hans)
    assert client.get(reverse("person_page", args=[hans.number]))["Location"] == page
    agree("Berta")
    assert Client().get(page).status_code == 200
    assert Client().get(reverse("person_page", args=[hans.number])).status_code == 404, "who was merged with whom"
    assert client.get(page).context["page"].year.row.facts[1] == "4"
    assert anna.pk != berta.pk


def test_the_season_of_a_person_leads_there_where_one_may_open_it(cup):
    change_publication(load_first_club(), {"seasons": True})
    place = at("season_player", cup, number=person("Anna").number)
    assert find_page() not in Client().get(place).content.decode()
    agree()
    for client in (Client(), log_in(make_account("watcher"))):
        assert find_page() in client.get(place).content.decode()
    register = log_in(make_account("director")).get(reverse("person", args=[person("Anna").number]))
    assert find_page() in register.content.decode()


def count_queries(client: Client) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(find_page()).status_code == 200
    return len(queries)


@pytest.mark.heavy
def test_more_evenings_cost_no_more_queries_and_the_page_stays_light(cup, monkeypatch):
    agree()
    change_publication(load_first_club(), {"seasons": True})
    client = Client()
    client.get(find_page())
    monkeypatch.setattr(selectors, "_PAGES", VersionCache(64))
    few = count_queries(client)
    for day in range(1, 13):
        evening(dreier(0), when=(2026, 4, day, 19))
    client.get(find_page())  # adds the tables up
    monkeypatch.setattr(selectors, "_PAGES", VersionCache(64))
    assert count_queries(client) <= few
    page = client.get(find_page())
    assert page.context["page"].year.evenings == 10
    assert len(page.content) < 30_000


def test_an_erased_or_unknown_person_has_none_for_everybody(cup):
    agree()
    Person.objects.filter(pk=person("Anna").pk).update(publicity="number")
    assert Client().get(find_page()).status_code == 404
    assert Client().get(reverse("person_page", args=[999])).status_code == 404
