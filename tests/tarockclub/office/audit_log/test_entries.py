"""The entries in the log of a club: each act beside the tables, backups and restores; and who may read it."""

import io
import json
import uuid
from types import SimpleNamespace
from typing import cast
from unittest.mock import Mock

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scoring.book.access.links import create_link, create_links, replace_links
from scoring.book.audit import verify
from tarockclub.models import Account, ApiToken, Club, ClubLog, LogEntry, Person
from tarockclub.office.audit_log.names import GROUPS
from tarockclub.office.backups.container import BackupFacts
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.services import AutomaticNotes, make_noted_backup, note_restore
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts import api_tokens, services
from tarockclub.platform.accounts.actors import ANONYMOUS, AT_THE_COMPUTER, Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.accounts.second_factor import codes
from tests.scoring.support.tables import new_table
from tests.support.accounts import give_factor, log_in, log_in_by_form, make_account
from tests.support.programs import create_program
from tests.support.signed_in import PASSWORD
from tests.support.small_tournament import create_small_tournament
from tests.tarockclub.office.audit_log.conftest import list_shown_lines
from tournaments.people.register.services import add_people, merge, rename

pytestmark = pytest.mark.django_db
FIREFOX = {"user-agent": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"}
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def first_count(anna):
    """The number of entries before what a test does."""
    return LogEntry.objects.count()


def list_kinds(first_count=0):
    """Return the kinds of the entries after the first ones."""
    return list(LogEntry.objects.order_by("pk").values_list("kind", flat=True))[first_count:]


def load_last():
    """Return the last entry, and what it says."""
    entry = LogEntry.objects.latest("pk")
    return entry, json.loads(entry.said)


def list_shown(client, **query):
    """Return the sentences on the page of the log."""
    answer = client.get(reverse("club_log"), query, headers=ENGLISH)
    assert answer.status_code == 200
    return [line.text for line in list_shown_lines(answer)]


def test_every_kind_has_words_and_one_group():
    grouped = [kind for group in GROUPS.values() for kind in group.kinds]
    assert sorted(grouped) == sorted(Kind)
    assert all(str(kind.label) != kind.name.replace("_", " ").title() for kind in Kind)


def test_a_log_in_says_who_when_from_which_device_and_by_which_way(anna, first_count):
    client = Client(headers=FIREFOX)
    client.get(reverse("log_in"))
    client.post(reverse("log_in"), {"login": "anna", "password": PASSWORD})
    entry, said = load_last()
    assert list_kinds(first_count) == [Kind.LOG_IN]
    assert (entry.by_id, len(entry.device), entry.about_id) == (anna.person_id, 16, None)
    assert said == {"browser": "Firefox, Android", "way": "page"}
    line = list_shown_lines(client.get(reverse("club_log"), headers=ENGLISH))[0]
    assert [line.text, line.about, line.by, line.origin] == [
        "logged in",
        "Log-ins",
        "Anna",
        f"Firefox, Android · device {entry.device[:4]}",
    ]


def test_accounts_rights_passwords_and_the_name_of_the_club_are_in_it(anna, first_count):
    client = log_in(anna)
    new = {"name": "Österreicher", "login": "oe", "role": "secretary", "password": PASSWORD, "again": PASSWORD}
    assert client.post(reverse("new_account"), new).status_code == 302
    other = Account.objects.get(login="oe")
    address = reverse("account", args=[other.pk])
    assert client.post(address, {"role": "director", "active": "on"}).status_code == 302
    assert client.post(address, {"role": "director", "active": "on"}).status_code == 302  # nothing new
    assert client.post(address, {"role": "director"}).status_code == 302
    word = {"password": f"{PASSWORD} 2", "again": f"{PASSWORD} 2"}
    assert client.post(reverse("account_password", args=[other.pk]), word).status_code == 302
    assert client.post(reverse("club_look"), {"name": "Tarockfreunde", "colour": ""}).status_code == 302
    assert list_shown(client)[: -first_count or None] == [
        "the name of the club was changed",
        "new password: Österreicher",
        "rights changed: Österreicher, Director, may not log in",
        "rights changed: Österreicher, Director",
        "access given: Österreicher, Secretary",
    ]
    assert set(LogEntry.objects.filter(sequence__gt=first_count).values_list("by", flat=True)) == {anna.person_id}


def test_the_own_password_is_told_apart_and_names_the_programs_that_it_ended(anna):
    api_tokens.create_token(anna, "Wandtafel", "watcher", 30, str(uuid.uuid4()))
    client = log_in(anna)
    word = {"old": PASSWORD, "password": f"{PASSWORD} 2", "again": f"{PASSWORD} 2"}
    assert client.post(reverse("own_password"), word).status_code == 200
    assert list_shown(client)[0] == "changed the own password: the token of 1 program ended"


def test_a_log_out_by_somebody_else_says_whose_it_was(anna):
    other = make_account("secretary", login="berta")
    log_in_by_form(other)
    services.end_access(other, Actor(person=anna.person_id))
    assert list_shown(log_in(anna))[0] == "logged out on 1 other device: Berta"


def test_the_command_line_is_named_as_the_way(anna, monkeypatch, first_count):
    monkeypatch.setattr("sys.stdin", io.StringIO("ganz-neu-und-lang\n"))
    call_command("set_password", "anna", stdout=io.StringIO())
    entry, said = load_last()
    assert list_kinds(first_count) == [Kind.PASSWORD]
    assert (entry.by_id, entry.about_id, said["way"]) == (None, anna.person_id, "command")
    anna.refresh_from_db()
    line = list_shown_lines(log_in(anna).get(reverse("club_log"), headers=ENGLISH))[0]
    assert line.origin == "command line"


def test_the_second_factor_and_recovery_codes_are_in_it_and_no_code_is(anna, first_count):
    give_factor(anna, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    code = RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).get_unused_codes()[0]
    assert codes.use_code(anna, code)
    assert not codes.use_code(anna, code)
    assert services.end_factor(anna, AT_THE_COMPUTER)
    assert not services.end_factor(anna, AT_THE_COMPUTER)
    assert list_kinds(first_count) == [Kind.FACTOR_ON, Kind.CODE_USED, Kind.FACTOR_OFF]
    assert not any(code in said for said in LogEntry.objects.values_list("said", flat=True))
    assert list_shown(log_in(anna))[1] == "logged in with a recovery code: Anna (9 left)"


def test_sessions_that_are_ended_elsewhere_are_in_it_and_none_where_there_was_none(anna, first_count):
    here = log_in_by_form(anna)
    assert here.post(reverse("own_sessions"), {"end": "others"}).status_code == 302
    log_in_by_form(anna)
    log_in_by_form(anna)
    assert here.post(reverse("own_sessions"), {"end": "others"}).status_code == 302
    assert list_kinds(first_count) == [*(3 * [Kind.LOG_IN]), Kind.LOG_OUT]
    assert list_shown(here)[0] == "logged out on 2 other devices"


def test_tokens_are_in_it_once_and_what_a_program_does_names_it(anna, first_count):
    key = str(uuid.uuid4())
    token, _secret = api_tokens.create_token(anna, "Wandtafel", "secretary", 30, key)
    api_tokens.create_token(anna, "Wandtafel", "secretary", 30, key)
    api_tokens.end_token(token)
    api_tokens.end_token(token)
    assert list_kinds(first_count) == [Kind.TOKEN_MADE, Kind.TOKEN_ENDED]
    body = {"key": key, "names": ["Anna", "Berta", "Cilli", "Dora"], "sheet": "treffpunkt"}
    begun = create_program(anna).send("evenings", body).json()
    entry, said = load_last()
    assert (entry.kind, entry.token, said["way"]) == (Kind.LINKS, ApiToken.objects.latest("pk"), "api")
    client = log_in(anna)
    line = list_shown_lines(client.get(reverse("club_log"), headers=ENGLISH))[0]
    assert line.origin == "program Saal"
    assert line.href == reverse("table", args=[begun["table"]])
    assert "token for a program: Wandtafel, Secretary, 30 days" in list_shown(client)


def test_links_of_tables_are_in_it_also_when_many_are_made_at_once(anna):
    tables = [new_table(), new_table()]
    first_count = LogEntry.objects.count()
    key = "0" * 32
    create_link(tables[0])
    create_links(tables, key)
    create_links(tables, key)  # the same ones
    replace_links(tables[1], "", "1" * 32, lambda: True)
    replace_links(tables[1], "", "2" * 32, lambda: False)
    assert list_kinds(first_count) == [Kind.LINKS, Kind.LINKS, Kind.LINKS_REPLACED]
    assert list_shown(log_in(anna))[:3] == [
        "links of a table ended, a new one made",
        "links for entering hands made: 2 tables",
        "links for entering hands made: 1 table",
    ]


def test_persons_renamed_merged_and_erased_are_in_it_under_the_names_of_today(anna, first_count):
    club = load_first_club()
    kept, gone, other = (Person.objects.create(club=club, number=100 + at, name=f"P{at}") for at in range(3))
    rename(kept, "Zita")
    rename(kept, "Zita")  # nothing new
    merge(kept, gone)
    erase(other)
    assert list_kinds(first_count) == [Kind.RENAMED, Kind.MERGED, Kind.ERASED]
    assert list_shown(log_in(anna))[:3] == [
        "name erased for good: Spieler 102 (erased)",
        "two entries became one person: Zita",
        "person renamed: Zita",
    ]
    assert not any("P2" in said for said in LogEntry.objects.values_list("said", flat=True))
    assert add_people(club, [], 0) == 0
    assert len(list_kinds(first_count)) == 3


def test_files_that_are_fetched_are_in_it_and_a_mere_head_is_not(anna, first_count):
    tournament, table, client = create_small_tournament(), new_table(), log_in(anna)
    evening = reverse("export", args=[table.slug])
    before = LogEntry.objects.count()
    assert client.head(evening).status_code == 200
    assert client.get(evening).status_code == 200
    assert client.get(f"{reverse('statistics')}?form=csv").status_code == 200
    assert list_shown(client)[: LogEntry.objects.count() - before] == [
        "file downloaded: statistics (CSV)",
        "file downloaded: evening (XLSX)",
    ]
    record_event(load_first_club().pk, Kind.EXPORTED, ANONYMOUS, what="tournament", form="json", of=tournament.pk)
    line = list_shown_lines(client.get(reverse("club_log"), headers=ENGLISH))[0]
    assert (line.text, line.href) == (
        f"file downloaded: tournament (JSON), {tournament.name}",
        reverse("tournament_log", args=[tournament.slug]),
    )


def test_a_club_sees_its_own_log_alone(anna):
    neighbours = Club.objects.create(name="Nachbarn")
    boss = make_account("director", neighbours, login="nachbar")
    own, others = log_in(anna), log_in(boss)
    assert list_shown(own) == ["access given: Anna, Director"]
    assert list_shown(others) == ["access given: Nachbar, Director"]
    assert create_program(boss).read("club/log").json()["lines"][-1]["about"] == "Nachbar"
    assert ClubLog.objects.count() == 2


def test_an_entry_that_this_version_cannot_read_is_shown_all_the_same(anna):
    club = load_first_club().pk
    record_event(club, Kind.TOKEN_ENDED, ANONYMOUS)
    record_event(club, cast(Kind, "from_the_future"), ANONYMOUS)
    assert list_shown(log_in(anna))[:2] == ["unknown entry", "token of a program ended (unknown entry)"]
    assert verify() == []


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
    line = list_shown_lines(answer)[2]
    assert (line.text, line.origin) == ("backup failed: The disk is full", "by itself")


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
    assert list_shown(log_in(anna), about="backups") == [
        "backup restored: tarockclub-x.zip, 7 hands, 2 problems were found.",
        "backup restored: tarockclub-x.zip, 7 hands",
    ]
    assert verify() == []
