"""Lists: sorted in German, searched, cut into pages, with few queries; a name is found however it is typed."""

from dataclasses import replace
from datetime import date
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from django.db.models import Value
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.agreement import Stakes, format_agreement
from scoring.table.evenings.services import EveningStart, start_evening
from tarockclub.kit.tables import (
    Column,
    List,
    ListPage,
    compute_german_key,
    filter_matching,
    find_matching,
    order_by_surname,
    order_german,
)
from tarockclub.kit.tables.search import sort_rows
from tarockclub.kit.tables.table import FIRST_ROW, FileTable
from tarockclub.kit.words import fold
from tarockclub.kit.xlsx.cells import EURO
from tarockclub.models import Person
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tests.scoring.support.evenings import SIX, play_hands
from tests.scoring.support.scripts import build_call
from tests.scoring.support.tables import dreier, new_key
from tests.support.accounts import log_in, make_account
from tests.support.phones import let_write
from tests.support.shared_rows import share_rows
from tests.tournaments.around.public.conftest import play, publish
from tournaments.models import Presence, Tournament


class PlayedRow(NamedTuple):
    """A row."""

    name: str
    day: date | None
    points: int


DAYS = List(
    caption="Days",
    columns=(
        Column("name", "Name", link=lambda row: f"/days/{row.points}/"),
        Column("day", "Day", latest=True, aside=True),
        Column("points", "Points", number=True, css=lambda points: "won" if points > 0 else "lost"),
        Column("twice", "Twice", of=lambda row: 2 * row.points, sorts=False),
    ),
    sort="name",
    empty="Nothing yet.",
    search="Find",
)
PERSONS = List(
    caption="People",
    columns=(Column("name", "Name", words=True), Column("number", "Number", number=True)),
    sort="name",
    empty="Nobody.",
)
ROWS = [
    PlayedRow("Zita", date(2026, 1, 6), 5),
    PlayedRow("Ärmel", None, -3),
    PlayedRow("Arnold", date(2026, 2, 1), 5),
    PlayedRow("österreich", date(2025, 2, 1), 9),
]


def _build_request(address: str = "/") -> HttpRequest:
    return RequestFactory().get(address)


def _names(shown: ListPage) -> list[str]:
    return [str(row[0].text) for row in shown.rows]


def _html(shown: ListPage) -> str:
    return " ".join(render_to_string("tarockclub/kit/tables/_list.html", {"list": shown}).split())


def test_names_are_sorted_as_a_german_reader_expects():
    assert _names(DAYS.build_page(_build_request(), ROWS)) == ["Ärmel", "Arnold", "österreich", "Zita"]
    assert _names(DAYS.build_page(_build_request("/?sort=-name"), ROWS)) == ["Zita", "österreich", "Arnold", "Ärmel"]


def test_what_is_missing_stands_last_whichever_way():
    assert _names(DAYS.build_page(_build_request("/?sort=day"), ROWS))[-1] == "Ärmel"
    assert _names(DAYS.build_page(_build_request("/?sort=-day"), ROWS)) == ["Arnold", "Zita", "österreich", "Ärmel"]
    assert "–" in [row[1].text for row in DAYS.build_page(_build_request(), ROWS).rows]


def test_equal_rows_stand_as_the_list_is_sorted_at_first():
    assert _names(DAYS.build_page(_build_request("/?sort=-points"), ROWS)) == ["österreich", "Arnold", "Zita", "Ärmel"]


def test_the_first_tap_on_a_number_or_a_day_sorts_the_largest_to_the_top():
    heads = {head.column.name: head for head in DAYS.build_page(_build_request("/?page=2&only=won"), ROWS).heads}
    assert heads["points"].href == "?only=won&sort=-points"
    assert heads["day"].href == "?only=won&sort=-day"
    assert (heads["name"].href, heads["name"].sorted) == ("?only=won&sort=-name", "ascending")
    assert heads["twice"].href == ""


@pytest.mark.parametrize("asked", ["?sort=twice", "?sort=nothing", "?sort=-", "?sort=name,-day", "?page=x", "?page=99"])
def test_an_address_that_says_nothing_sensible_shows_the_list_as_at_first(asked: str):
    assert _names(DAYS.build_page(_build_request(f"/{asked}"), ROWS)) == ["Ärmel", "Arnold", "österreich", "Zita"]


