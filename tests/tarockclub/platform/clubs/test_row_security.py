"""Row-level security on PostgreSQL: a query that forgets the club gets nothing; a request takes one connection."""

import copy
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, connection, connections, models, transaction
from django.test import Client

from scoring.book.ledger.sql import lock_table
from scoring.models import GameTable
from tarockclub.models import Club, Person
from tarockclub.platform.clubs import row_security
from tarockclub.platform.clubs.ownership import OWNERS
from tarockclub.platform.clubs.row_security import (
    POLICY,
    check_row_security,
    find_bypass,
    install_policies,
    list_missing_policies,
    remove_policies,
)
from tarockclub.platform.clubs.scope import NOTHING, EnteredScope, enter_club, enter_when_needed
from tarockclub.platform.server.databases import share_connections
from tarockclub.platform.server.postgres_backend.base import DatabaseWrapper
from tests.tarockclub.platform.clubs.rows import list_ids, make_row

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
MODELS = [apps.get_model(label) for label in OWNERS]


def test_a_statement_by_hand_finds_no_row_of_another_club(two_clubs):
    for model in MODELS:
        mine, other = (rows[model].pk for rows in two_clubs)
        with enter_club(two_clubs[0][Club].pk):
            assert count_bare(model, mine, other) == 1, model


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


def test_the_scope_is_told_again_after_a_rollback(two_clubs):
    mine, other = ({row.pk for model, row in rows.items() if model is Person} for rows in two_clubs)
    clubs = [rows[Club].pk for rows in two_clubs]
    with enter_club(clubs[0]):
        with transaction.atomic():
            with enter_club(clubs[1]):
                with transaction.atomic():
                    assert list_ids(Person) == other
                    transaction.set_rollback(True)
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
    with EnteredScope(NOTHING), pytest.raises(GameTable.DoesNotExist):
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


ALIAS = "pooled"


@pytest.fixture
def pooled(settings):
    """A connection as the threads of a web server's worker have one, with a pool that has no second one."""
    settings.DATABASE_CONNECTIONS = 1
    database = copy.deepcopy(connections["default"].settings_dict)
    share_connections(database)
    connections[ALIAS] = wrapper = DatabaseWrapper(database, ALIAS)
    yield wrapper
    wrapper.close()
    wrapper.close_pool()
    del connections[ALIAS]


def test_looking_up_the_club_takes_no_second_connection(pooled):
    looked_up = []

    def find_club():
        with pooled.cursor() as cursor:
            cursor.execute("SELECT 5")
            looked_up.append(cursor.fetchone()[0])
        return looked_up[-1]

    for _request in range(3):
        with enter_when_needed(find_club), pooled.cursor() as cursor:
            cursor.execute("SELECT current_setting('tarockclub.clubs')")
            assert cursor.fetchone() == ("{5}",)
        pooled.close()
    assert looked_up == [5, 5, 5]


def test_the_scope_is_no_option_of_a_connection():
    """PgBouncer refuses a setting among the options; a connection begins without one and gets it with a statement."""
    wrapper = DatabaseWrapper(copy.deepcopy(connections["default"].settings_dict), ALIAS)
    assert "options" not in wrapper.get_connection_params()
    with wrapper.cursor() as cursor:
        cursor.execute("SELECT current_setting('tarockclub.clubs')")
        assert cursor.fetchone() == ("*",)
    wrapper.close()
