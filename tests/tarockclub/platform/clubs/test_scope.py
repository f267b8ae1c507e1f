"""The scope of a club: a query that forgets the club gets nothing of another one; every note belongs to a club."""

from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, models, transaction
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from scoring.models import GameTable
from tarockclub.models import Club, Note, Person
from tarockclub.platform.clubs.ownership import OWNERS, build_lookup
from tarockclub.platform.clubs.scope import NOTHING, EnteredScope, enter_all_clubs, enter_club
from tests.support.accounts import make_account
from tests.tarockclub.office.privacy.everywhere import create_everywhere
from tests.tarockclub.platform.clubs.rows import list_ids, make_row
from tests.tournaments.seasons.season.cash.test_cash import a_season, record_move
from tests.tournaments.support import acts
from tests.tournaments.support.factories import new_key

pytestmark = pytest.mark.django_db
MODELS = [apps.get_model(label) for label in OWNERS]


def test_in_the_scope_of_a_club_there_are_its_rows_and_no_others(two_clubs):
    for model in MODELS:
        mine, other = (rows[model].pk for rows in two_clubs)
        key = OWNERS[model._meta.label_lower]
        with enter_club(two_clubs[0][Club].pk):
            assert (mine in list_ids(model), other in list_ids(model)) == (True, False), model
            assert set(list_clubs(model)) == {two_clubs[0][Club].pk}, model
            assert model._default_manager.filter(pk=other).update(**{key: models.F(key)}) == 0, model
            assert model._default_manager.filter(pk=other)._raw_delete(connection.alias) == 0, model
        with enter_club(*(rows[Club].pk for rows in two_clubs)):
            assert {mine, other} <= list_ids(model), model
        with EnteredScope(NOTHING):
            assert list_clubs(model) == [], model
        with enter_all_clubs():
            assert {mine, other} <= list_ids(model), model


def test_what_is_joined_and_asked_within_another_query_keeps_to_the_scope(two_clubs):
    mine, other = (rows[Club].pk for rows in two_clubs)
    with enter_club(mine):
        clubs = Club.objects.filter(pk__in=[mine, other])
        assert dict(clubs.values_list("pk").annotate(Count("persons"))) == {mine: 1, other: 0}
        assert list(clubs.filter(persons__isnull=False).values_list("pk", flat=True)) == [mine]
        assert list(Club.objects.filter(pk__in=GameTable.objects.values("club")).values_list("pk", flat=True)) == [mine]
        assert list(clubs.exclude(persons__account__login="").values_list("pk", flat=True)) == [mine, other]
        assert Person.objects.count() == 1
        assert Person.objects.filter(club=other).union(Person.objects.filter(club=mine)).count() == 1


def test_a_new_row_of_another_club_is_refused(two_clubs):
    for model in MODELS:
        if OWNERS[model._meta.label_lower] == "club":
            rows = {made: row for made, row in two_clubs[1].items() if made is not model}
            with (
                enter_club(two_clubs[0][Club].pk),
                pytest.raises(DatabaseError, match=r"club|row-level security"),
                transaction.atomic(),
            ):
                make_row(model, rows)


def list_clubs(model: type[models.Model]) -> list[int]:
    """Return the clubs of all rows that a query without any condition finds, without the rows that are for all."""
    lookup = build_lookup(model)
    return list(model._default_manager.exclude(**{lookup: None}).values_list(lookup, flat=True))


def show_all_names(request: HttpRequest, **_kwargs: Any) -> HttpResponse:
    """Forget the club."""
    return HttpResponse(",".join(Person.objects.order_by("name").values_list("name", flat=True)))


def count_scopes(request: HttpRequest) -> HttpResponse:
    """Show what the scope is after something was rolled back."""
    try:
        with transaction.atomic():
            Person.objects.count()
            raise DatabaseError
    except DatabaseError:
        return show_all_names(request)


urlpatterns = [
    path("names/", show_all_names),
    path("tables/<uuid:slug>/", show_all_names),
    path("undone/", count_scopes),
]


@override_settings(ROOT_URLCONF=__name__)
def test_a_request_that_forgets_the_club_gets_nothing_of_another(two_clubs):
    table = next(row for model, row in two_clubs[1].items() if model._meta.label == "scoring.GameTable")
    names = [next(row for model, row in rows.items() if model is Person).name for rows in two_clubs]
    client = Client()
    assert client.get("/names/").content == b""  # several clubs, and nothing says which
    assert client.get("/c/club-a/names/").content.decode() == names[0]
    assert client.get("/c/club-a/undone/").content.decode() == names[0]
    assert client.get(f"/tables/{table.slug}/").content.decode() == names[1]
    assert set(names) <= set(Person.objects.values_list("name", flat=True))  # the test itself sees all


def write_notes_of_all_kinds() -> Club:
    """Write a note wherever one can be written, and return their club."""
    make_account("director")
    there = create_everywhere()
    season = a_season(0)
    acts.write_move_receipt(season, new_key(), record_move(season, 500), "Frau Wirtin")
    return there.person.club


def test_every_note_that_is_written_names_its_club():
    club = write_notes_of_all_kinds()
    assert set(Note.objects.values_list("club", flat=True)) == {club.pk}
