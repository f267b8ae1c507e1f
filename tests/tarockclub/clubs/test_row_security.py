"""Row-level security on PostgreSQL: a query that forgets the club gets nothing of it."""

import itertools
import uuid
from datetime import UTC, datetime
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, connection, models, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from scoring.ledger.sql import lock_table
from scoring.models import GameTable
from tarockclub.clubs import row_security
from tarockclub.clubs.ownership import OWNERS, build_lookup, list_owned_models
from tarockclub.clubs.row_security import (
    POLICY,
    check_row_security,
    find_bypass,
    install_policies,
    list_missing_policies,
    remove_policies,
)
from tarockclub.clubs.scope import enter_all_clubs, enter_club, enter_no_club
from tarockclub.models import Club, Person
from tests.support.shared_rows import share_rows

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
MODELS = [apps.get_model(label) for label in OWNERS]
counter = itertools.count(1000)
Rows = dict[type[models.Model], models.Model]


def build_value(field: "models.Field[Any, Any]") -> Any:
    """Return some value that the database takes, a different one each time where it must be unique."""
    if field.choices:
        return field.flatchoices[0][0]
    if isinstance(field, models.GenericIPAddressField):
        return "192.0.2.1"
    if isinstance(field, models.CharField | models.TextField):
        return uuid.uuid4().hex[: field.max_length]
    if isinstance(field, models.DateTimeField):
        return datetime(2026, 1, 6, tzinfo=UTC)
    if isinstance(field, models.DateField):
        return datetime(2026, 1, 6, tzinfo=UTC).date()
    if isinstance(field, models.BinaryField):
        return uuid.uuid4().bytes
    if isinstance(field, models.UUIDField):
        return uuid.uuid4()
    if isinstance(field, models.BooleanField):
        return False
    return next(counter) if field.unique else 0


def make_row(model: type[models.Model], rows: Rows) -> models.Model:
    """Make a row of a club, with the rows that it needs."""
    if model not in rows:
        values = {}
        for field in model._meta.concrete_fields:
            is_way = OWNERS.get(model._meta.label_lower) == field.name
            if field.related_model is not None and (is_way or not field.null):
                values[field.name] = make_row(field.related_model, rows)
            elif field.related_model is None and not isinstance(field, models.AutoField) and not field.null:
                values[field.name] = build_value(field)
        rows[model] = model._default_manager.create(**values)
    return rows[model]


@share_rows
def two_clubs() -> tuple[Rows, Rows]:
    """A row of every model in each of two clubs."""
    found = []
    for name in "ab":
        rows: Rows = {Club: Club.objects.create(name=name, slug=f"club-{name}")}
        for model in list_owned_models():
            make_row(model, rows)
        found.append(rows)
    return found[0], found[1]


def test_in_the_scope_of_a_club_there_are_its_rows_and_no_others(two_clubs):
    for model in MODELS:
        mine, other = (rows[model].pk for rows in two_clubs)
        with enter_club(two_clubs[0][Club].pk):
            assert (mine in list_ids(model), other in list_ids(model)) == (True, False), model
            assert count_bare(model, mine, other) == 1, model
            assert set(list_clubs(model)) == {two_clubs[0][Club].pk}, model
            assert model._default_manager.filter(pk=other)._raw_delete(connection.alias) == 0, model
        with enter_club(*(rows[Club].pk for rows in two_clubs)):
            assert {mine, other} <= list_ids(model), model
        with enter_no_club():
            assert list_clubs(model) == [], model
        with enter_all_clubs():
            assert {mine, other} <= list_ids(model), model


def test_a_row_of_another_club_cannot_be_written(two_clubs):
    for model in MODELS:
        rows = {made: row for made, row in two_clubs[1].items() if made is not model}
        refused = pytest.raises(DatabaseError, match="row-level security")
        with enter_club(two_clubs[0][Club].pk), refused, transaction.atomic():
            make_row(model, rows)


