"""A name that is new at an evening's table: everybody sees it as the club has chosen, which is asked about once."""

from importlib import import_module

import pytest
from django.apps import apps
from django.urls import reverse

from tarockclub.models import Club, Person
from tarockclub.platform.accounts.persons import create_person, find_or_create_person, load_first_club, lock_club
from tests.scoring.support.tables import new_table
from tests.support.accounts import log_in, make_account
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
