"""The page of the log, its files and its operation: searched, picked, paged, taken away."""

import csv
import io
from datetime import timedelta

import pytest
from django.utils import timezone
from openpyxl import load_workbook

from tarockclub.models import FailureCount, LogEntry, Person
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.persons import load_first_club
from tests.support.accounts import log_in, make_account
from tests.support.programs import create_program
from tests.support.shared_rows import share_rows
from tests.support.small_tournament import create_small_tournament
from tests.tarockclub.office.audit_log.conftest import list_shown_lines
from tournaments.people.register.services import merge

pytestmark = pytest.mark.django_db
PAGE = "/club/log/"
ENGLISH = {"accept-language": "en"}


@share_rows
def anna():
    """The director, whose log has entries of many kinds."""
    account = make_account("director", login="anna")
    club = load_first_club()
    other = Person.objects.create(club=club, number=900, name="Österreicher")
    tournament = create_small_tournament()
    who = Actor(account.person_id, "0123456789abcdef", browser="Firefox, Android", way="page")
    record_event(club.pk, Kind.RENAMED, who, other.pk)
    record_event(club.pk, Kind.BACKUP_FETCHED, who, file="tarockclub-2026.zip")
    record_event(club.pk, Kind.EXPORTED, who, what="tournament", form="xlsx", of=tournament.pk)
    record_event(club.pk, Kind.LOG_IN, Actor(other.pk, way="page"))
    return account


@pytest.fixture
def client(anna):
    """The director, logged in."""
    return log_in(anna)


def count_rows(client, **query):
    """Return the number of entries on the page."""
    answer = client.get(PAGE, query, headers=ENGLISH)
    assert answer.status_code == 200
    return len(answer.context["list"].rows)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("oster", 2),  # by him, and about him
        ("ÖSTER", 2),
        ("österreicher logged", 1),
        ("renamed", 1),
        ("tarockclub-2026", 1),
        ("firefox", 3),
        ("XLSX", 1),
        ("nirgends", 0),
        ("browser", 0),  # the name of a fact is none of its values
        ("25%", 0),
        ("(xlsx", 1),
        ("xlsx(", 0),
    ],
)
def test_words_are_found_in_names_kinds_files_and_browsers(client, typed, found):
    assert count_rows(client, q=typed) == found


def test_a_tournament_is_found_by_its_name_and_a_program_by_its_own(client, anna):
    answer = client.get(PAGE, {"about": "files"}, headers=ENGLISH)
    word = list_shown_lines(answer)[0].text.rpartition(", ")[2].split()[0]
    assert count_rows(client, q=word, about="files") == 1
    create_program(anna)
    assert count_rows(client, q="saal") == 1


def test_kind_person_and_period_pick_together(client, anna):
    assert count_rows(client, about="files") == 1
    assert count_rows(client, about="nonsense") == LogEntry.objects.count()
    assert count_rows(client, person=900) == 2
    assert count_rows(client, person=900, about="log_ins") == 1
    today = timezone.localdate()
    assert count_rows(client, **{"from": today.isoformat(), "to": today.isoformat()}) == LogEntry.objects.count()
    assert count_rows(client, **{"from": (today + timedelta(days=1)).isoformat()}) == 0
    assert count_rows(client, to=(today - timedelta(days=1)).isoformat()) == 0
    assert count_rows(client, **{"from": "yesterday"}) == LogEntry.objects.count()


def test_a_merged_person_is_picked_with_the_one_that_is_kept_and_an_erased_one_is_shown_as_erased(client):
    club = load_first_club()
    kept = Person.objects.create(club=club, number=5000, name="Paul")
    merge(kept, Person.objects.get(number=900))
    assert count_rows(client, person=5000) == 3
    erase(kept)
    page = client.get(PAGE, {"person": 5000}, headers=ENGLISH).content.decode()
    assert "Spieler 5000 (erased)" in page
    assert "Österreicher" not in page


def test_lines_that_say_the_same_are_one_row_and_suspicious_ones_stand_first(client, anna):
    for number in range(3):
        record_event(anna.club_id, Kind.BACKUP_FETCHED, Actor(anna.person_id), file=f"copy-{number}.zip")
    record_event(anna.club_id, Kind.BACKUP_FAILED, Actor(None))
    answer = client.get(PAGE, headers=ENGLISH)
    assert [row.lines[0].row.kind for row in answer.context["suspicious"]] == [Kind.BACKUP_FAILED]
    ((day, rows),) = answer.context["days"]
    assert (day, [len(row.lines) for row in rows if "copy" in row.lines[0].text]) == (timezone.localdate(), [3])
    assert sum(len(row.lines) for row in rows) == LogEntry.objects.count() - 1
    assert answer.context["number"] == LogEntry.objects.count()
    assert answer.context["two_weeks"].columns[-1].amount == f"{LogEntry.objects.count()}"


def test_failures_that_are_not_in_the_log_yet_are_shown(client, anna):
    FailureCount.objects.create(log=anna.club.log, kind=Kind.LOG_IN_FAILED, account=0, since=timezone.now(), more=7)
    assert "7 further failed log-ins are counted" in client.get(PAGE, headers=ENGLISH).content.decode()


def test_the_file_has_what_is_picked_and_is_an_entry_itself(client):
    before = LogEntry.objects.count()
    answer = client.get(f"{PAGE}file/csv/", {"about": "files"}, headers=ENGLISH)
    text = answer.content.decode("utf-8-sig")
    head, *rows = csv.reader(io.StringIO(text), delimiter=";")
    assert head[:7] == ["No.", "When", "About", "What", "Round", "Table", "By"]
    assert [row[6] for row in rows] == ["Anna", "Anna"]
    assert rows[0][3] == "file downloaded: log of the club (CSV)"
    assert rows[0][13] == bytes(LogEntry.objects.get(sequence=before + 1).hash).hex()[:16]
    assert client.head(f"{PAGE}file/csv/").status_code == 200
    assert LogEntry.objects.count() == before + 1


def test_the_workbook_has_the_same_rows(client):
    answer = client.get(f"{PAGE}file/xlsx/", headers=ENGLISH)
    sheet = load_workbook(io.BytesIO(answer.content)).worksheets[0]
    rows = list(sheet.iter_rows(min_row=2, values_only=True))
    assert len(rows) == LogEntry.objects.count()
    assert [row[0] for row in rows] == list(range(len(rows), 0, -1))


def test_a_name_becomes_no_formula_in_a_file(client, anna):
    Person.objects.filter(number=900).update(name="=1+1")
    text = client.get(f"{PAGE}file/csv/").content.decode()
    assert ";'=1+1" in text
    assert ";=1+1" not in text
