"""History cannot be changed, not even with plain SQL: the database refuses it, on SQLite and PostgreSQL."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction

from scoring.models import Entry, GameTable, OwnSheetAct, OwnSheetVersion, Seated, SheetVersion, Sitting
from scoring.sheets.own_sheets.services import create_sheet, save_version
from tarockclub.models import Note, Person
from tests.scoring.support.tables import dreier, new_table, play, strike
from tests.support.accounts import make_account
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db
GUARDED_TABLES = {
    "scoring_entry": Entry,
    "scoring_sheetversion": SheetVersion,
    "scoring_seated": Seated,
    "scoring_sitting": Sitting,
    "scoring_gametable": GameTable,
    "scoring_ownsheetversion": OwnSheetVersion,
    "scoring_ownsheetact": OwnSheetAct,
    "tarockclub_note": Note,
    "tarockclub_person": Person,
}
MAY_CHANGE = {
    Sitting: {"to_deal"},
    GameTable: {
        *("ended", "last_key", "last_sequence", "state", "head", "held", "clock", "news", "archived", "replacements")
    },
    Person: {"id", "club_id", "number", "name", "erased"},
}
COLUMNS = [(model, field.column) for model in GUARDED_TABLES.values() for field in model._meta.concrete_fields]


@share_rows
def table():
    """A table with a hand that was struck, and a club's own sheet, so that every guarded table has rows."""
    table = new_table()
    own = create_sheet(table.club, "Beim Adler", "treffpunkt")
    save_version(own, own.draft_state, "key", "so beschlossen", make_account("director"))
    play(table, dreier(0))
    strike(table)
    connection.check_constraints()  # on PostgreSQL nothing may wait for the commit when a table is emptied or altered
    return table


def execute(statement, *values):
    """Execute plain SQL; a refusal leaves the transaction usable."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)


def other_value(model, column):
    """A value of the column's kind that no row has."""
    kind = next(field for field in model._meta.concrete_fields if field.column == column)
    if isinstance(kind, models.UUIDField):
        return "0" * 32
    if isinstance(kind, models.DateTimeField):
        return datetime(2001, 1, 1, tzinfo=UTC)
    if isinstance(kind, models.BinaryField):
        return b"other"
    return "other" if isinstance(kind, models.CharField | models.TextField) else 50


def is_refused(model, column):
    """Return True if a change of this column is refused by our trigger."""
    statement = f'UPDATE "{model._meta.db_table}" SET "{column}" = %s'
    with transaction.atomic():
        try:
            execute(statement, other_value(model, column))
        except IntegrityError as error:
            return "append-only" in str(error)
        finally:
            transaction.set_rollback(True)
    return False


@pytest.mark.parametrize(("model", "column"), COLUMNS, ids=[f"{m.__name__}.{c}" for m, c in COLUMNS])
def test_of_what_is_history_only_what_is_meant_to_can_change(table, model, column):
    if column in MAY_CHANGE.get(model, ()) and column not in ("id", "club_id"):
        with transaction.atomic():
            model.objects.filter(pk=model.objects.earliest("pk").pk).update(**{column: other_value(model, column)})
            transaction.set_rollback(True)
        assert not is_refused(model, column)
    elif model is not Person:
        assert is_refused(model, column)


@pytest.mark.parametrize("name", GUARDED_TABLES)
def test_nothing_of_history_is_ever_deleted(table, name):
    with pytest.raises(IntegrityError, match=rf"append-only: .* are never deleted \({name}\)"):
        execute(f'DELETE FROM "{name}"')


@pytest.mark.parametrize("name", ["scoring_entry", "scoring_seated"])
def test_a_row_that_would_be_replaced_is_a_row_that_would_be_deleted(table, name):
    if connection.vendor == "sqlite":
        with pytest.raises(IntegrityError, match="append-only"):
            execute(f'INSERT OR REPLACE INTO "{name}" SELECT * FROM "{name}"')


@pytest.mark.postgres
@pytest.mark.parametrize("name", GUARDED_TABLES)
def test_on_postgres_no_table_of_history_can_be_emptied_at_once(table, name):
    with pytest.raises(IntegrityError, match="are never deleted"):
        execute(f'TRUNCATE "{name}" CASCADE')


def test_an_insert_that_meets_a_line_of_the_same_key_cannot_change_it(table):
    columns = ", ".join(f'"{field.column}"' for field in Entry._meta.concrete_fields)
    statement = f"INSERT INTO scoring_entry ({columns}) SELECT {columns} FROM scoring_entry WHERE true"
    with pytest.raises(IntegrityError, match="append-only"):
        execute(f"{statement} ON CONFLICT (table_id, key) DO UPDATE SET radl = 2")


def test_an_update_that_changes_nothing_is_refused_for_lines_but_not_for_a_tables_row(table):
    execute("UPDATE scoring_gametable SET last_sequence = last_sequence")
    with pytest.raises(IntegrityError, match="lines of the book are never changed"):
        execute("UPDATE scoring_entry SET radl = radl")


def test_a_note_can_be_erased_but_never_say_something_else(table):
    note, now = Note.objects.get(), datetime(2026, 1, 7, tzinfo=UTC)
    wrong: tuple[dict[str, Any], ...] = ({"text": "other"}, {"text": ""}, {"erased": now}, {"text": "x", "erased": now})
    for changed in wrong:
        with pytest.raises(IntegrityError, match="notes can only be erased"), transaction.atomic():
            Note.objects.filter(pk=note.pk).update(**changed)
    Note.objects.filter(pk=note.pk).update(text="", erased=now)
    further: tuple[dict[str, Any], ...] = (
        {"text": "again"},
        {"erased": None},
        {"digest": "f" * 64},
        {"salt": b"other"},
    )
    for changed in further:
        with pytest.raises(IntegrityError, match="notes can only be erased"), transaction.atomic():
            Note.objects.filter(pk=note.pk).update(**changed)


def test_djangos_flush_is_refused(table):
    with pytest.raises(Exception, match="flush"), transaction.atomic():
        call_command("flush", interactive=False, verbosity=0)
    assert Entry.objects.filter(table=table).count() == 2
