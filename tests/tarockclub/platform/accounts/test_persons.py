"""Names that are new at a table, looks at people's data, and rights on pages that others may open too."""

import json
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError, connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tarockclub.models import Club, LogEntry, Person
from tarockclub.office.privacy.data_file.section import list_looks
from tarockclub.office.privacy.data_file.writer import build_data_file
from tarockclub.platform.accounts.club_log import Kind
from tarockclub.platform.accounts.devices import get_person_id
from tarockclub.platform.accounts.permissions import find_account
from tarockclub.platform.accounts.persons import create_person, find_or_create_person, load_first_club, lock_club
from tests.scoring.support.pages import url
from tests.scoring.support.tables import new_table
from tests.support.accounts import log_in, make_account
from tests.support.phones import Client
from tests.tarockclub.office.privacy.test_data_file import unpack
from tests.tournaments.support import factories

pytestmark = pytest.mark.django_db
NAMES = ("Anna Maier", "Berta Berg", "Cilli Czerny", "Dora Dorn")
QUESTION = "Neue Namen am Tisch: Was sehen alle?"


def set_new_names(choice: str) -> Club:
    Club.objects.update(new_names=choice)
    return load_first_club()


def show(name: str) -> str:
    person = Person.objects.get(name=name)
    return person.shown_as or person.name


@pytest.mark.parametrize(
    ("choice", "shown"),
    [("short", "Anna M."), ("number", "Spieler 2"), ("full", "Anna Maier"), ("", "Anna Maier")],
)
def test_names_that_are_new_at_a_table_are_shown_as_the_club_has_chosen(choice, shown):
    create_person(set_new_names(choice), "Berta Berg")  # known before
    new_table(names=NAMES)
    assert [show(name) for name in ("Anna Maier", "Berta Berg")] == [shown, "Berta Berg"]
    set_new_names("full")
    new_table(names=NAMES)
    assert show("Anna Maier") == shown


def test_who_comes_later_to_a_table_is_shown_so_and_who_enters_a_tournament_in_full():
    set_new_names("short")
    find_or_create_person(lock_club(load_first_club()), "Emil Ernst")
    factories.enter_people(factories.tournament(), "Franz Fuchs")
    assert [show("Emil Ernst"), show("Franz Fuchs")] == ["Emil E.", "Franz Fuchs"]


def test_a_new_club_shows_them_short_and_an_older_one_in_full_until_it_chooses():
    assert Club.objects.create(name="Neu").new_names == "short"
    older, empty = set_new_names(""), Club.objects.create(name="Leer", new_names="")
    create_person(older, "Anna Maier")
    import_module("tarockclub.migrations.0033_new_names").begin_cautiously(apps, None)
    assert [Club.objects.get(pk=club.pk).new_names for club in (older, empty)] == ["", "short"]


def test_a_director_of_an_older_club_is_asked_on_the_first_page_until_one_has_chosen():
    set_new_names("")
    director, secretary = log_in(make_account("director")), log_in(make_account("secretary"))
    assert QUESTION in director.get("/").content.decode()
    assert QUESTION not in secretary.get("/").content.decode()
    settings = reverse("people_settings")
    page = director.get(settings).content.decode()
    assert all(shown in page for shown in ("Anna Maier", "Anna M.", "Spieler 12"))
    for choice, is_asked, kept in (
        ("", True, ""),
        ("all", True, ""),
        ("number", False, "number"),
        ("", False, "number"),
    ):
        director.post(settings, {"new_names": choice})
        assert load_first_club().new_names == kept
        assert (QUESTION in director.get("/").content.decode()) is is_asked


@pytest.fixture
def berta():
    """Somebody in the register."""
    return create_person(load_first_club(), "Berta Beispiel")


def list_noted():
    """The person and what was looked at, of each entry."""
    rows = LogEntry.objects.filter(kind=Kind.LOOKED).order_by("sequence")
    return [(row.by_id, row.about_id, json.loads(row.said)["what"]) for row in rows]


def test_each_account_is_noted_once_a_day_for_each_person(berta):
    emil, frieda = make_account("secretary"), make_account("watcher")
    page = reverse("person", args=[berta.number])
    clients = [log_in(emil), log_in(frieda)]
    for _again in range(3):
        for client in clients:
            assert client.get(page).status_code == 200
    assert list_noted() == [(emil.person_id, berta.pk, "person"), (frieda.person_id, berta.pk, "person")]
    clients[0].get(reverse("register"))
    clients[0].get(reverse("register"))
    assert list_noted()[2:] == [(emil.person_id, None, "register")]


def test_the_own_page_and_refused_ones_are_not_noted(berta):
    emil = make_account("secretary")
    assert log_in(emil).get(reverse("person", args=[emil.person.number])).status_code == 200
    assert log_in(make_account("")).get(reverse("person", args=[berta.number])).status_code == 403
    assert list_noted() == []


def test_a_second_look_costs_one_query(berta):
    client, page = log_in(), reverse("person", args=[berta.number])
    client.get(page)
    with CaptureQueriesContext(connection) as queries:
        client.get(page)
    assert len([query for query in queries if "tarockclub_logentry" in query["sql"]]) == 1


def test_the_director_and_the_person_see_who_looked(berta):
    emil, director = make_account("secretary", login="emil"), log_in(make_account("director"))
    log_in(emil).get(reverse("person", args=[berta.number]))
    page = director.get(reverse("person_privacy", args=[berta.number])).content.decode()
    assert "Wer diese Daten angesehen hat" in page
    assert "Emil" in page
    assert director.get(reverse("person_data", args=[berta.number])).status_code == 200
    assert [look.by for look in list_looks([berta.pk])][-1] == "Emil"
    assert len(list_looks([berta.pk])) == 3  # the secretary's look, the director's, and the file
    rows = json.loads(unpack(build_data_file(berta))["data.json"])["data"]["looks"]
    assert len(rows) == 3
    assert "Emil" not in str(rows)  # others are numbers in it


def build_request(user):
    """A request of somebody."""
    request = RequestFactory().get("/")
    request.user = user
    request.COOKIES["sessionid"] = "there-is-one"
    return request


def test_who_writes_is_the_person_who_is_logged_in_or_nobody():
    director = make_account("director")
    assert get_person_id(build_request(director)) == director.person_id
    assert get_person_id(build_request(AnonymousUser())) is None
    assert find_account(RequestFactory().get("/")) is None


def test_a_phone_that_is_not_logged_in_asks_for_no_session_and_no_account():
    table = new_table()
    phones = {"phone": Client(), "secretary": log_in(), "out": log_in()}
    phones["out"].post("/log-out/")
    asked_for = {}
    for name, client in phones.items():
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url("table", table)).status_code == 200
        found = [query["sql"] for query in queries]
        asked_for[name] = sum("django_session" in sql or "tarockclub_account" in sql for sql in found)
    assert asked_for == {"phone": 0, "secretary": 2, "out": 0}


def test_a_page_that_tells_that_the_database_is_away_does_not_need_it(monkeypatch):
    client = log_in()
    asked_for = []

    def away(*args):
        asked_for.append(args)
        raise OperationalError("gone")

    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.load", away)
    answer = client.get("/nirgends/")
    assert answer.status_code == 404
    assert "Hier ist nichts" in answer.content.decode()
    assert len(asked_for) == 1


def test_the_page_that_refuses_says_who_may():
    page = log_in().get("/club/").content.decode()
    assert "Dafür braucht es: Leitung. Es wurde nichts geändert." in page
    assert "log-in" not in page