def test_nobody_can_ask_for_longer_pages():
    many = [PlayedRow(f"Spieler {number}", None, number) for number in range(180)]
    assert len(DAYS.build_page(_build_request("/?per_page=1000"), many).rows) == 50
    shown = DAYS.build_page(_build_request("/?sort=points&page=4"), many)
    assert (len(shown.rows), shown.first, shown.last, shown.all) == (30, 151, 180, 180)
    assert [(page.number, page.is_current) for page in shown.pages] == [(1, False), (2, False), (3, False), (4, True)]
    assert shown.pages[0].href == "?sort=points&page=1"


def test_the_table_says_how_it_is_sorted_and_where_a_row_leads():
    html = _html(DAYS.build_page(_build_request(), ROWS))
    assert '<th role="columnheader" scope="col" aria-sort="ascending">' in html
    assert '<th role="rowheader" scope="row"><a href="/days/-3/">Ärmel</a></th>' in html
    assert '<td role="cell" class="lost number leads" data-title="Points">-3</td>' in html
    assert html.count("aria-sort") == 1


def test_a_column_without_a_value_on_the_page_is_left_out():
    def list_titles(rows):
        return [str(head.title) for head in DAYS.build_page(_build_request(), rows).heads]

    full = list_titles(ROWS)
    assert "Day" in full
    assert list_titles([PlayedRow("Anna", None, 1)]) == [title for title in full if title != "Day"]
    assert list_titles([]) == full  # nothing says that it is empty


def test_names_are_escaped_and_an_empty_list_says_so():
    assert "&lt;b&gt;" in _html(DAYS.build_page(_build_request(), [PlayedRow("<b>", None, 0)]))
    html = _html(DAYS.build_page(_build_request("/?q=xyz"), []))
    assert "Nothing yet." in html
    assert "<table" not in html
    assert 'value="xyz"' in html


def test_a_search_keeps_how_the_list_is_sorted_and_begins_at_its_first_page():
    shown = DAYS.build_page(_build_request("/?sort=-day&q=anna&page=3"), ROWS)
    assert shown.parameters == (("sort", "-day"),)
    assert shown.everything == "?sort=-day"
    assert "q=anna" in shown.heads[0].href


def test_a_short_list_has_no_search_box():
    assert not DAYS.build_page(_build_request(), ROWS).search
    assert DAYS.build_page(_build_request(), ROWS * 4).search


def test_two_lists_on_one_page_are_sorted_apart():
    other = replace(DAYS, prefix="b-")
    asked = _build_request("/?sort=-name&b-sort=-points")
    assert _names(DAYS.build_page(asked, ROWS))[0] == "Zita"
    shown = other.build_page(asked, ROWS)
    assert _names(shown)[0] == "österreich"
    assert shown.heads[0].href == "?sort=-name&b-sort=name#b-list"
    assert 'id="b-list"' in _html(shown)


def test_all_rows_as_cells_of_a_file():
    told = [[cell.value for cell in row] for row in DAYS.build_sheet(_build_request("/?sort=-points"), ROWS).rows]
    assert told[0] == ["Name", "Day", "Points", "Twice"]
    assert told[1] == ["österreich", "2025-02-01", 9, 18]
    assert len(told) == 5


def test_a_column_shows_its_kind_on_pages_and_counts_in_files():
    paid = Column("paid", "Paid", "points", kind=EURO, formula=lambda at: at.find_cell("name"))
    columns = DAYS.columns[0], paid
    table = FileTable("paid", "Paid", columns)
    cell = table.build_cells(ROWS[0], FIRST_ROW)[1]
    assert (cell.value, cell.shown, cell.formula) == (0.05, EURO, "A3")
    shown = replace(DAYS, columns=columns).build_page(_build_request("/?sort=-paid"), ROWS)
    assert str(shown.rows[0][1].text) == "€\u00a00,09"
    assert 'class="number"' in _html(shown)


