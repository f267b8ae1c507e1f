"""Whoever has not consented is on no public page under the name, whatever the page; staff and tables show it."""

import re

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse

from tarockclub.kit.words import SOFT_HYPHEN
from tarockclub.models import Person
from tarockclub.platform.accounts.persons import load_first_club
from tests.support import phones
from tests.support.accounts import log_in, make_account
from tests.support.paths import ROOT
from tests.tarockclub.test_routes import ROWS, expected, route
from tests.tournaments.around.public.conftest import _no_pages_kept, _nothing_kept, play, publish, show
from tests.tournaments.results.standings.played_tables import normal, play_hand, solo, started
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.around.own_page.services import set_page_public
from tournaments.core.editions import FINAL
from tournaments.models import SeasonEvent, Tournament
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.register.selectors import set_people_settings
from tournaments.people.register.services import merge, rename, set_publicity
from tournaments.results.standings.drama import FEWEST_HANDS
from tournaments.seasons.season.results.services import PersonResult
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings

__all__ = ["_no_pages_kept", "_nothing_kept"]
pytestmark = pytest.mark.django_db
SURNAME = "Hollerbusch"
PLAYERS = tuple(f"{first} {SURNAME}" for first in ("Anna", "Bert", "Cilli", "Dora"))
# At a table everybody sees who sits there.
OF_A_TABLE = ("table", "ended", "round table", "hand", "link")
LEAST_PAGES = 30
Number, Short, Full = Person.Publicity.NUMBER, Person.Publicity.SHORT, Person.Publicity.FULL


@pytest.fixture
def slugs():
    """The addresses of a tournament that is over, of one that is played, and of a season with both kinds of results."""
    ended, running = play("Herbstcup", PLAYERS, ended=True), play("Wintercup", PLAYERS, ended=False)
    acts.add_prize(ended.tournament, new_key(), FINAL, "Geschenkkorb", 0)
    publish(ended.tournament, 1)
    publish(ended.tournament)
    season = create_season(new_key(), load_first_club(), SeasonDetails("Jahrescup", SeasonSettings()))
    acts.add_tournament(season, new_key(), ended.tournament)
    acts.add_event(season, new_key(), "Früher", players=8)
    show("now", "dates", "results", "seasons", "rules", "evenings")
    return {"tournament": [ended.tournament.slug, running.tournament.slug], "season": [season.slug]}


def list_addresses(slugs) -> list[str]:
    """Return the addresses of all pages and files that a visitor may see, except those of a table."""
    found = {"/", *list_operations(slugs)}
    for name, row in ROWS.items():
        said = row.get("with", {})
        if name.startswith("/") or set(said.values()) & set(OF_A_TABLE) or expected(name)["GET", "watcher"] != 200:
            continue
        for slug in slugs.get(said.get("slug", ""), [None]):
            known = {**said, "slug": slug} if slug else dict(said)
            known |= {key: 1 for key, value in known.items() if value == "season player"}
            try:
                found.add(reverse(route(name), kwargs=known))
            except NoReverseMatch:
                continue
    return sorted(found)


def list_operations(slugs) -> set[str]:
    """Return the addresses of the public operations of the API."""
    text = (ROOT / "tarockclub" / "office" / "api" / "tournaments" / "public.py").read_text(encoding="utf-8")
    paths = re.findall(r'@part\.get\("(tournaments/\{uuid:slug\}[^"]*)"', text)
    numbered = [re.sub(r"\{int:\w+\}", "1", path) for path in paths]
    return {f"/api/v1/{path.replace('{uuid:slug}', str(slug))}" for path in numbered for slug in slugs["tournament"]}


def read_pages(client: Client, slugs) -> dict[str, str]:
    """Return the pages that there are, by address."""
    answers = {address: client.get(address) for address in list_addresses(slugs)}
    return {
        address: answer.getvalue().decode(errors="replace")
        for address, answer in answers.items()
        if answer.status_code == 200
    }


def set_all(publicity: str) -> None:
    """Let everybody consent to the same."""
    for person in Person.objects.filter(name__contains=SURNAME):
        set_publicity(person, publicity)


@pytest.mark.heavy
def test_no_public_page_has_the_name_of_somebody_who_has_not_consented(slugs):
    visitor = Client()
    with_names = {address for address, text in read_pages(visitor, slugs).items() if SURNAME in text}
    assert len(with_names) >= 12  # otherwise nothing would be proved below
    set_all(Number)
    pages = read_pages(visitor, slugs)
    assert len(pages) >= LEAST_PAGES
    assert [address for address, text in pages.items() if SURNAME in text] == []
    assert "Spieler 1" in "".join(pages.values())


@pytest.mark.heavy
def test_a_short_name_stands_where_the_name_was(slugs):
    set_all(Short)
    pages = read_pages(Client(), slugs)
    assert [address for address, text in pages.items() if SURNAME in text] == []
    assert "Anna H." in pages[reverse("standings", args=[slugs["tournament"][1]])]
    set_all(Full)
    assert set(Person.objects.filter(name__in=PLAYERS).values_list("shown_as", flat=True)) == {""}


