"""The own page by a link that the staff gives, and a person's page by a name that everybody may see."""

import hashlib
import hmac
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tarockclub.kit.time_source import now
from tarockclub.models import Club, LogEntry, Person
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts.club_log import Kind
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.publication import change_publication
from tarockclub.platform.server.page_cache import VersionCache
from tests.scoring.support.evenings import evening_of, play_hands
from tests.scoring.support.tables import dreier, rufer
from tests.support.accounts import log_in, make_account
from tests.support.pdf import look_at
from tests.tournaments.seasons.season.evenings.year import evening, year
from tests.tournaments.seasons.season.seasons import at, person, text_of
from tests.tournaments.support import acts, factories
from tournaments.around.own_page import page as selectors
from tournaments.around.own_page.services import end_link, find_person, give_links, set_page_public
from tournaments.hall.standing import players
from tournaments.models import Entrant, Tournament
from tournaments.people.entrants.own_codes import build_own_path, compute_code
from tournaments.people.invitations.actions import InvitationDetails
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


def test_everybody_may_open_it_only_where_club_and_person_agreed(anna, monkeypatch):
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
    Tournament.objects.update(ended=now())
    monkeypatch.setattr(players, "PROGRESS_CACHE", VersionCache(8))
    assert Client().get(reverse("tournament_player", args=[slug, 1]))["Location"] == f"{page}?tournament={slug}#opened"
    assert Client().get(reverse("tournament_player", args=[slug, 2])).status_code == 200
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
    html = Client().get(reverse("person_page", args=[person.number]), {"numbers": "1"}).content.decode()
    assert "Eigene Spiele" in html
    assert str(table.slug) not in html
    assert not [name for name in ("Berta", "Cilli", "Dora", "Gegeneinander") if name in html]


def test_the_page_names_others_only_as_everybody_may_see_them():
    play_hands(evening_of(), rufer(0), dreier(0), dreier(1, result="lost"))
    anna, berta = (Person.objects.get(name=name) for name in ("Anna", "Berta"))
    set_publicity(berta, "number")
    page = Client().get(reverse("own_page", args=[give(anna)]), {"numbers": "1"})
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


DAYS = ((2026, 1, 7, 19), (2026, 2, 4, 19), (2026, 3, 4, 19))


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
    assert re.search(rf"Summe</dt>\s*<dd>{re.escape(shown.row.points)}</dd>", page.content.decode())
    berta = log_in(make_account("watcher")).get(find_page("Berta")).context["page"].year
    assert berta.places.lines[0].values[-1] == "2."  # second, with Cilli and Dora
    assert "Die letzten 3 Abende" in text_of(page)
    assert re.search(rf"Summe</dt>\s*<dd>{re.escape(shown.row.points)}</dd>", text_of(page))
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
    for client, shows in ((secretary, False), (director, True)):
        sent = {"key": factories.new_key(), "what": "public", "public": "1", "club": "1"}
        assert client.post(pages[1], sent).status_code == 302
        assert Club.objects.get(pk=anna.club_id).links_pages is shows
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
    place, standing = at("season_player", cup, number=person("Anna").number), at("season_standing", cup)
    assert Client().get(place)["Location"] == f"{standing}?who={person('Anna').number}#days-of"
    agree()
    for client in (Client(), log_in(make_account("watcher"))):
        assert client.get(place)["Location"] == f"{find_page()}?season={cup.slug}#opened"
        days = client.get(place, follow=True).context["opened"]["days"]["events"]
        assert [(day["place"], day["counts"]) for day in days] == [("1. von 4", True)] * 2 + [("4. von 4", True)]
    assert find_page() in Client().get(reverse("search"), {"q": "Anna"}).content.decode()
    change_publication(load_first_club(), {"seasons": False})
    assert Client().get(find_page(), {"season": str(cup.slug)}).context["opened"] == {}
    assert Client().get(find_page(), {"season": "x", "tournament": "y"}).context["opened"] == {}
    register = log_in(make_account("director")).get(reverse("person", args=[person("Anna").number]))
    assert find_page() in register.content.decode()


def test_partners_and_rivals_stand_on_a_public_page_if_they_have_agreed_too(monkeypatch):
    play_hands(evening_of(), rufer(0), dreier(0), dreier(1))
    agree()
    assert not [name for name in ("Berta", "Cilli", "Dora") if name in read_main(Client().get(find_page()))]
    agree("Berta")
    agree("Cilli")
    monkeypatch.setattr(selectors, "_PAGES", VersionCache(64))
    page = Client().get(find_page())
    assert {row.name for row in page.context["rivals"]} == {"Berta", "Cilli"}
    assert find_page("Berta") in read_main(page)
    set_publicity(person("Cilli"), "number")
    monkeypatch.setattr(selectors, "_PAGES", VersionCache(64))
    main = read_main(Client().get(find_page(), {"numbers": "1"}))
    assert not [name for name in ("Cilli", f"Spieler {person('Cilli').number}", "Dora") if name in main]


def read_main(page) -> str:
    return str(page.content.decode()).partition('<main id="main">')[2].partition("</main>")[0]


def test_what_is_to_come_is_said_to_everybody_where_the_club_names_who_comes(anna):
    of = anna.entrants.get().tournament
    agree("Anna Maier")
    Tournament.objects.update(day=timezone.localdate())
    change_publication(load_first_club(), {"dates": True})
    page = reverse("person_page", args=[anna.number])
    assert of.name not in read_main(Client().get(page))
    invitation = InvitationDetails(is_public=True)
    acts.change_invitation(of.pk, factories.new_key(), invitation)
    assert of.name not in read_main(Client().get(page))
    acts.change_invitation(of.pk, factories.new_key(), invitation._replace(lists_players=True))
    assert [href for _entrant, _code, href in Client().get(page).context["coming"]] == [
        reverse("invitation", args=[of.slug])
    ]
    assert "Dein Code" not in read_main(Client().get(page))
    assert log_in(make_account("watcher")).get(page).context["coming"] != []


def test_the_hands_of_a_tournament_are_opened_on_the_page_of_whoever_took_part(anna):
    of, other = anna.entrants.get().tournament, person("Berta Berg")
    Tournament.objects.update(ended=now())
    address = reverse("own_page", args=[give(other)])
    assert Client().get(address, {"tournament": str(of.slug)}).context["opened"]["entrant"].person_id == other.pk
    foreign = factories.tournament()
    assert Client().get(address, {"tournament": str(foreign.slug)}).context["opened"] == {}


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
