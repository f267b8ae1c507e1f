"""The data of version 1.0 are brought up to date, on both databases: nothing is lost, everything is sealed.

tests/data/books/demo-817d5f6f.toml says where the data are from. On PostgreSQL they are copied into the schema of then.
"""

import json
import lzma
import sqlite3
import tomllib
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps.registry import Apps
from django.core.management import call_command
from django.db import connection, models, transaction
from django.db.migrations.executor import MigrationExecutor

from scoring.book.audit import list_wrong_totals
from scoring.book.ledger import triggers
from scoring.models import Deal, Entry, GameTable
from tarockclub.models import Club, ClubAct, ClubLog, Job, LogEntry, Note, Publication
from tarockclub.office.backups.contents import find_differences
from tarockclub.platform.act_chain import SEAL_KIND
from tarockclub.platform.clubs import row_security
from tests.support.databases import connect_to_copy
from tests.support.paths import DATA
from tournaments.models import Act, Season, SeasonAct

pytestmark = [pytest.mark.heavy, pytest.mark.usefixtures("upgraded")]

BOOKS = DATA / "books"
FACTS = tomllib.loads((BOOKS / "demo-817d5f6f.toml").read_text(encoding="utf-8"))
OWN = ("tarockclub", "scoring", "tournaments")
THEN = [
    ("tarockclub", "0007_squashed_0023_importing"),
    ("scoring", "0010_squashed_0014_own_sheets_made_once"),
    ("tournaments", "0003_squashed_0012_rehearsals"),
]


@pytest.fixture(scope="module")
def old_book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """Yield the database as it was written."""
    file = tmp_path_factory.mktemp("written") / "then.sqlite3"
    file.write_bytes(lzma.decompress((BOOKS / "demo-817d5f6f.sqlite3.xz").read_bytes()))
    with closing(sqlite3.connect(file)) as book:
        book.row_factory = sqlite3.Row
        yield book


@pytest.fixture(scope="module")
def migrated(
    django_db_setup: None, django_db_blocker: Any, old_book: sqlite3.Connection, tmp_path_factory: Any
) -> Iterator[str]:
    """Yield the name of a database with the data of then that has been migrated; to be copied."""
    template = str(connection.settings_dict["NAME"])
    with django_db_blocker.unblock(), connect_to_copy(template, tmp_path_factory.mktemp("upgraded")) as name:
        apps = go_back()
        with transaction.atomic():
            for made in ("ClubLog", "Club"):
                apps.get_model("tarockclub", made).objects.all().delete()
            for model in apps.get_models():
                if model._meta.app_label in OWN and model.__name__ != "KeyFingerprint":  # that of here stays
                    copy_rows(model, old_book)
        call_command("migrate", verbosity=0)
        connection.close()
        connection.settings_dict["NAME"] = template
        yield name


@pytest.fixture
def upgraded(migrated: str, django_db_blocker: Any, tmp_path: Path) -> Iterator[None]:
    """Let one test have a copy of it."""
    with django_db_blocker.unblock(), connect_to_copy(migrated, tmp_path):
        yield


def go_back() -> Apps:
    """Go back to the schema of then; its models."""
    triggers.remove_triggers(connection)
    row_security.remove_policies(connection)
    executor = MigrationExecutor(connection)
    executor.migrate(THEN)
    return executor.loader.project_state(THEN).apps


def copy_rows(model: type[models.Model], book: sqlite3.Connection) -> None:
    """Copy the rows of a table."""
    rows: Any = model._default_manager
    name = model._meta.db_table
    fields = model._meta.concrete_fields
    rows.bulk_create(
        model(**{field.attname: read_value(field, row[field.column]) for field in fields})
        for row in book.execute(f"SELECT * FROM {name}")
    )
    if connection.vendor == "postgresql" and model._meta.auto_field:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), (SELECT max(id) FROM {name}))")


def read_value(field: Any, value: Any) -> Any:
    """Return a value of SQLite as the model wants it."""
    if isinstance(field, models.DateTimeField) and value is not None:
        value = f"{value}+00:00"
    if isinstance(field, models.JSONField) and value is not None:
        value = json.loads(value)
    return value if field.is_relation else field.to_python(value)


def test_the_books_are_proved_clean_and_their_head_is_that_of_then():
    out = StringIO()
    call_command("verify_ledger", stdout=out)
    lines = out.getvalue().splitlines()
    assert FACTS["verified"] in lines[0]
    assert lines[0].endswith("alles stimmt.")
    assert lines[-1].endswith(FACTS["head_of_books"])
    assert list_wrong_totals() == []


def test_the_schema_is_that_of_a_new_database():
    with transaction.atomic():
        assert find_differences(connection) == []
    assert triggers.list_missing_triggers(connection) == []
    assert row_security.list_missing_policies(connection) == []


def test_no_row_is_lost(old_book):
    sealing: dict[Any, dict[str, str]] = {SeasonAct: {"kind": SEAL_KIND}}  # one more of each season
    for model in (GameTable, Entry, Deal, Note, Act, SeasonAct):
        (count,) = old_book.execute(f"SELECT count(*) FROM {model._meta.db_table}").fetchone()
        assert model._default_manager.exclude(**sealing.get(model, {})).count() == count > 0, model


def test_what_moves_results_is_sealed_as_it_was():
    for season in Season.objects.all():
        assert "carried" in json.loads(season.acts.latest("sequence").state)
    for log in ClubLog.objects.exclude(entries=0):
        state = json.loads(log.log_entries.latest("sequence").state)
        assert state.keys() >= {"helpers", "helping", "rehearsals", "archive"}


def test_what_this_program_no_longer_has_is_gone_and_told_in_the_log():
    club = Club.objects.get(slug="tarockrunde-zur-linde")
    shown = Publication.objects.get(club=club)
    assert (shown.now, shown.results, shown.seasons) == (True, True, True)
    assert not Job.objects.filter(kind="webhook").exists()
    kinds = set(LogEntry.objects.filter(log__club=club).values_list("kind", flat=True))
    assert {"webhook", "public"} <= kinds
    assert json.loads(ClubAct.objects.filter(club=club).latest("sequence").state).keys() >= {"shown"}