def test_accents_and_capitals_do_not_hide_anybody():
    assert [row.name for row in find_matching(ROWS, "ARM", lambda row: row.name)] == ["Ärmel"]
    assert [row.name for row in find_matching(ROWS, "öst", lambda row: row.name)] == ["österreich"]
    assert find_matching(ROWS, "zita arnold", lambda row: row.name) == []


@pytest.fixture
def persons(db: Any) -> None:
    """People of the club whose names begin with letters that stand apart in Unicode."""
    for number, name in enumerate(("Zita", "Ärmel", "arnold", "Österreicher", "Oskar", "Čapek", "Ceska"), 1):
        Person.objects.create(club=load_first_club(), number=number, name=name)


@pytest.mark.usefixtures("persons")
def test_the_database_sorts_names_the_same_way():
    named = Person.objects.filter(club=load_first_club())
    expected = ["Ärmel", "arnold", "Čapek", "Ceska", "Oskar", "Österreicher", "Zita"]
    assert _names(PERSONS.build_page(_build_request(), named)) == expected
    assert _names(PERSONS.build_page(_build_request("/?sort=-name"), named)) == expected[::-1]
    assert list(named.order_by(order_german("name")).values_list("name", flat=True)) == expected
    assert sorted(expected, key=compute_german_key) == expected


def test_people_stand_by_surname_in_memory_and_in_the_database(db):
    expected = """Anna, Alexander de Luca, Dr. Franz Huber, Franz Huber jun., Gustav Huber, Berta Mayrhofer-Schmidhuber,
        Emil Ofner, Cilli Öhler, Žiga Oman, Max Straßer, Alexander van der Bellen, Gerda von Trapp,
        Žaneta Žagar, Dipl.-Ing. Ida Zauner MSc"""
    names = [" ".join(name.split()) for name in expected.split(",")]
    for number, name in enumerate(sorted(names), 1):
        Person.objects.create(club=load_first_club(), number=number, name=name)
    people = List("People", (Column("name", "Name", surnames=True),), sort="name", empty="Nobody.")
    there = Person.objects.filter(club=load_first_club())
    assert _names(people.build_page(_build_request(), there)) == names
    assert _names(people.build_page(_build_request("/?sort=-name"), there)) == names[::-1]
    assert _names(people.build_page(_build_request(), list(there.order_by("number")))) == names
    assert list(there.order_by(order_by_surname("name")).values_list("name", flat=True)) == names


@pytest.mark.usefixtures("persons")
def test_the_database_decides_between_equal_rows_as_the_list_is_sorted_at_first():
    lettered = Person.objects.annotate(first=Value(1))
    of = List("", (Column("name", "", words=True), Column("first", "")), "name", "")
    assert _names(of.build_page(_build_request("/?sort=-first"), lettered))[:2] == ["Ärmel", "arnold"]


@pytest.mark.usefixtures("persons")
def test_capitals_with_an_umlaut_are_found_too():
    assert [person.name for person in filter_matching(Person.objects.all(), "ÖSTER", ("name",))] == ["Österreicher"]
    assert [person.name for person in filter_matching(Person.objects.all(), "österreicher", ("name",))] == [
        "Österreicher"
    ]


def test_a_query_of_any_size_costs_two_queries(persons: None, django_assert_num_queries: Any):
    Person.objects.bulk_create(
        Person(club=load_first_club(), number=100 + number, name=f"Spieler {number}") for number in range(120)
    )
    with django_assert_num_queries(3):  # the club too
        shown = PERSONS.build_page(_build_request("/?page=2"), Person.objects.filter(club=load_first_club()))
    assert (len(shown.rows), shown.all) == (50, 127)


@given(st.lists(st.tuples(st.one_of(st.none(), st.integers(0, 4)), st.integers())), st.booleans())
def test_sorting_is_stable_and_loses_nobody(rows: list[tuple[int | None, int]], down: bool):
    came = [(value, at) for at, (value, _) in enumerate(rows)]
    told = sort_rows(came, lambda row: row[0], down=down)
    assert sorted(told, key=lambda row: row[1]) == came
    for (first, at), (other, after) in pairwise(told):
        if first is None:
            assert other is None
        if first == other:
            assert at < after
        elif other is not None and first is not None:
            assert (first > other) == down


