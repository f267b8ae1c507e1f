"""A database of before the chain becomes one that can be proved: nothing is lost, everything is sealed.

tests/data/books/before-the-chain.json was written by the last version without one: tables of four, five and six,
struck hands, a Radl that runs, a table without a hand, one whose only hand was struck.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, models, transaction
from django.db.migrations.executor import MigrationExecutor
from pytest_django import DjangoDbBlocker

from scoring.audit import list_wrong_totals, verify
from scoring.corrections import changes
from scoring.engine.evening.course import Seating
from scoring.ledger import triggers
from scoring.ledger.entries import Outcome
from scoring.ledger.services import record_hand
from scoring.ledger.table_state import decode_state
from scoring.models import DEAL_STEP, Deal, Entry, GameTable
from tarockclub.clubs import row_security
from tarockclub.hash_chain import compute_note_digest
from tarockclub.models import Note
from tests.scoring.support.tables import dreier, play
from tests.scoring.support.tampering import change_book, numbers
from tests.support.databases import connect_to_copy
from tests.support.paths import DATA

pytestmark = pytest.mark.heavy

BOOKS = DATA / "books" / "before-the-chain.json"
THEN = [("tarockclub", "0002_own_club"), ("scoring", "0001_initial")]


ROWS: dict[str, list[dict[str, Any]]] = json.loads(BOOKS.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def migrated(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The name of a database with the books of then that was migrated since; to be copied."""
    template = str(connection.settings_dict["NAME"])
    with django_db_blocker.unblock(), connect_to_copy(template, tmp_path_factory.mktemp("upgraded")) as name:
        upgrade()
        connection.close()
        connection.settings_dict["NAME"] = template
        yield name


def upgrade() -> None:
    """Go back to the schema of then, insert its rows, and migrate."""
    triggers.remove_triggers(connection)
    row_security.remove_policies(connection)
    executor = MigrationExecutor(connection)
    executor.migrate(THEN)
    apps = executor.loader.project_state(THEN).apps
    with transaction.atomic():
        for label, of_model in ROWS.items():
            fill(apps.get_model(label), of_model)
    call_command("migrate", verbosity=0)


@pytest.fixture
def upgraded(migrated: str, django_db_blocker: DjangoDbBlocker, tmp_path: Path) -> Iterator[dict[str, Any]]:
    """A copy of it for one test."""
    with django_db_blocker.unblock(), connect_to_copy(migrated, tmp_path):
        yield ROWS


def fill(model: type[models.Model], rows: list[dict[str, Any]]) -> None:
    """Insert rows as they were."""
    fields = {field.name: field for field in model._meta.concrete_fields}
    made = []
    for row in rows:
        values = {(name if name == "pk" else fields[name].attname): value for name, value in row.items()}
        made.append(model(**{name: read(fields, name, value) for name, value in values.items()}))
    model._default_manager.bulk_create(made)
    if connection.vendor == "postgresql" and model._meta.auto_field:
        with connection.cursor() as cursor:
            name = model._meta.db_table
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), (SELECT max(id) FROM {name}))")


def read(fields: dict[str, Any], name: str, value: Any) -> Any:
    """A value as the model wants it."""
    field = next((field for field in fields.values() if field.attname == name), None)
    if field is None or value is None or field.is_relation:
        return value
    return field.to_python(value)


def table_of(players: int, hands: int) -> GameTable:
    """The table of so many players with so many lines."""
    return next(table for table in GameTable.objects.filter(players=players) if table.deals.count() == hands)


def test_nothing_that_was_there_has_changed(upgraded):
    for row in upgraded["scoring.Entry"]:
        entry = Entry.objects.get(pk=row["pk"])
        for name in ("sequence", "deal_number", "kind", "key", "answer", "record", "radl", "dealer", "money0"):
            assert getattr(entry, name) == row[name]
        assert entry.replaces_id == row["replaces"]
    assert Entry.objects.count() == len(upgraded["scoring.Entry"])


def test_a_line_has_the_key_of_the_hand_that_opened_it_also_where_that_was_struck(upgraded):
    first: dict[tuple[int, int], str] = {}
    for row in sorted(upgraded["scoring.Entry"], key=lambda row: row["sequence"]):
        first.setdefault((row["table"], row["deal_number"]), row["key"])
    assert {(deal.table_id, deal.number): deal.key for deal in Deal.objects.all()} == first


def test_a_notes_digest_is_of_its_salt_and_text(upgraded):
    assert Note.objects.count() == Note.objects.exclude(club=None).count() == 5
    for note in Note.objects.all():
        assert note.digest == compute_note_digest(bytes(note.salt), note.text)


@pytest.mark.parametrize(
    ("players", "hands", "forehand", "running", "in_round"),
    [(4, 7, 1, (3,), 0), (5, 7, 4, (1,), 1), (6, 2, 1, (5,), 2), (4, 0, 2, (), 0), (4, 1, 2, (), 0)],
)
def test_where_a_table_stood_it_stands(upgraded, players, hands, forehand, running, in_round):
    evening = decode_state(table_of(players, hands).state).evening
    assert (evening.forehand, evening.running, evening.in_round) == (forehand, running, in_round)
    assert evening.order == tuple(range(players))


def test_every_line_has_its_forehand_beside_the_dealer(upgraded):
    for entry in Entry.objects.select_related("table"):
        assert entry.forehand == (entry.dealer + 1) % entry.table.players


def test_migrating_again_changes_nothing(upgraded):
    before = list(GameTable.objects.order_by("pk").values_list("head", "state"))
    call_command("migrate", "scoring", "0002", verbosity=0)
    call_command("migrate", verbosity=0)
    assert list(GameTable.objects.order_by("pk").values_list("head", "state")) == before
    assert triggers.list_missing(connection) == []


def test_the_upgraded_books_are_proved_clean(upgraded):
    assert verify() == []
    assert list_wrong_totals() == []


def test_old_and_new_hands_stand_in_one_book(upgraded):
    table = table_of(4, 7)
    for raw in (dreier(0), dreier(1)):
        assert play(table, raw).outcome is Outcome.SAVED
    assert numbers(table) == [*range(1000, 8000, 1000), 7000 + DEAL_STEP, 7000 + 2 * DEAL_STEP]
    change_book(table, changes.insert_hand(2000, dreier(2)))
    change_book(table, changes.correct_hand(1000, dreier(3)))
    change_book(table, changes.restore_line(3000))
    change_book(table, changes.strike_line(7000 + DEAL_STEP))
    assert numbers(table)[:3] == [1000, 1500, 2000]
    assert verify() == []


def test_what_was_sent_before_the_upgrade_is_still_known(upgraded):
    table = table_of(4, 7)
    old = Entry.objects.filter(table=table, kind="hand").latest("sequence")
    answer = record_hand(table.slug, old.key, "whatever", {})
    assert (answer.outcome, answer.entry) == (Outcome.OTHER_BODY, old)


def test_at_tables_of_five_and_six_it_goes_on_too(upgraded):
    for players, hands in ((5, 7), (6, 2)):
        table = table_of(players, hands)
        assert play(table, dreier(0)).outcome is Outcome.SAVED
        change_book(table, changes.change_seats(Seating((0, 1, 2, 3))))
        change_book(table, changes.void_hand(numbers(table)[-2]))
    assert verify() == []
