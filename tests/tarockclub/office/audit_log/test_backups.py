"""Backups in the log: those that somebody asks for, a restore in the restored book, and the automatic ones in short."""

import json
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from django.urls import reverse

from scoring.book.audit import verify
from tarockclub.models import LogEntry
from tarockclub.office.backups.container import BackupFacts
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.services import AutomaticNotes, make_noted_backup, note_restore
from tarockclub.platform.accounts.actors import AT_THE_COMPUTER
from tarockclub.platform.accounts.club_log import Kind
from tests.support.accounts import log_in

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
FALL = Mock(side_effect=Trouble("disk_full", where="/somewhere"))
FACTS = BackupFacts(made="2026-01-06T19:30:00+00:00", engine="sqlite", hands=7, tables={}, migrations=())


def list_notes():
    """Return kind and facts of the entries about backups."""
    rows = LogEntry.objects.exclude(kind=Kind.ACCOUNT_MADE).order_by("pk")
    return [(row.kind, json.loads(row.said)) for row in rows]


def pretend_backup(*codes):
    """The result of a backup with these troubles."""
    return SimpleNamespace(file=SimpleNamespace(name="tarockclub-x.zip"), troubles=tuple(map(Trouble, codes)))


def test_of_the_automatic_backups_the_first_of_a_day_and_each_change_for_better_or_worse_are_noted(anna):
    notes = AutomaticNotes()
    for _ in range(3):
        notes.watch(pretend_backup)
        notes.watch(lambda: None)  # nothing had changed
    for _ in range(3):
        with pytest.raises(Trouble):
            notes.watch(FALL)
    notes.watch(lambda: pretend_backup("second_missing"))
    notes.watch(pretend_backup)
    assert list_notes() == [
        (Kind.BACKUP_MADE, {"file": "tarockclub-x.zip"}),
        (Kind.BACKUP_FAILED, {"code": "disk_full"}),
        (Kind.BACKUP_MADE, {"file": "tarockclub-x.zip", "troubles": ["second_missing"]}),
        (Kind.BACKUP_MADE, {"file": "tarockclub-x.zip"}),
    ]
    answer = log_in(anna).get(reverse("club_log"), {"about": "backups"}, headers=ENGLISH)
    assert str(answer.context["list"].rows[2][1].text) == "backup failed: The disk is full"
    assert str(answer.context["list"].rows[2][-1].text) == "by itself"


def test_a_backup_that_is_under_way_elsewhere_is_no_failure(anna):
    with pytest.raises(Trouble):
        AutomaticNotes().watch(Mock(side_effect=Trouble("busy")))
    assert list_notes() == []


def test_a_backup_that_fails_on_request_is_noted_with_who_wanted_it(anna, monkeypatch):
    monkeypatch.setattr("tarockclub.office.backups.services.make_backup", FALL)
    with pytest.raises(Trouble):
        make_noted_backup(AT_THE_COMPUTER)
    assert list_notes() == [(Kind.BACKUP_FAILED, {"code": "disk_full", "way": "command"})]


def test_a_restore_names_the_account_of_the_restored_book_and_nobody_where_there_is_none(anna):
    note_restore("tarockclub-x.zip", FACTS, 0, AT_THE_COMPUTER._replace(person=4711), "anna")
    note_restore("tarockclub-x.zip", FACTS, 2, AT_THE_COMPUTER._replace(person=4711), "somebody-else")
    assert list(LogEntry.objects.filter(kind=Kind.RESTORED).order_by("pk").values_list("by", flat=True)) == [
        anna.person_id,
        None,
    ]
    rows = log_in(anna).get(reverse("club_log"), {"about": "backups"}, headers=ENGLISH).context["list"].rows
    assert [str(row[1].text) for row in rows] == [
        "backup restored: tarockclub-x.zip, 7 hands, 2 problems were found.",
        "backup restored: tarockclub-x.zip, 7 hands",
    ]
    assert verify() == []
