"""The drill: back up while hands come in, lose the database, restore; on both databases."""

import threading
from unittest.mock import Mock

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.services import record_hand
from scoring.models import Deal, Entry
from tarockclub.office.backups import container, folder, prepare, sqlite
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.restore import restore_backup
from tarockclub.office.backups.selectors import list_stored
from tarockclub.office.backups.services import NONE, make_backup
from tests.scoring.book.ledger.test_races import at_once
from tests.scoring.support.tables import dreier, new_key, new_table, play
from tests.support.backups import lose_everything, play_hand

pytestmark = [pytest.mark.usefixtures("fresh_database", "backups_of_its_own"), pytest.mark.heavy]


def keys():
    """The keys of all lines of the book."""
    return set(Entry.objects.values_list("key", flat=True))


def writing(table, acknowledged, stop):
    """Enter hands until told to stop, and note each that was acknowledged."""
    try:
        while not stop.is_set():
            acknowledged.append(play_hand(table, len(acknowledged) % 4))
    finally:
        connection.close()


def test_what_was_acknowledged_before_a_backup_is_there_after_the_worst():
    tables = [new_table(), new_table(names=("Emil", "Fritz", "Gustl", "Hans"))]
    acknowledged: list[list[str]] = [[], []]
    stop = threading.Event()
    threads = [
        threading.Thread(target=writing, args=(table, done, stop))
        for table, done in zip(tables, acknowledged, strict=True)
    ]
    for thread in threads:
        thread.start()
    try:
        while not all(len(done) >= 5 for done in acknowledged):
            stop.wait(0.01)
        before = [list(done) for done in acknowledged]
        made = make_backup(prove=NONE)
        while not all(len(done) > len(early) for done, early in zip(acknowledged, before, strict=True)):
            stop.wait(0.01)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    lose_everything()
    done = restore_backup(made.file)
    assert done.findings == ()
    assert {key for early in before for key in early} <= keys()
    assert keys() <= {key for all_keys in acknowledged for key in all_keys}
    assert done.about.hands == made.about.hands == Deal.objects.count() == len(keys())
    assert prepare.list_findings() == []
    call_command("migrate", check_unapplied=True, verbosity=0, skip_checks=True)
    # The evening goes on.
    assert play(tables[0], dreier()).entry is not None


def test_what_was_there_before_a_restore_is_kept_and_can_be_brought_back():
    table = new_table()
    play(table, dreier())
    made = make_backup(prove=NONE)
    later = play_hand(table, 1)
    done = restore_backup(made.file)
    assert later not in keys()
    assert done.safety is not None
    restore_backup(done.safety)
    assert later in keys()
    assert [backup.safety for backup in list_stored()] == ["before-restore", "before-restore", ""]


def test_a_hand_sent_again_after_a_restore_is_still_known():
    table = new_table()
    key = new_key()
    play(table, dreier(), key)
    made = make_backup(prove=NONE)
    restore_backup(made.file)
    assert record_hand(table.slug, key, "", dreier()).outcome is Outcome.SAVED
    assert Entry.objects.count() == 1


def test_history_is_as_unchangeable_after_a_restore_as_before():
    play(new_table(), dreier())
    restore_backup(make_backup(prove=NONE).file)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Entry.objects.update(key="another")


def test_a_backup_of_a_newer_program_is_refused():
    made = make_backup(prove=NONE)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_later', '2030-01-01')"
        )
    newer = make_backup(prove=NONE)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE name = '9999_later'")
    with pytest.raises(Trouble) as refused:
        restore_backup(newer.file)
    assert refused.value.code == "newer"
    restore_backup(made.file)


def test_a_restore_that_fails_at_the_very_end_leaves_the_old_book(monkeypatch):
    table = new_table()
    made = make_backup(prove=NONE)
    play(table, dreier())
    before = keys()
    fails = Mock(side_effect=Trouble("failed", reason="the test"))
    monkeypatch.setattr(sqlite, "exchange_book", fails)
    monkeypatch.setattr(prepare, "list_findings", fails)
    with pytest.raises(Trouble, match="the test"):
        restore_backup(made.file)
    assert keys() == before


def test_two_backups_at_once_are_both_whole():
    play(new_table(), dreier())
    made = at_once(lambda _server: make_backup(prove=NONE).file, 4)
    assert len(set(made)) == 4
    assert {container.check_backup(file).hands for file in made} == {1}


def test_who_comes_while_a_backup_is_made_is_told_so():
    with (
        folder.lock_folder(folder.get_home_folder()),
        pytest.raises(Trouble) as refused,
        folder.lock_folder(folder.get_home_folder(), 0.05),
    ):
        pass
    assert refused.value.code == "busy"