def test_a_visitor_who_searches_for_the_name_learns_nothing(slugs):
    set_all(Number)
    address = reverse("standings", args=[slugs["tournament"][0]])
    assert "Spieler 1" not in Client().get(f"{address}?find=zzz").context["found"]
    assert Client().get(f"{address}?find={SURNAME}").context["found"] == []


def test_big_hands_name_nobody_who_has_not_consented():
    of = factories.tournament(name="Solocup")
    factories.enter_people(of, *PLAYERS)
    first = factories.round_(of)
    [table] = factories.draw_tables(first)
    started(first)
    for hand in (*[normal(0, 2)] * FEWEST_HANDS, solo(1)):
        play_hand(table, hand)
    visitor, said = Client(headers={"Accept-Language": "de"}), []
    for publicity in (Full, Number):
        set_all(publicity)
        page = visitor.get(reverse("standings", args=[of.slug])).content.decode().replace(SOFT_HYPHEN, "")
        said.append(page.partition("Große Spiele")[2].partition("</section>")[0])
    assert ["Solo · Bert" in words for words in said] == [True, False]
    assert ["Solo · Spieler 2" in words for words in said] == [False, True]
    assert "Bert" not in said[1]


def test_the_staff_and_the_table_see_the_name(slugs):
    set_all(Number)
    staff = log_in(make_account("director"))
    of = Tournament.objects.get(slug=slugs["tournament"][1])
    game = of.rounds.get().tables.get().game_table
    for address in (
        reverse("entrants", args=[of.slug]),
        reverse("desk", args=[of.slug, 1]),
        reverse("register"),
        reverse("prizes", args=[slugs["tournament"][0]]),
    ):
        assert SURNAME in staff.get(address).content.decode(), address
    table, phone = reverse("table", args=[game.slug]), phones.Client()
    phones.let_write(game)
    assert ["Anna" in client.get(table).content.decode() for client in (staff, phone, Client())] == [True, True, False]


def test_a_person_says_so_in_the_register(slugs):
    staff, person = log_in(), Person.objects.get(name=PLAYERS[0])
    address = reverse("person", args=[person.number])
    assert "Anna H." in staff.get(address).content.decode()
    assert staff.post(address, {"what": "publicity", "publicity": "short"}).status_code == 302
    person.refresh_from_db()
    assert (person.publicity, person.shown_as) == ("short", "Anna H.")
    rename(person, "Anna Neubauer")
    person.refresh_from_db()
    assert person.shown_as == "Anna N."
    staff.post(address, {"what": "publicity", "publicity": "anything"})
    person.refresh_from_db()
    assert person.shown_as == f"Spieler {person.number}"


def test_of_two_entries_that_become_one_the_more_cautious_counts():
    club = load_first_club()
    one = Person.objects.create(club=club, number=51, name="Eva Eins")
    other = Person.objects.create(club=club, number=52, name="Eva Zwei")
    set_publicity(other, Number)
    merge(one, other)
    assert {(row.publicity, row.shown_as) for row in Person.objects.filter(pk__in=(one.pk, other.pk))} == {
        ("number", "Spieler 51")
    }


def test_the_number_of_somebody_who_was_merged_tells_strangers_no_more_than_one_that_nobody_had(slugs):
    kept = Person.objects.get(name=PLAYERS[0])
    gone = Person.objects.create(club=kept.club, number=77, name=f"Eva {SURNAME}")
    [event] = SeasonEvent.objects.filter(name="Früher")
    acts.write_results(event, new_key(), [PersonResult(Newcomer(gone.name, gone.pk), 1)], "")
    set_people_settings(kept.club, (), shows_towns=False, links_pages=True)
    own = reverse("season_player", args=[slugs["season"][0], gone.number])
    for person in (kept, gone):
        set_page_public(person, public=True)
    assert "Eva H" in Client().get(own, follow=True).content.decode()
    merge(kept, gone)
    for publicity in (Full, Number):
        set_publicity(kept, publicity)
        assert {address: text for address, text in read_pages(Client(), slugs).items() if "Spieler 77" in text} == {}
        asked = [(row.get("with", {}), route(name)) for name, row in ROWS.items() if not name.startswith("/")]
        by_number = [(said, name) for said, name in asked if "number" in said and said.get("slug") not in OF_A_TABLE]
        assert {"person_page", "season_player", "tournament_player"} <= {name for _said, name in by_number}
        for said, name in by_number:
            for slug in slugs.get(said.get("slug", ""), [None]):
                known = {**said, "slug": slug} if slug else said
                assert ask(name, {**known, "number": 77}) == ask(name, {**known, "number": 78}), name


def ask(name: str, known: dict[str, object]) -> tuple[int, str]:
    """Return what a stranger is told at an address, without its number."""
    try:
        address = reverse(name, kwargs=known)
    except NoReverseMatch:
        return 0, ""
    answer = Client().get(address)
    main = answer.getvalue().decode(errors="replace").partition("<main")[2]
    return answer.status_code, re.sub(r"\b7[78]\b|\w{40,}", "", f"{answer.headers.get('Location')} {main}")