def count_bare(model: type[models.Model], *ids: Any) -> int:
    """Return how many of these rows a statement of somebody's own finds."""
    with connection.cursor() as cursor:
        column, table = model._meta.pk.column, model._meta.db_table
        cursor.execute(f'SELECT count(*) FROM "{table}" WHERE "{column}" = ANY (%s)', [list(ids)])
        return int(cursor.fetchone()[0])


def list_clubs(model: type[models.Model]) -> list[int]:
    """Return the clubs of all rows that a query without any condition finds, without the rows that are for all."""
    lookup = build_lookup(model)
    return list(model._default_manager.exclude(**{lookup: None}).values_list(lookup, flat=True))


def list_ids(model: type[models.Model]) -> set[Any]:
    """Return the ids of all rows that a query without any condition finds."""
    return set(model._default_manager.values_list("pk", flat=True))


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


def test_the_scope_is_told_again_after_a_rollback(two_clubs):
    mine, other = ({row.pk for model, row in rows.items() if model is Person} for rows in two_clubs)
    clubs = [rows[Club].pk for rows in two_clubs]
    with enter_club(clubs[0]):
        with transaction.atomic():
            with enter_club(clubs[1]):
                point = transaction.savepoint()
                assert list_ids(Person) == other
                transaction.savepoint_rollback(point)
                assert list_ids(Person) == other
            assert list_ids(Person) == mine
        with pytest.raises(DatabaseError), transaction.atomic(), enter_club(clubs[1]):
            list(Person.objects.raw("SELECT nothing"))
        assert list_ids(Person) == mine
        with enter_club(clubs[1]):
            assert {row.pk for row in Person.objects.iterator(chunk_size=1)} == other
        assert {row.pk for row in Person.objects.iterator(chunk_size=1)} == mine


def test_a_statement_that_was_planned_for_one_club_shows_nothing_of_it_to_another(two_clubs):
    (ours, theirs), planned_after = two_clubs, 6  # of executions PostgreSQL keeps one plan for all
    for _again in range(planned_after):
        with enter_club(ours[Club].pk):
            assert lock_table(ours[GameTable].pk).club == ours[Club].pk
            with pytest.raises(GameTable.DoesNotExist):
                lock_table(theirs[GameTable].pk)
    with enter_club(theirs[Club].pk), pytest.raises(GameTable.DoesNotExist):
        lock_table(ours[GameTable].pk)
    with enter_no_club(), pytest.raises(GameTable.DoesNotExist):
        lock_table(theirs[GameTable].pk)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%scoring_gametable t JOIN%'")
        assert cursor.fetchone()[0] == 1


def test_every_owned_table_has_its_policy_and_a_missing_one_is_noticed():
    assert list_missing_policies(connection) == []
    with connection.cursor() as cursor:
        cursor.execute(f"DROP POLICY {POLICY} ON scoring_deal; ALTER TABLE scoring_entry DISABLE ROW LEVEL SECURITY")
        cursor.execute(f"COMMENT ON POLICY {POLICY} ON tarockclub_person IS 'another'")
    assert sorted(list_missing_policies(connection)) == ["scoring_deal", "scoring_entry", "tarockclub_person"]
    install_policies(connection)
    assert list_missing_policies(connection) == []
    remove_policies(connection)
    assert len(list_missing_policies(connection)) == len(OWNERS)
    call_command("migrate", verbosity=0)
    assert list_missing_policies(connection) == []


def test_a_role_for_which_policies_are_void_is_named(client, monkeypatch):
    assert find_bypass(connection) == ""  # the tests' own role is bound by them
    assert check_row_security(databases=["default"]) == []
    assert "row_security" not in client.get("/health/ready").json()
    monkeypatch.setattr(row_security, "_BYPASS", "SELECT true")
    with connection.cursor() as cursor:
        cursor.execute(f"DROP POLICY {POLICY} ON scoring_deal")
    ids = [warning.id for warning in check_row_security(databases=["default"])]
    assert ids == ["tarockclub.W001", "tarockclub.W002"]
    assert Client().get("/health/ready").json()["row_security"] == "off"  # another worker
