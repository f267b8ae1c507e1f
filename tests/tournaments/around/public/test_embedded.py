"""Pages within other sites: only of a club that allows it, only there, as everybody sees them, leaving nothing."""

import pytest
from django.test import Client
from django.urls import reverse

from tarockclub.kit.words import SOFT_HYPHEN
from tarockclub.models import Person
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.publication import load_publication
from tests.scoring.support.tables import dreier, new_table
from tests.scoring.support.tables import play as play_hand
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.support.small_season import create_small_season
from tests.tournaments.around.public.conftest import play, publish, show
from tournaments.people.register.services import set_publicity

pytestmark = pytest.mark.django_db
SITE = "https://www.verein.example"


@share_rows
def addresses():
    """The pages that may be embedded, and a name that stands on each."""
    cup = play("Läuftcup", ("Adelheid", "Balduin", "Cornelius", "Dietlinde"), ended=False).tournament
    table = new_table()
    play_hand(table, dreier(0))
    season = create_small_season(cup)
    return {
        reverse("embed_standings", args=[cup.slug]): "Adelheid",
        reverse("embed_round_standings", args=[cup.slug, 1]): "Adelheid",
        reverse("embed_season", args=[season.slug]): "Spieler 1",
        reverse("embed_table", args=[table.slug]): "Anna",
    }


def read(client, name, *where):
    return client.get(reverse(name, args=where)).content.decode().replace(SOFT_HYPHEN, "")


def test_nothing_is_embedded_before_the_club_names_a_site(addresses):
    show("now", "results", "seasons")
    for client in (Client(), log_in(make_account("director"))):
        assert {client.get(address).status_code for address in addresses} == {404}


def test_only_the_named_sites_may_show_a_page_and_nothing_is_left_in_the_browser(addresses):
    show(origins=f"{SITE} https://zweite.example:8443")
    for address, name in addresses.items():
        answer = Client().get(address)
        page = answer.content.decode().replace(SOFT_HYPHEN, "")
        assert f"frame-ancestors {SITE} https://zweite.example:8443" in answer["Content-Security-Policy"]
        assert "script-src" not in answer["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer
        assert not answer.cookies
        assert page.count("<script") == page.count("/tournaments/pages/embedded.") == 1
        assert "csrf" not in page
        assert "<form" not in page
        assert 'data-seconds="' in page
        assert name in page


def test_all_other_pages_still_refuse_to_be_embedded(addresses):
    show(origins=SITE)
    for address in addresses:
        if "table" not in address:
            answer = Client().get(address.removeprefix("/embed").replace("/seasons/", "/tournaments/seasons/", 1))
            assert answer["X-Frame-Options"] == "DENY" or answer.status_code == 404
    answer = Client().get("/")
    assert (answer["X-Frame-Options"], "frame-ancestors 'none'" in answer["Content-Security-Policy"]) == ("DENY", True)


def test_what_is_not_public_is_not_embedded_either_whoever_looks(addresses, director):
    cup = play("Geheimcup", ("Siegbert", "Traudl", "Ulrich", "Veronika"), ended=True, show_live=False).tournament
    show(origins=SITE)
    for name, more in (("embed_standings", []), ("embed_round_standings", [1])):
        for client in (Client(), director):
            assert "Siegbert" not in read(client, name, cup.slug, *more)
    publish(cup, 1)
    assert "Siegbert" in read(Client(), "embed_round_standings", cup.slug, 1)
    assert "Siegbert" not in read(Client(), "embed_standings", cup.slug)


def test_an_embedded_table_names_people_as_public_pages_do():
    show(origins=SITE)
    table = new_table()
    play_hand(table, dreier(0))
    anna = Person.objects.get(name="Anna")
    set_publicity(anna, Person.Publicity.NUMBER)
    page = read(Client(), "embed_table", table.slug)
    assert "Anna" not in page
    assert page.count(f"Spieler {anna.number}") >= 2, "in the totals, and in the hand"
    assert "Berta" in page


@pytest.mark.parametrize(
    "typed",
    [
        "https://verein.example/seite",
        "verein.example",
        "https://*.example",
        "https://verein.example; script-src *",
        "'self'",
        "*",
        "https://verein.example\r\nX: y",
        "https://müller.example",
        " ".join(f"https://s{at}.example" for at in range(11)),
    ],
)
def test_a_site_is_an_origin_and_nothing_else(typed, director):
    assert director.post(reverse("publication"), {"what": "origins", "origins": typed}).status_code == 400
    assert load_publication(load_first_club()).origins == ""


def test_sites_are_kept_once_and_the_code_to_paste_names_the_page(addresses):
    director, page = log_in(make_account("director")), reverse("publication")
    typed = f"{SITE}/\n{SITE.upper()}\nhttps://zweite.example"
    assert director.post(page, {"what": "origins", "origins": typed}).status_code == 302
    assert load_publication(load_first_club()).origins == f"{SITE} https://zweite.example"
    assert f"http://testserver{next(iter(addresses))}" in director.get(page).content.decode()