SPELLINGS = ("öhlmüller", "ÖHLMÜLLER", "ohlmuller", "oehlmueller", "OEHLMUELLER", "Öhlmueller jürg", "JUERGEN", "jürg")
NAMES = ("Jürgen Öhlmüller", "Anna Huber", "Berta Maier", "Cilli Bauer")
FOLD = "tournaments/static/tournaments/names/fold.js"


@share_rows
def tournament():
    """A tournament that is over, with somebody whose name has umlauts, and who has paid."""
    of = play("Cup", NAMES, ended=True).tournament
    Presence.objects.filter(entrant__tournament=of).update(paid=500)
    publish(of, 1)
    publish(of)
    evening = EveningStart((NAMES[0], *SIX[1:4]), "treffpunkt", {}, 0, format_agreement(Stakes()))
    play_hands(let_write(start_evening(new_key(), evening)), dreier(0))
    return Tournament.objects.get(pk=of.pk)


# What was found, by the context of each page.
PAGES = {
    "search": lambda page: [hit.text for group in page["groups"] if group.title == "Personen" for hit in group.hits],
    "register": lambda page: list_heads(page["list"]),
    # A tournament, which is found by each of its players, names none.
    "evenings": lambda page: [
        " ".join([row.winners, *(tally.name for tally in row.rest)])
        for day in page["days"]
        for row in day.rows
        if not row.tournament
    ],
    "statistics": lambda page: list_heads(page["sections"][0]["list"]),
    "entrants": lambda page: [row["name"] for row in page["seen"]["rows"]],
    "door": lambda page: [row.name for row in page["door"].rows],
    "standings": lambda page: [name for _number, name, _line in page["found"]],
    "tournament_log": lambda page: list_texts(page["list"]),
}


def list_heads(shown):
    """The first cell of each row of a list."""
    return [str(row[0].text) for row in shown.rows]


def list_texts(shown):
    """Each row of a list in one text."""
    return [" ".join(str(cell.text) for cell in row) for row in shown.rows]


@pytest.mark.heavy_but("standings")
@pytest.mark.django_db
@pytest.mark.parametrize("route", PAGES)
def test_a_name_is_found_however_it_is_typed(tournament, route):
    client = log_in(make_account("director"))
    arguments = [] if list(PAGES).index(route) < list(PAGES).index("entrants") else [tournament.slug]

    def find(typed):
        return PAGES[route](client.get(reverse(route, args=arguments), {"q": typed, "find": typed}).context)

    assert find("niemand") == []
    for typed in SPELLINGS:
        found = find(typed)
        assert found, typed
        assert [text for text in found if NAMES[0] not in text] == [], typed


@pytest.mark.django_db
def test_the_database_finds_the_same_as_the_program():
    club = load_first_club()
    names = ("Žiga Şahin", "Łukasz Ørsted", "Groß Straßer", "Бори́с Йовић", "Αθηνά", "Michael Baur", "ae OE ue", "100 %")
    for name in names:
        find_or_create_person(club, name)
    for name in names:
        for typed in (name, name.upper(), name.lower(), fold(name)):
            found = filter_matching(Person.objects.filter(club=club), typed, ("name", "number", "town"))
            assert name in found.values_list("name", flat=True), typed
    assert not filter_matching(Person.objects.filter(club=club), "100 _", ("name",)).exists()


@given(st.text(max_size=20))
def test_what_is_folded_stays_as_it_is(text):
    assert fold(fold(text)) == fold(fold(fold(text)))
    assert fold(text.upper().lower()) == fold(text.lower().upper().lower())


@pytest.mark.heavy
@pytest.mark.browser
def test_scripts_fold_as_the_program_does(desktop):
    names = [*SPELLINGS, *NAMES, "Žiga ŞAHIN", "ŁUKASZ Ørsted", "Groß", "Бори́с Йовић", "Zoë", "Aebi Oeser Uebel"]
    assert desktop.evaluate(build_call(FOLD, "(names) => names.map(foldName)"), names) == [fold(name) for name in names]
