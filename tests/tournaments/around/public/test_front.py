"""The front page and the feed: what the club has ticked, and nothing else by any way."""

import json
import re
import xml.etree.ElementTree as ET
from datetime import datetime, time, timedelta
from itertools import combinations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.http import http_date
from django.utils.timezone import localdate, now

from scoring.book.audit import verify
from tarockclub.models import Club, ClubAct, Person, Publication
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.accounts.services import create_setup_code, set_up_club
from tarockclub.platform.publication import change_publication
from tarockclub.platform.server.page_cache import VersionCache
from tests.scoring.support.tables import new_table
from tests.support.clients import count_queries
from tests.support.signed_in import PASSWORD
from tests.tournaments.around.public.conftest import STAFF, play, publish, show
from tests.tournaments.seasons.season.seasons import end_season
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.around.public import front, views
from tournaments.core.settings import encode_settings, parse_settings
from tournaments.models import Season, Tournament
from tournaments.people.invitations.actions import InvitationDetails
from tournaments.people.register.services import set_publicity
from tournaments.people.registration.actions import submit_application
from tournaments.results.undo.services import withdraw_result
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import EveningRule, SeasonSettings

pytestmark = pytest.mark.django_db
MOST_QUERIES, MOST_OF_KEPT = 65, 10  # of all that a club shows, with nothing kept, and of the page of a moment ago
ATOM = "{http://www.w3.org/2005/Atom}"
# What stands on the page for each part alone.
SIGNS = {
    "now": ("Läuftcup", "Adelheid", "Balduin", "Cornelius"),  # its standings are live, and these three lead
    "dates": ("Kommtcup",),
    "results": ("Vorbeicup", "Ottokar", "Philomena", "Quirin"),
    "seasons": ("Jahreswertung", "Walburga"),
    "rules": ("Zwanzigerrufen",),
    "evenings": ("1 Tisch spielt",),
}
# Of a running tournament and a published one, where they are no longer among the first; an unpublished one, results
# that were replaced, an evening.
SECRET_NAMES = ("Dietlinde", "Roswitha", "Siegbert", "Wirtshausgast", "Anna", "Berta")


def read(address="/", client=None, **headers):
    answer = (client or Client(headers={"Accept-Language": "de"})).get(address, **headers)
    return answer.content.decode() if answer.status_code == 200 else f"status {answer.status_code}"


CLOCK = re.compile(r"\b\d+:\d\d\b")
PLACES = re.compile(r'<nav class="places".*?</nav>', re.DOTALL)


def list_places(page):
    """The addresses of the places on a page."""
    found = PLACES.search(page)
    return re.findall(r'<a href="([^"]+)"', found[0]) if found else []


def test_the_places_of_visitors_are_what_the_club_publishes(club):
    standings = reverse("standings", args=[Tournament.objects.get(name="Läuftcup").slug])
    pages = ("/", "/sheets/", standings, "/search/?q=Cup")
    assert [list_places(read(page)) for page in pages] == [[]] * 4
    show("dates")
    assert list_places(read("/")) == ["/", "/front/coming/", "/sheets/"]
    show("dates", "results", "seasons")
    wanted = ["/", "/front/coming/", "/front/results/", "/front/seasons/", "/sheets/"]
    assert [list_places(read(page)) for page in pages] == [wanted] * 4
    assert all(list_places(read(place)) == wanted for place in wanted)
    table = new_table()
    assert list_places(read(reverse("settlement", args=[table.slug]))) == []


def test_places_lead_to_the_club_whose_page_it_is(club):
    show("dates")
    Club.objects.create(name="Nachbarn", slug="nachbarn")
    Club.objects.filter(pk=club.pk).update(slug="linde")
    page = read(reverse("standings", args=[Tournament.objects.get(name="Läuftcup").slug]))
    assert list_places(page) == ["/c/linde/", "/c/linde/front/coming/", "/c/linde/sheets/"]
    assert '<a href="/c/linde/">' in page.partition('<nav class="trail"')[2].partition("</nav>")[0]
    assert list_places(read("/c/linde/front/coming/")) == ["/c/linde/", "/c/linde/front/coming/", "/c/linde/sheets/"]
    assert list_places(read("/sheets/")) == []


def test_all_results_and_all_seasons_are_lists(club):
    assert [read(f"/front/{part}/") for part in ("results", "seasons")] == ["status 404"] * 2
    show("results", "seasons")
    results, seasons = read("/front/results/"), read("/front/seasons/")
    over = Tournament.objects.get(name="Vorbeicup")
    assert f'href="{reverse("edition", args=[over.slug, 0, 1])}"' in results
    assert "Ottokar" in results
    assert not any(name in results for name in ("Geheimcup", "Läuftcup", *SECRET_NAMES))
    assert "Jahreswertung" in seasons
    assert "Vorbeicup" not in read("/front/results/?q=Kommt")


