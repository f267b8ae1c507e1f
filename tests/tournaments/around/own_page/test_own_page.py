"""The own page: by a link that the staff gives, replaces and ends; others only by the names that everybody may see."""

import hashlib
import hmac

import pytest
from django.test import Client
from django.urls import reverse

from tarockclub.models import Person
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.server.page_cache import VersionCache
from tests.scoring.support.evenings import evening_of, play_hands
from tests.scoring.support.tables import dreier, rufer
from tests.support.accounts import log_in, make_account
from tests.support.pdf import look_at
from tests.tournaments.support import factories
from tournaments.around.own_page import page as selectors
from tournaments.around.own_page.services import end_link, find_person, give_links, set_page_public
from tournaments.models import Entrant, Tournament
from tournaments.people.entrants.own_codes import build_own_path, compute_code
from tournaments.people.register.selectors import set_people_settings
from tournaments.people.register.services import merge, set_publicity

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache(monkeypatch):
    """Nothing is remembered of another test's person, who had the same id."""
    monkeypatch.setattr(selectors, "_PAGES", VersionCache(64))


def give(person: Person, key: str = "") -> str:
    return give_links(person.club, [person], key or factories.new_key())[person.pk]


def open_page(secret: str):
    return Client().get(reverse("own_page", args=[secret]))


@pytest.fixture
def anna() -> Person:
    of = factories.tournament()
    return factories.enter_people(of, "Anna Maier", "Berta Berg")[0].person


def test_a_link_opens_the_page_until_it_is_replaced_or_ended(anna):
    key = factories.new_key()
    first = give(anna, key)
    assert give(anna, key) == first  # the same tap
    page = open_page(first)
    assert page.status_code == 200
    assert "Anna Maier" in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert page["X-Robots-Tag"] == "noindex"
    second = give(anna)
    assert [open_page(secret).status_code for secret in (first, second, "0" * 32, "x")] == [404, 200, 404, 404]
    assert first not in Person.objects.get(pk=anna.pk).page_digest
    end_link(anna)
    assert open_page(second).status_code == 404


def test_tournaments_under_simulated_time_do_not_count_and_the_page_says_so(anna):
    said = "Turniere mit simulierter Zeit sind Versuche"
    assert said not in open_page(give(anna)).content.decode()
    Tournament.objects.update(lapse=True)
    assert said in open_page(give(Person.objects.get(name="Berta Berg"))).content.decode()


def test_who_tries_many_links_is_refused():
    client = Client()
    codes = [client.get(reverse("own_page", args=[f"{number:032x}"])).status_code for number in range(62)]
    assert (codes[0], codes[-1]) == (404, 403)


def test_an_erased_or_merged_person_has_no_page(anna):
    berta = Person.objects.get(name="Berta Berg")
    secret, other = give(anna), give(berta)
    merge(anna, berta)
    assert [find_person(other), find_person(secret)] == [None, anna]
    erase(anna)
    assert find_person(secret) is None


def test_everybody_may_open_it_only_where_club_and_person_agreed(anna):
    slug = anna.entrants.get().tournament.slug
    address = reverse("public_person", args=[slug, 1])
    assert Client().get(address).status_code == 404
    set_page_public(anna, public=True)
    assert Client().get(address).status_code == 404
    set_people_settings(anna.club, (), shows_towns=False, links_pages=True)
    page = reverse("person_page", args=[anna.number])
    assert Client().get(address)["Location"].endswith(page)
    assert Client().get(page).status_code == 200
    player = Client().get(reverse("tournament_player", args=[slug, 1]))
    assert page in player.content.decode()
    set_publicity(anna, "number")
    assert Client().get(page).status_code == 404
    assert Client().get(address).status_code == 404


def test_everybody_sees_nothing_about_others_and_no_table(anna):
    table = evening_of()
    play_hands(table, rufer(0), dreier(0), dreier(1, result="lost"))
    person = anna.entrants.get().person
    merge(person, Person.objects.get(name="Anna"))
    set_page_public(person, public=True)
    set_people_settings(anna.club, (), shows_towns=False, links_pages=True)
    html = Client().get(reverse("person_page", args=[person.number])).content.decode()
    assert "Eigene Spiele" in html
    assert str(table.slug) not in html
    assert not [name for name in ("Berta", "Cilli", "Dora", "Gegeneinander") if name in html]


def test_the_page_names_others_only_as_everybody_may_see_them():
    play_hands(evening_of(), rufer(0), dreier(0), dreier(1, result="lost"))
    anna, berta = (Person.objects.get(name=name) for name in ("Anna", "Berta"))
    set_publicity(berta, "number")
    page = open_page(give(anna))
    html = page.content.decode()
    assert f"Spieler {berta.number}" in html
    assert "Berta" not in html
    assert "/people/" not in html.replace("/people/mine/", "")
    assert "/statistics/" not in html
    [against] = [section["list"] for section in page.context["sections"] if section["list"].caption == "Gegeneinander"]
    rows = {str(cells[0].text): [str(cell.text) for cell in cells[1:]] for cells in map(list, against.rows)}
    assert rows[f"Spieler {berta.number}"][:2] == ["1", "1"]  # Anna was ahead at the one table


def test_the_staff_gives_links_and_prints_cards(anna):
    client = log_in(make_account("director", anna.club))
    key = factories.new_key()
    page = client.post(reverse("person_link", args=[anna.number]), {"key": key, "what": "give"})
    assert "/people/mine/" in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    card = client.post(reverse("member_cards"), {"key": factories.new_key(), "person": [anna.pk]})
    assert anna.name in look_at(card.content)[0].text
    assert Client().get(reverse("person_link", args=[anna.number])).status_code == 302


def test_the_staff_replaces_the_codes_of_a_person_and_those_printed_before_hold_until_then(anna, settings):
    entrant = anna.entrants.select_related("tournament").get()
    other = Entrant.objects.select_related("tournament").exclude(pk=entrant.pk).get()
    said = f"tournaments.door:{entrant.tournament.slug}:{entrant.pk}".encode()  # as 1.0 has printed them
    printed = hmac.new(settings.BOOK_KEY.encode(), said, hashlib.sha256).hexdigest()[:16]
    code, kept = build_own_path(entrant), build_own_path(other)
    assert code == reverse("own_place", args=[entrant.tournament.slug, printed])
    staff = log_in(make_account("director", anna.club))
    answer = staff.post(reverse("person_link", args=[anna.number]), {"key": factories.new_key(), "what": "codes"})
    assert answer.status_code == 302
    entrant.refresh_from_db()
    addresses = (code, build_own_path(entrant), kept)
    assert [Client().get(address).status_code for address in addresses] == [404, 200, 200]
    assert compute_code(entrant.tournament, entrant) != f"{int(printed, 16) % 10**6:06d}"
