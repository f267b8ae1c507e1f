"""Places and trails on pages, and the next step on empty lists: what each reader may open, and nothing else."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tarockclub.models import Club
from tests.scoring.support.tables import new_table
from tests.support import phones
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.support.small_tournament import create_small_season, create_small_tournament

pytestmark = pytest.mark.django_db
TRAIL = re.compile(r'<nav class="trail".*?</nav>', re.DOTALL)
PLACES = re.compile(r'<nav class="places".*?</nav>', re.DOTALL)
LINK = re.compile(r'<a href="([^"]+)"')


@share_rows
def tournament():
    return create_small_tournament()


def read_links(pattern, client, address):
    """The addresses within a part of a page; () where the part is missing."""
    page = client.get(address).content.decode()
    found = pattern.search(page)
    return LINK.findall(found[0]) if found else []


def read_part(pattern, page):
    """A part of a page; "" where it is missing."""
    found = pattern.search(page)
    return found[0] if found else ""


def of(tournament, route, **more):
    return reverse(route, kwargs={"slug": tournament.slug, **more})


def test_the_trail_of_a_deep_page_leads_up_step_by_step(director, tournament):
    links = read_links(TRAIL, director, of(tournament, "ruling", number=1, table=1))
    assert links == [
        reverse("tournaments"),
        of(tournament, "tournament"),
        of(tournament, "desk", number=1),
        of(tournament, "desk_table", number=1, table=1),
    ]
    page = director.get(of(tournament, "cash_receipts")).content.decode()
    assert tournament.name in read_part(TRAIL, page)
    assert "Kassa" in read_part(TRAIL, page)


def test_a_page_that_may_not_be_opened_is_left_out_of_the_trail(tournament):
    seats = of(tournament, "seats", number=1)
    assert read_links(TRAIL, log_in(), seats) == [reverse("tournaments"), of(tournament, "tournament")]
    assert read_links(TRAIL, Client(), seats) == ["/", of(tournament, "standings")]
    stranger = log_in(make_account("director", Club.objects.create(name="Nachbarn")))
    assert read_links(TRAIL, stranger, seats) == ["/", of(tournament, "standings")]
    assert read_links(TRAIL, Client(), of(tournament, "results")) == ["/"]


def test_a_season_and_the_rules_have_their_trails_too(director, tournament):
    season = create_small_season(tournament)
    assert read_links(TRAIL, director, of(season, "season_cash")) == [reverse("seasons"), of(season, "season")]
    assert read_links(TRAIL, Client(), reverse("sheet", args=["treffpunkt"])) == [reverse("sheets")]


def test_the_way_back_may_be_another_address(director, tournament):
    links = read_links(TRAIL, director, of(tournament, "entrant", number=2))
    assert links[-1] == of(tournament, "entrants") + "?q=2"


def test_each_reader_sees_the_places_that_he_may_open(director):
    shared = [reverse(route) for route in ("evenings", "tournaments", "seasons", "statistics", "sheets")]
    assert read_links(PLACES, director, "/") == [*shared, reverse("club"), reverse("everything")]
    assert read_links(PLACES, log_in(), "/") == [*shared, reverse("everything")]
    for place in read_links(PLACES, director, "/"):
        assert director.get(place).status_code == 200
    secretary = log_in()
    for place in read_links(PLACES, secretary, "/"):
        assert secretary.get(place).status_code == 200


def test_a_visitor_sees_no_place_and_among_all_pages_only_what_he_may_open(client):
    visitor = Client()
    for page in ("/", "/sheets/", "/everything/", "/search/"):
        assert read_links(PLACES, visitor, page) == []
    page = visitor.get("/everything/").content.decode().partition('class="all-pages"')[2]
    links = LINK.findall(page.partition("</main>")[0])
    assert reverse("sheets") in links
    assert all(visitor.get(link).status_code == 200 for link in links)


def test_a_secretary_finds_no_page_of_the_director_among_all_pages(director):
    def links(reader):
        return set(LINK.findall(reader.get("/everything/").content.decode().partition("<main")[2]))

    secretary = log_in()
    assert {reverse("club"), reverse("backups"), reverse("new_tournament")} <= links(director) - links(secretary)
    assert all(secretary.get(link).status_code == 200 for link in links(secretary) if not link.startswith("#"))


def test_the_place_of_a_page_is_marked(director, tournament):
    def read_marks(address):
        places = read_part(PLACES, director.get(address).content.decode())
        return re.findall(r'href="([^"]+)"\s+aria-current="(\w+)"', places)

    assert read_marks(reverse("tournaments")) == [(reverse("tournaments"), "page")]
    assert read_marks(of(tournament, "cash_box")) == [(reverse("tournaments"), "true")]
    assert read_marks("/") == []


def test_no_bar_stands_at_a_table_on_a_wall_or_on_the_door(director, tournament):
    slug = new_table().slug
    for page in (f"/tables/{slug}/", f"/tables/{slug}/tablet/", of(tournament, "projector")):
        assert read_links(PLACES, director, page) == []
    assert read_links(PLACES, phones.Client(), f"/tables/{slug}/settlement/") == []


def test_a_table_asks_nothing_more_of_the_database_for_the_navigation(director):
    slug = new_table().slug
    with CaptureQueriesContext(connection) as asked:
        director.get(f"/tables/{slug}/")
        director.get(f"/tables/{slug}/live/")
    assert not [query["sql"] for query in asked if "tournaments_round" in query["sql"] and "closed" in query["sql"]]
    assert not [query["sql"] for query in asked if '"started" >=' in query["sql"]]


def test_no_title_repeats_itself(director):
    page = director.get(reverse("statistics")).content.decode()
    assert page.partition("<title>")[2].partition("</title>")[0] == "Statistik · Tarockclub"


STEPS = {"evenings": "start", "tournaments": "new_tournament", "seasons": "new_season", "statistics": "start"}
OF_DIRECTORS = ("tournaments", "seasons")


def read_empty(client, address):
    """The words that stand there instead of a list."""
    return client.get(address).content.decode().partition('<div class="empty">')[2].partition("</div>")[0]


@pytest.mark.parametrize("page", STEPS)
def test_an_empty_list_offers_the_next_step_once(page):
    director = log_in(make_account("director"))
    said = read_empty(director, reverse(page))
    assert f'href="{reverse(STEPS[page])}"' in said
    main = director.get(reverse(page)).content.decode().partition("<main")[2].partition("</main>")[0]
    assert main.count(f'href="{reverse(STEPS[page])}"') == 1
    assert director.get(reverse(STEPS[page])).status_code == 200


@pytest.mark.parametrize("page", OF_DIRECTORS)
def test_a_secretary_is_offered_no_step_that_is_not_his(page):
    said = read_empty(log_in(), reverse(page))
    assert "<p>" in said
    assert "href" not in said


def test_who_finds_nothing_in_a_list_may_look_everywhere():
    said = read_empty(log_in(), reverse("evenings") + "?q=Öhler+%26")
    assert f'href="{reverse("search")}?q=%C3%96hler%20%26"' in said