def test_a_club_that_was_never_asked_shows_what_it_always_has(club):
    assert "Willkommen" in read()
    for name in ("front", "feed"):
        assert read(reverse(name)) == "status 404"
    assert read(reverse("front_picture", args=["wide"])) == "status 404"


@pytest.mark.heavy_but("parts20")
@pytest.mark.parametrize("parts", [*combinations(Publication.PARTS, 1), *combinations(Publication.PARTS, 2)])
def test_only_what_is_ticked_is_shown(club, parts):
    show(*parts)
    page = read()
    for part, signs in SIGNS.items():
        for sign in signs:
            assert (sign in page) == (part in parts), (part, sign)
    for name in SECRET_NAMES:
        assert name not in page
    assert load_first_club().name in page
    again = read(reverse("front"))
    assert CLOCK.sub("", page.partition("<main")[2]) == CLOCK.sub("", again.partition("<main")[2])


def test_with_everything_ticked_no_name_is_there_but_those_of_the_first(club):
    show(*Publication.PARTS)
    page = read() + read(reverse("feed"))
    assert "Ottokar" in page
    assert not [name for name in SECRET_NAMES if name in page]


def test_whoever_does_not_want_their_name_shown_leads_and_stands_on_the_podium_without_it(club, monkeypatch):
    show(*Publication.PARTS)
    read()
    names = ("Adelheid", "Ottokar", "Walburga")
    for name in names:
        set_publicity(Person.objects.get(name=name), Person.Publicity.NUMBER)
    monkeypatch.setattr(views, "_PAGES", VersionCache(8))
    page = read()
    assert not [name for name in names if name in page]
    assert all(name in page for name in ("Balduin", "Philomena"))


def test_the_podium_is_read_once_for_each_version_of_its_result(club, monkeypatch):
    reads, really = [], front.load_published_result

    def load_published_result(row):
        reads.append(row.name)
        return really(row)

    monkeypatch.setattr(front, "load_published_result", load_published_result)
    show("results")
    for _again in range(3):
        monkeypatch.setattr(views, "_PAGES", VersionCache(8))
        assert "Philomena" in read()
    assert reads == ["Vorbeicup"]
    set_publicity(Person.objects.get(name="Quirin"), Person.Publicity.NUMBER)
    monkeypatch.setattr(views, "_PAGES", VersionCache(8))
    assert "Quirin" not in read()
    assert reads == ["Vorbeicup"] * 2


def test_the_house_rules_say_what_a_few_games_pay(club):
    show("rules")
    prices = read().partition('<p class="front-prices">')[2].partition("</p>")[0]
    assert 2 <= prices.count("<b>") <= 6
    assert prices.count("</svg>") == prices.count("<b>")


def test_a_tournament_that_hides_its_standings_shows_no_leader(club):
    running = Tournament.objects.get(name="Läuftcup")
    settings = parse_settings(running.settings)._replace(show_live=False)
    Tournament.objects.filter(pk=running.pk).update(settings=encode_settings(settings))
    show("now")
    page = read()
    assert "Läuftcup" in page
    assert "Adelheid" not in page


def test_the_next_date_is_a_ticket_with_its_free_places(club):
    coming = Tournament.objects.get(name="Kommtcup")
    details = InvitationDetails(starts=time(19), place="Stüberl", is_public=True, registration="ask", most=6)
    acts.change_invitation(coming.pk, new_key(), details)
    factories.enter_people(coming, "Xaver", "Yvonne")
    submit_application(coming, new_key(), "Zenzi")
    show("dates")
    page = read().partition('<article class="ticket"')[2].partition("</article>")[0]
    assert "Stüberl" in page
    assert "19:00" in page
    assert "3 von 6 Plätzen frei" in page
    assert page.count("<i") == 6
    assert page.count("is-taken") == 3
    assert f'href="{reverse("sign_up", args=[coming.slug])}"' in page
    assert not [name for name in ("Xaver", "Yvonne", "Zenzi") if name in page]


