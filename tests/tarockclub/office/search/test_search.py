"""The search: what is found, by whom, in how many questions to the database, and what hostile people type."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scoring.models import GameTable, Seated
from scoring.sheets.house_rules.game_words import list_game_words, list_sheet_texts
from scoring.table.evenings.days import find_evening_day
from tarockclub.kit.tables.search import LONGEST, compute_rank, fold_words, has_words, parse_days
from tarockclub.kit.text import clean_text
from tarockclub.kit.words import fold
from tarockclub.models import Person
from tarockclub.office.search.selectors import MOST
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tests.scoring.support.evenings import evening_of
from tests.support.accounts import log_in, make_account
from tests.support.clients import count_queries
from tests.support.shared_rows import share_rows
from tests.support.small_tournament import create_small_season, create_small_tournament
from tests.tournaments.support import factories
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@share_rows
def rows():
    """A tournament, a season, an evening; and a person with an umlaut."""
    tournament = create_small_tournament()
    create_small_season(tournament)
    evening_of()
    find_or_create_person(load_first_club(), "Žiga Öhlstraßer")
    return tournament


def search(client, typed, **more):
    """The texts that are found, by the title of each kind; the handbook says something about many words."""
    groups = client.get("/search/", {"q": typed}, **more).context["groups"]
    return {group.title: [hit.text for hit in group.hits] for group in groups if group.title != "Hilfe"}


def test_people_are_found_whatever_letters_are_typed(rows):
    client = log_in()
    for typed in ("Öhlstraßer", "ohlstrass", "ZIGA", "öhl žig", "strasser", "oehlstr"):
        assert search(client, typed)["Personen"] == ["Žiga Öhlstraßer"], typed


def test_everything_is_found_by_its_name(rows):
    client = log_in(make_account("director"))
    assert search(client, "kleines")["Turniere"] == ["Kleines Turnier"]
    assert search(client, "jahrescup")["Saisonen"] == ["Jahrescup"]
    assert search(client, "anna cilli")["Abende"] == ["Anna, Berta, Cilli, Dora"]
    assert "Treffpunkt Tarock" in search(client, "treffpunkt")["Hausregeln"]
    assert any("Pagat" in name for name in search(client, "pagat")["Wörter mit Preis"])
    assert search(client, "sicherung")["Seiten"][0] == search(client, "Stick")["Seiten"][0] == "Sicherungen"
    assert list(search(client, "Kassa"))[:2] == ["Seiten", "Hausregeln"]  # which say much about the Pagatkassa
    assert "Passwort" in search(client, "kennwort")["Seiten"][0]


@pytest.mark.parametrize("typed", ["termine", "backup", "uhr", "kassa", "stick"])
def test_ordinary_words_find_places_before_the_handbook_and_both(rows, typed):
    client = log_in(make_account("director"))
    titles = [group.title for group in client.get("/search/", {"q": typed}).context["groups"]]
    assert titles[:2] == ["Seiten", "Hilfe"]
    [pages, *_] = client.get("/search/", {"q": typed}, headers={"Accept-Language": "en"}).context["groups"]
    assert pages.title == "Pages"


def test_a_page_that_is_found_says_of_which_tournament_or_season_it_is(rows):
    client = log_in(make_account("director"))
    assert {"Kassa: Kleines Turnier", "Kassa: Jahrescup"} <= {*search(client, "kassa")["Seiten"]}


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("typed", "route"),
    [("excel", "exports"), ("export", "exports"), ("urkunde", "papers"), ("beamer", "hall"), ("kassa", "cash_box")],
)
def test_what_hangs_on_a_tournament_is_found_by_ordinary_words_at_the_latest_one(rows, typed, route):
    groups = log_in(make_account("director")).get("/search/", {"q": typed}).context["groups"]
    [pages] = [group for group in groups if group.title == "Seiten"]
    address = reverse(route, args=[rows.slug])
    assert [hit.text.partition(": ")[2] for hit in pages.hits if hit.href == address] == ["Kleines Turnier"]
    assert address not in str(Client().get("/search/", {"q": typed}).context["groups"])


def test_a_page_is_found_by_the_beginnings_of_words_and_not_inside_of_them(rows):
    pages = search(log_in(make_account("director")), "uhr")["Seiten"]
    assert "Uhr des Laptops" in pages
    assert "Verein und Zugänge" not in pages


@pytest.mark.heavy
def test_every_hit_opens(rows):
    for client in (log_in(make_account("director")), log_in(make_account("cashier")), Client()):
        found = set()
        for typed in ("an", "turnier", "pagat", "saison", "sicherung", "zaehl", "zähl"):
            for group in client.get("/search/", {"q": typed}).context["groups"]:
                assert group.hits
                found |= {hit.href.partition("#")[0] for hit in group.hits}
        assert {href for href in found if client.get(href).status_code != 200} == set()


def test_a_rule_leads_to_its_place_on_the_sheet(rows):
    priced, group = Client().get("/search/", {"q": "pagat"}).context["groups"][:2]
    assert priced.hits[0].href == reverse("game_word", args=["premium-pagat"])
    path, _, anchor = next(hit.href for hit in group.hits if "#" in hit.href).partition("#")
    assert f'id="{anchor}"' in Client().get(path).content.decode()


@pytest.mark.parametrize("typed", ["Was zahlt ein Pagat?", "was zahlt Pagat", "what does a Pagat pay"])
def test_a_question_finds_what_a_word_pays_by_the_last_sheet_before_all_else_and_each_hit_once(rows, typed):
    last = GameTable.objects.filter(archived=None, clock="").order_by("-started", "-pk")[0].sheet_version.sheet
    rules, *_help = Client().get("/search/", {"q": typed}).context["groups"]
    words = list_game_words(list_sheet_texts(None, "de"), "de")
    own = next(word for word in words if word.anchor == "premium-pagat").find_price(last)
    hit = rules.hits[0]
    assert own is not None
    assert (hit.href, hit.price) == (reverse("game_word", args=["premium-pagat"]), own.text.price)
    answer, where = Client().get("/search/", {"q": typed}).context["answer"]
    assert (answer, own.sheet_name in where) == ("Pagat zahlt still 1, angesagt 2.", True)
    assert len({hit.text for hit in rules.hits}) == len(rules.hits)


def test_a_question_about_nothing_finds_no_rule(rows):
    found = Client().get("/search/", {"q": "Was kostet das?"}).context["groups"]
    assert not [group for group in found if "regeln" in group.title]


def test_a_day_finds_its_evenings_until_the_next_morning(rows):
    begun = find_evening_day(GameTable.objects.get(clock="").started)
    day, before = (f"{at.day}.{at.month}.{at.year}" for at in (begun, begun - timedelta(days=1)))
    client = log_in()
    assert "Anna, Berta, Cilli, Dora" in search(client, day)["Abende"]
    assert search(client, f"{day} anna")["Abende"] == ["Anna, Berta, Cilli, Dora"]
    assert "Abende" not in search(client, before)
    assert "Abende" not in search(client, f"{day} niemand")


def test_a_visitor_finds_what_everybody_may_open_and_a_secretary_no_page_of_directors(rows):
    visitor = Client()
    assert search(visitor, "anna") == search(visitor, "kleines") == {}
    assert search(visitor, "sicherung") == {}
    assert set(search(visitor, "pagat")) == {"Wörter mit Preis", "Hausregeln"}
    assert "Sicherungen" not in search(log_in(), "sicherung").get("Seiten", [])


def test_a_cashier_finds_the_cash_boxes_by_name_and_nobody(rows):
    cashier = log_in(make_account("cashier"))
    hits = [
        hit
        for typed in ("kleines", "jahrescup")
        for group in cashier.get("/search/", {"q": typed}).context["groups"]
        if group.title == "Kassen"
        for hit in group.hits
    ]
    assert [hit.text for hit in hits] == ["Kleines Turnier", "Jahrescup"]
    assert [cashier.get(hit.href).resolver_match.url_name for hit in hits] == ["cash_box", "season_cash"]
    assert search(cashier, "öhlstraßer") == search(cashier, "anna") == {}


def test_who_was_erased_is_not_found(rows):
    Person.objects.filter(name="Žiga Öhlstraßer").update(erased="2026-01-01T00:00Z")
    assert search(log_in(), "öhlstraßer") == {}


def test_of_many_hits_the_best_stand_there_and_the_list_has_them_all(rows):
    club = load_first_club()
    for number in range(MOST + 4):
        find_or_create_person(club, f"Schuber {number:02}")
    find_or_create_person(club, "Huber")
    client = log_in()
    [people] = [group for group in client.get("/search/", {"q": "hube"}).context["groups"] if group.title == "Personen"]
    assert people.hits[0].text == "Huber"
    assert len(people.hits) == MOST
    listed = client.get(people.further).context["list"]
    assert listed.all == MOST + 5


def test_nothing_found_offers_the_next_step(rows):
    page = log_in().get("/search/", {"q": "gibtesnicht"}).content.decode()
    assert f'href="{reverse("everything")}"' in page.partition('class="empty"')[2]
    short = log_in().get("/search/", {"q": "a"})
    assert short.context["groups"] == []


def test_a_club_of_thousands_is_searched_with_as_few_queries(rows):
    client, club = log_in(), load_first_club()

    count_queries(client, "/search/?q=anna")
    before = count_queries(client, "/search/?q=anna")
    first = Person.objects.filter(club=club).order_by("-number").values_list("number", flat=True)[0]
    Person.objects.bulk_create(Person(club=club, number=first + n, name=f"Annamirl {n}") for n in range(1, 2000))
    assert count_queries(client, "/search/?q=anna") <= before
    assert before <= 20


@pytest.mark.parametrize(
    "typed",
    [
        "%",
        "__",
        "'; DROP TABLE x; --",
        '"<script>',
        "\x00\x07ab",
        "a" * 10_000,
        "\\\\",
        "ab\u202ecd",
        "🂡🂢",
        "( ) [ *",
        "\ud800ab",
    ],
)
def test_hostile_words_find_nothing_and_stay_words(rows, typed):
    answer = log_in().get("/search/", {"q": typed.encode("utf-8", "replace").decode()})
    assert answer.status_code == 200
    assert "<script>" not in answer.content.decode().partition("<main")[2]
    assert not [group for group in answer.context["groups"] if group.title == "Personen"]


@given(st.text(max_size=120))
def test_any_text_is_words_or_nothing(text):
    words = fold_words(text)
    assert all(words)
    assert len(words) <= 6
    assert has_words(fold(clean_text(text[:LONGEST])), words)  # whatever somebody is called, his name finds him
    if words:
        assert has_words(" ".join(words), words)
        assert compute_rank(" ".join(words), words) == 0
    for word in text.split():
        assert parse_days(word, date(2026, 11, 23)) is None or "." in word


def test_the_tables_of_a_tournament_are_one_hit_that_leads_to_it(rows):
    tournament = factories.whole(12, name="Sommerturnier")[0]
    Tournament.objects.filter(pk=tournament.pk).update(day=date(2025, 7, 3))  # written down later
    client = log_in()
    name = Seated.objects.filter(sitting__table__round_table__round__tournament=tournament)[0].person.name
    groups = {group.title: group.hits for group in client.get("/search/", {"q": name.split()[0]}).context["groups"]}
    hits = [hit for hit in groups["Abende"] if hit.text == "Sommerturnier"]
    assert [hit.href for hit in hits] == [reverse("tournament", args=[tournament.slug])]
    assert hits[0].about == "3. Juli 2025 · 3 Tische"
