"""Failed log-ins in the log: the first one, the lock, a number for all others; no flood fills it, no name is stored."""

import json
import sqlite3
from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from scoring.book.audit import verify
from tarockclub.kit import time_source
from tarockclub.models import FailedAttempt, FailureCount, LogEntry
from tarockclub.platform.accounts import club_log
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.club_log import Kind, record_event, try_to_record
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.accounts.rate_limits import MOST_FOR_ONE
from tests.support.accounts import give_factor
from tests.support.signed_in import PASSWORD

pytestmark = pytest.mark.django_db
SOMEBODY = Actor(device="0123456789abcdef")


@pytest.fixture
def clock(monkeypatch):
    """Put the time forward by calling it."""
    at = [time_source.now()]
    for module in ("tarockclub.platform.accounts.club_log", "tarockclub.platform.accounts.club_log"):
        monkeypatch.setattr(f"{module}.now", lambda: at[0])

    def forward(**more):
        at[0] += timedelta(**more)

    return forward


def fail(login="anna", password="falsch"):
    """Send the log-in form; return the status."""
    return Client().post(reverse("log_in"), {"login": login, "password": password}).status_code


def list_entries():
    """Return kind, person and facts of the entries about failures."""
    rows = LogEntry.objects.exclude(kind=Kind.ACCOUNT_MADE).order_by("pk")
    return [(row.kind, row.about_id, json.loads(row.said)) for row in rows]


def list_kinds():
    """Return their kinds."""
    return [kind for kind, _about, _said in list_entries()]


def test_the_first_failure_and_the_lock_are_entries_and_the_others_are_counted(anna):
    assert [fail() for _ in range(MOST_FOR_ONE + 3)] == [400] * MOST_FOR_ONE + [429] * 3
    assert list_kinds() == [Kind.LOG_IN_FAILED, Kind.LOCKED]
    assert {about for _kind, about, _said in list_entries()} == {anna.person_id}
    assert FailureCount.objects.get().more == MOST_FOR_ONE - 1
    assert club_log.count_pending(anna.club_id) == MOST_FOR_ONE - 1
    assert verify() == []


def test_a_typed_name_is_stored_nowhere(anna):
    assert fail("mein-geheimes-passwort") == 400
    [(kind, about, said)] = list_entries()
    assert (kind, about, set(said)) == (Kind.LOG_IN_FAILED, None, {"way"})
    stored = [
        *FailureCount.objects.values_list(),
        *FailedAttempt.objects.values_list(),
        *LogEntry.objects.values_list(),
    ]
    assert "geheim" not in str(stored)


@pytest.mark.heavy
def test_a_flood_of_failures_adds_at_most_three_entries_in_an_hour_for_all_unknown_names(anna, clock):
    for hour in range(3):
        for number in range(200):
            club_log.note_failure(load_first_club().pk, f"name-{hour}-{number}", SOMEBODY)
            club_log.note_lock(load_first_club().pk, f"name-{hour}-{number}", SOMEBODY)
        clock(hours=1, seconds=1)
    assert list_kinds() == [
        *(Kind.LOG_IN_FAILED, Kind.LOCKED),
        *(Kind.MORE_FAILED, Kind.LOG_IN_FAILED, Kind.LOCKED),
        *(Kind.MORE_FAILED, Kind.LOG_IN_FAILED, Kind.LOCKED),
    ]
    assert [said["number"] for kind, _about, said in list_entries() if kind == Kind.MORE_FAILED] == [199, 199]
    assert FailureCount.objects.count() == 1


def test_the_number_of_the_others_is_entered_with_the_next_log_in_after_the_hour(anna, clock):
    for _ in range(4):
        club_log.note_failure(load_first_club().pk, "anna", SOMEBODY)
    club_log.write_due_counts(anna.club_id)
    assert list_kinds() == [Kind.LOG_IN_FAILED]
    clock(hours=1, seconds=1)
    assert fail(password=PASSWORD) == 302
    assert list_kinds() == [Kind.LOG_IN_FAILED, Kind.LOG_IN, Kind.MORE_FAILED]
    assert list_entries()[-1][1:] == (anna.person_id, {**list_entries()[-1][2], "number": 3})
    assert club_log.count_pending(anna.club_id) == 0
    club_log.write_due_counts(anna.club_id)
    assert len(list_kinds()) == 3


def test_a_count_from_a_clock_that_was_ahead_does_not_go_on(anna, clock):
    club_log.note_failure(load_first_club().pk, "anna", SOMEBODY)
    clock(days=-1)
    club_log.note_failure(load_first_club().pk, "anna", SOMEBODY)
    assert list_kinds() == [Kind.LOG_IN_FAILED, Kind.LOG_IN_FAILED]


def test_a_wrong_code_after_the_right_password_is_an_entry_of_its_own(anna):
    give_factor(anna, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    client = Client()
    client.post(reverse("log_in"), {"login": "anna", "password": PASSWORD})
    assert client.post(reverse("mfa_authenticate"), {"code": "nothing"}).status_code == 400
    assert list_kinds() == [Kind.FACTOR_ON, Kind.CODE_FAILED]


def refuse(*_args, **_options):
    """Refuse to write, as SQLite does on a full disk."""
    cause = sqlite3.OperationalError("database or disk is full")
    cause.sqlite_errorname = "SQLITE_FULL"
    raise OperationalError("database or disk is full") from cause


def test_where_nothing_can_be_written_people_are_let_in_or_not_all_the_same(anna, monkeypatch):
    monkeypatch.setattr("tarockclub.platform.accounts.club_log.lock_log", refuse)
    monkeypatch.setattr("tarockclub.platform.accounts.club_log.lock_log", refuse)
    assert fail(password=PASSWORD) == 302
    assert fail() == 400
    assert list_kinds() == []


def test_no_other_trouble_of_the_database_is_passed_over(anna, monkeypatch):
    fault = OperationalError("no such table")
    monkeypatch.setattr("tarockclub.platform.accounts.club_log.lock_log", Mock(side_effect=fault))
    with pytest.raises(OperationalError):
        try_to_record(anna.club_id, Kind.LOG_IN)
    with pytest.raises(OperationalError):
        record_event(anna.club_id, Kind.LOG_IN)