def test_an_evening_that_comes_before_the_next_tournament_is_the_ticket(club):
    today = localdate()
    rule = EveningRule(weekdays=(today.weekday(),), until=f"{today + timedelta(days=400)}")
    year = create_season(new_key(), club, SeasonDetails("Wirtshausrunde", SeasonSettings(evenings=rule)))
    show("dates", "seasons")
    ticket, _end, rest = read().partition("</article>")
    assert f'href="{reverse("season_standing", args=[year.slug])}"' in ticket
    assert "Wirtshausrunde" in ticket.partition('<article class="ticket"')[2]
    assert "Kommtcup" in rest
    show("dates")
    assert "Tarockabend" in read().partition('<article class="ticket"')[2].partition("</article>")[0]
    assert "Wirtshausrunde" not in read() + read(reverse("feed"))


def test_a_season_that_is_over_waits_for_no_date_and_no_two_parts_have_one_name(club):
    show("dates", "seasons", "results")
    Tournament.objects.filter(name="Kommtcup").update(archived=now())
    Tournament.objects.filter(name="Vorbeicup").update(name="Jahreswertung")
    assert "steht noch nicht fest" in read()
    end_season(Season.objects.get())
    page = read()
    assert "Endstand" in page
    assert "steht noch nicht fest" not in page
    words = dict(re.findall(r'id="([^"]+)"[^>]*>([^<]+)<', page))
    sections = re.findall(r'<section[^>]* aria-labelledby="([^"]+)"', page)
    names = [[words.get(part) for part in parts.split()] for parts in sections]
    assert ["Jahreswertung"] in names
    assert names.count(["Jahreswertung"]) == 1


def test_a_club_with_nothing_yet_has_one_sentence_and_one_thing_to_do():
    set_up_club(create_setup_code(), "Neuer Verein", "Maria", "maria", PASSWORD)
    page = read().partition("<main")[2].partition("</main>")[0]
    assert "die Karten liegen bereit" in page
    assert page.count('class="button') == 1
    assert "ticket" not in page
    assert "<table" not in page


def test_a_front_asks_the_database_as_often_for_many_as_for_few(club, monkeypatch):
    show(*Publication.PARTS)
    visitor = Client(headers={"Accept-Language": "de"})
    few = count_queries(visitor, "/")
    for number in range(5):
        name = f"Später {number}"
        dated = factories.tournament(name=name)
        Tournament.objects.filter(pk=dated.pk).update(day=localdate() + timedelta(days=9))
        details = InvitationDetails(is_public=True, registration="ask", most=8)
        acts.change_invitation(dated.pk, new_key(), details)
        factories.enter_people(dated, f"Eva {number}", f"Uwe {number}")
    monkeypatch.setattr(views, "_PAGES", VersionCache(8, seconds=views.FRONT_SECONDS))
    many = count_queries(visitor, "/")
    assert many <= few <= MOST_QUERIES
    assert count_queries(visitor, "/") <= MOST_OF_KEPT


def test_staff_have_their_own_first_page_and_can_look_at_that_of_visitors(club, secretary):
    show("dates")
    assert "Kommtcup" in read(reverse("front"), secretary)
    assert 'class="front-name"' not in read("/", secretary)


def test_what_is_withdrawn_or_archived_is_gone_from_page_and_feed(club):
    show("results", "now")
    over, running = (Tournament.objects.get(name=name) for name in ("Vorbeicup", "Läuftcup"))
    withdraw_result(over, new_key(), 0, "verrechnet", STAFF)
    acts.set_archived(running, new_key())
    page, feed = read(), read(reverse("feed"))
    assert "Ottokar" not in page + feed
    assert "Läuftcup" not in page


def test_names_in_the_front_page_are_escaped(club):
    over = play("<b>x</b>cup", ('<script>a & <img src="//x">', "B", "C", "D"), ended=True)
    publish(over.tournament, 1)
    publish(over.tournament)
    show("results")
    page, feed = read(), read(reverse("feed"))
    assert "<script>a" not in page + feed
    assert "<b>x</b>" not in page + feed
    assert "&lt;script&gt;a" in page
    summary = ET.fromstring(feed).find(f"{ATOM}entry/{ATOM}summary")
    assert summary is not None
    assert summary.get("type") == "html"
    assert "&lt;script&gt;a &amp; &lt;img" in (summary.text or "")


