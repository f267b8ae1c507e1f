"""The triggers are there after every migrate, whatever went on before; it says loudly when they are not."""

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, migrations, models, transaction
from django.db.migrations.loader import MigrationLoader

from scoring.book.ledger import triggers
from tests.scoring.support.tables import dreier, new_table, play

pytestmark = pytest.mark.usefixtures("fresh_database")
UPDATE = "append_only_scoring_entry_update"


def execute(statement):
    """Execute plain SQL."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def is_guarded():
    """Return True if the database refuses to change a line of the book."""
    play(new_table(), dreier(0))
    try:
        execute("UPDATE scoring_entry SET device = 'other'")
    except IntegrityError as error:
        return "append-only" in str(error)
    return False


def drop_one():
    """Take one trigger away; what it was called."""
    execute(f"DROP TRIGGER {UPDATE}" + (" ON scoring_entry" if connection.vendor == "postgresql" else ""))
    return UPDATE


def test_after_every_migrate_all_triggers_are_there():
    assert triggers.list_missing_triggers(connection) == []
    assert len(triggers._load_triggers(connection)) == (62 if connection.vendor == "postgresql" else 41)
    name = drop_one()
    assert triggers.list_missing_triggers(connection) == [name]
    call_command("migrate", verbosity=0)
    assert triggers.list_missing_triggers(connection) == []
    assert is_guarded()


@pytest.mark.parametrize("option", ["--plan", "--check"])
def test_a_migrate_that_only_looks_changes_nothing(option):
    name = drop_one()
    call_command("migrate", option, verbosity=0)
    assert triggers.list_missing_triggers(connection) == [name]


def test_a_trigger_of_an_older_text_is_replaced_and_one_that_is_not_known_stays(monkeypatch):
    older = triggers.Guard("scoring_gametable", "tables", ("slug",))
    extra = triggers.Guard("scoring_deal", "deals")
    with monkeypatch.context() as patched:
        patched.setattr(triggers, "GUARDS", (older, extra))
        triggers.install_triggers(connection)
        assert triggers.list_missing_triggers(connection) == []
    assert "append_only_scoring_gametable_update" in triggers.list_missing_triggers(connection)
    triggers.install_triggers(connection)
    assert triggers.list_missing_triggers(connection) == []
    assert {definition.table for definition in triggers.find_strangers(connection).values()} == {"scoring_deal"}


@pytest.mark.postgres
@pytest.mark.parametrize(
    "changed",
    [
        "ALTER TABLE scoring_entry DISABLE TRIGGER append_only_scoring_entry_update",
        "CREATE OR REPLACE FUNCTION append_only_scoring_entry_update() RETURNS trigger LANGUAGE plpgsql"
        " AS $$BEGIN RETURN NEW; END$$",
    ],
)
def test_on_postgres_a_trigger_that_is_off_or_does_nothing_is_noticed_and_mended(changed):
    execute(changed)
    assert triggers.list_missing_triggers(connection) == ["append_only_scoring_entry_update"]
    triggers.install_triggers(connection)
    assert triggers.list_missing_triggers(connection) == []


def test_a_migrate_that_cannot_bring_a_trigger_back_fails_loudly(monkeypatch):
    monkeypatch.setattr(triggers, "_build_create", lambda *_: "SELECT 1")
    drop_one()
    with pytest.raises(triggers.MissingTriggersError, match="append_only_scoring_entry_update"):
        call_command("migrate", verbosity=0)


def test_djangos_rebuild_of_a_table_takes_the_triggers_and_migrate_brings_them_back():
    state = MigrationLoader(connection).project_state()
    mark = state.apps.get_model("scoring", "Mark")
    before, after = mark._meta.get_field("device"), models.CharField(max_length=80, blank=True, default="")
    after.set_attributes_from_name("device")
    after.model = mark
    with connection.schema_editor() as editor:
        editor.alter_field(mark, before, after, strict=True)
    if connection.vendor == "sqlite":
        assert set(triggers.list_missing_triggers(connection)) == {
            "append_only_scoring_mark_delete",
            "append_only_scoring_mark_update",
        }
    call_command("migrate", verbosity=0)
    assert triggers.list_missing_triggers(connection) == []


@pytest.mark.heavy  # migrations back and forth
def test_an_older_schema_gets_the_triggers_that_fit_it():
    there = list_guarded_tables()
    call_command("migrate", "tarockclub", "0026", verbosity=0)
    assert triggers.list_missing_triggers(connection) == []
    assert list_guarded_tables() == there  # none of what has gone since was guarded
    call_command("migrate", verbosity=0)
    assert list_guarded_tables() == there
    assert triggers.list_missing_triggers(connection) == []


def list_guarded_tables():
    """Return the tables that have triggers."""
    return {definition.table for definition in triggers._load_triggers(connection).values()}


@pytest.mark.heavy
def test_the_triggers_come_back_also_where_a_migration_fails(monkeypatch):
    call_command("migrate", "tarockclub", "0026", verbosity=0)  # the next ones delete models
    monkeypatch.setattr(migrations.DeleteModel, "database_forwards", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        call_command("migrate", verbosity=0)
    assert triggers._load_triggers(connection)
    assert triggers.list_missing_triggers(connection) == []