def test_the_feed_is_valid_and_not_sent_again_unchanged(club):
    show("results", "dates")
    answer = Client(headers={"Accept-Language": "de"}).get(reverse("feed"))
    assert answer["Content-Type"].startswith("application/atom+xml")
    root = ET.fromstring(answer.content)
    assert root.tag == f"{ATOM}feed"
    for name in ("id", "title", "updated"):
        assert root.findtext(f"{ATOM}{name}"), name
    entries = root.findall(f"{ATOM}entry")
    assert entries[0].findtext(f"{ATOM}title", "").endswith("Vorbeicup")
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert len(set(ids)) == len(ids) == 2
    for entry in entries:
        assert entry.findtext(f"{ATOM}updated")
        assert entry.findtext(f"{ATOM}author/{ATOM}name")
        [link] = entry.findall(f"{ATOM}link")
        assert link.attrib["href"].startswith("http://testserver/")
    same = Client(headers={"Accept-Language": "de"})
    assert same.get(reverse("feed"), HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304
    over = Tournament.objects.get(name="Vorbeicup")
    withdraw_result(over, new_key(), 0, "verrechnet", STAFF)
    assert same.get(reverse("feed"), HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 200


def test_a_reader_that_asks_by_date_gets_the_names_of_now(club, monkeypatch):
    show("results")
    visitor = Client(headers={"Accept-Language": "de"})
    answer = visitor.get(reverse("feed"))
    updated = datetime.fromisoformat(ET.fromstring(answer.content).findtext(f"{ATOM}updated", ""))
    set_publicity(Person.objects.get(name="Ottokar"), Person.Publicity.NUMBER)
    monkeypatch.setattr(views, "_PAGES", VersionCache(8))
    since = answer.get("Last-Modified", http_date(updated.timestamp()))
    again = visitor.get(reverse("feed"), HTTP_IF_MODIFIED_SINCE=since)
    assert again.status_code == 200
    assert "Ottokar" not in again.content.decode()
    assert "Last-Modified" not in again


def test_the_feed_has_only_the_parts_that_the_page_has(club):
    show("dates")
    assert "Vorbeicup" not in read(reverse("feed"))
    show("results")
    assert "Kommtcup" not in read(reverse("feed"))
    assert "Jahreswertung" not in read(reverse("feed"))
    show("rules", "evenings", "now")
    assert read(reverse("feed")) == "status 404"


def test_the_feed_has_a_season_when_it_begins_and_again_when_it_has_ended(club):
    show("seasons")
    season = Season.objects.get(name="Jahreswertung")

    def list_entries():
        entries = ET.fromstring(read(reverse("feed"))).findall(f"{ATOM}entry")
        return [(entry.findtext(f"{ATOM}title"), entry.findtext(f"{ATOM}id")) for entry in entries]

    [(title, begun)] = list_entries()
    assert title == "Zwischenstand: Jahreswertung"
    assert reverse("season_standing", args=[season.slug]) in read(reverse("feed"))
    end_season(season)
    change_publication(load_first_club(), {"results": True})  # makes the page anew
    titles = dict(list_entries())
    assert "Zwischenstand: Jahreswertung" not in titles
    assert titles["Endstand: Jahreswertung"] != begun


def test_the_feed_can_be_read_whatever_a_season_is_called(club):
    show("seasons")
    Season.objects.filter(name="Jahreswertung").update(name="Jahres\x1bwertung \x08")
    titles = [entry.findtext(f"{ATOM}title") for entry in ET.fromstring(read(reverse("feed"))).findall(f"{ATOM}entry")]
    assert titles == ["Zwischenstand: Jahreswertung"]


def test_each_change_is_an_act_and_can_be_proven(director):
    page = reverse("publication")
    assert director.post(page, {"rules": "on"}).status_code == 302
    assert director.post(page, {"rules": "on"}).status_code == 302
    [said] = ClubAct.objects.filter(kind="public").values_list("said", flat=True)
    assert json.loads(said) == {"rules": True}
    assert verify() == []
    Publication.objects.update(results=True)
    assert [finding.code for finding in verify()] == ["left_shown"]


def test_a_club_that_is_set_up_anew_shows_nothing_with_names():
    set_up_club(create_setup_code(), "Neuer Verein", "Maria", "maria", PASSWORD)
    row = Publication.objects.get()
    assert {part for part in Publication.PARTS if getattr(row, part)} == {"dates", "rules"}
    assert "Neuer Verein" in read()


def test_a_preview_names_the_page_and_a_picture_that_is_there(club):
    show("dates")
    page = read()
    image = page.split('property="og:image" content="')[1].split('"')[0]
    assert image == "http://testserver/front/wide.png"
    assert Client().get(image.removeprefix("http://testserver")).content.startswith(b"\x89PNG")
    assert 'property="og:title" content="' in page


def test_in_public_mode_addresses_are_those_of_the_configured_host(club, settings):
    show("dates")
    settings.INN_MODE = False
    settings.ALLOWED_HOSTS = ["tarock.example", "other.example"]
    page = read("/", None, HTTP_HOST="other.example")
    assert 'content="https://tarock.example/front/wide.png"' in page
    assert "other.example" not in page
