"""Somebody who had an account and whose name stands everywhere is erased, and all proofs still hold."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import localdate

from scoring.book.audit import verify
from scoring.book.ledger.entries import create_note
from scoring.models import GameTable
from tarockclub.kit.time_source import now
from tarockclub.models import Account, ApiToken, Club, ClubLog, Job, Note, Person
from tarockclub.office.privacy import erasing
from tarockclub.office.privacy.erasing import collect_erasures, erase, erase_again, list_later, list_mentions
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.privacy.erasure_list import NAME as LIST
from tarockclub.platform.privacy.erasure_list import load_list
from tests.scoring.support.tables import dreier, new_table, play, strike
from tests.scoring.support.tampering import behind_the_back
from tests.support.accounts import log_in_by_form, make_account
from tests.support.shared_rows import share_rows
from tests.tarockclub.office.privacy.everywhere import (
    NAME,
    SURNAME,
    create_everywhere,
    list_note_texts,
    list_places_with,
    list_prizes,
    list_reasons,
)
from tournaments.core.cash_journal.receipts import load_receipts

pytestmark = pytest.mark.django_db


@share_rows
def there():
    """Somebody who is everywhere, in a club of another director."""
    make_account("director")
    return create_everywhere()


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path):
    """A data folder of its own."""
    settings.DATA_DIR = tmp_path
    settings.BACKUP_FOLDER = None
    return tmp_path


def test_a_name_goes_out_of_every_text_and_every_chain_still_holds(there, django_capture_on_commit_callbacks):
    session = log_in_by_form(there.account)
    assert session.get("/tournaments/people/").status_code == 200
    found = list_mentions(there.person)
    assert {mention.is_whole for mention in found} == {True, False}
    with django_capture_on_commit_callbacks(execute=True):
        label = erase(there.person, places={mention.text.place for mention in found})
    # A receipt is kept as long as the law demands.
    assert set(list_places_with(SURNAME)) == {"tarockclub.Note.text"}
    receipts = {text for text in list_note_texts() if SURNAME in text}
    assert receipts == {NAME, f"Jause bei {NAME}"}
    assert list_reasons() == [f"{label} hat sich verzählt"]
    assert list_prizes() == [f"Speck von {label}"]
    assert verify() == []
    assert session.get("/tournaments/people/").status_code == 302
    assert not Session.objects.exists()
    assert list(Job.objects.values_list("kind", "about").order_by("kind")) == [("export", "club 0"), ("site", "club 0")]
    account = Account.objects.get(pk=there.account.pk)
    assert (account.is_active, account.has_usable_password()) == (False, False)
    assert ApiToken.objects.get(account=account).ended is not None
    assert load_receipts(there.tournament)[0].name == NAME


def test_a_text_to_which_nothing_refers_any_more_is_looked_through_too(there):
    left = create_note(f"{NAME} war da", there.person.club_id)
    create_note(f"{NAME} war dort", Club.objects.create(name="other").pk)
    assert left is not None
    assert f"tarockclub.note.text:{left.pk}" in {mention.text.place for mention in list_mentions(there.person)}
    erase(there.person)
    assert sum(NAME in text for text in list_note_texts()) == 4  # three of a receipt, one of another club


def test_texts_that_name_somebody_in_part_are_changed_only_if_chosen(there):
    erase(there.person)
    assert "Frau Waldviertler gibt noch einmal." in list_note_texts()
    assert list_reasons() == [f"Spieler {there.person.number} hat sich verzählt"]
    assert verify() == []


def test_beside_the_whole_name_the_same_word_stays_what_it_means():
    table = new_table(names=("Anna König", "Bert König", "Cilli Vogl", "Dora Winter"))
    play(table, dreier(0))
    strike(table, "Anna König hat den falschen König gerufen, nicht Bert König")
    anna = Person.objects.get(name="Anna König")
    erase(anna)
    assert list_reasons() == [f"Spieler {anna.number} hat den falschen König gerufen, nicht Bert König"]
    assert verify() == []


def test_the_rest_of_a_text_cannot_say_something_else():
    make_account("director")
    table = new_table(names=("Anna Waldviertler", "Bert Unger", "Cilli Vogl", "Dora Winter"))
    play(table, dreier(0))
    strike(table, "Anna Waldviertler war es")
    erase(Person.objects.get(name="Anna Waldviertler"))
    note = Note.objects.get()
    assert note.text.endswith("war es")
    assert verify() == []
    behind_the_back("UPDATE tarockclub_note SET text = 'Bert Unger war es'")
    assert [finding.code for finding in verify()] == ["left_erased"]


def test_the_log_of_the_club_is_locked_only_after_the_tables_have_been_written(there):
    with CaptureQueriesContext(connection) as queries:
        erase(there.person)
    statements = [query["sql"] for query in queries]
    tables = [at for at, sql in enumerate(statements) if sql.startswith(f'UPDATE "{GameTable._meta.db_table}"')]
    log = [at for at, sql in enumerate(statements) if f'"{ClubLog._meta.db_table}"' in sql]
    assert tables
    assert max(tables) < min(log)


def test_a_receipt_loses_the_name_when_the_law_allows_it(there, monkeypatch):
    erase(there.person)
    last = {day for _place, day in list_later(there.person.club_id)}
    assert last == {localdate(now()).replace(year=localdate(now()).year + 7, month=12, day=31)}
    erasing.delete_overdue()
    assert NAME in list_note_texts()
    monkeypatch.setattr(erasing, "now", lambda: now() + timedelta(days=8 * 366))
    erasing.delete_overdue()
    assert NAME not in list_note_texts()
    assert verify() == []


def test_the_list_has_no_name_and_knows_the_person_again(there, django_capture_on_commit_callbacks, data_folder):
    with django_capture_on_commit_callbacks(execute=True):
        erase(there.person)
    assert SURNAME not in (data_folder / LIST).read_text("utf-8")
    erasure = load_list()[0]
    keys = ("", "x" * 50)
    assert erasure.is_of(NAME, keys)
    assert not erasure.is_of("Emil Neu", keys)
    assert erasure.may_be_of(erasure.seen[:1])
    assert not erasure.may_be_of(())


def test_whoever_an_older_file_brings_back_is_erased_again(there, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        erase(there.person)
    Person.objects.filter(pk=there.person.pk).update(name=NAME, erased=None)
    said = erase_again(collect_erasures())
    assert len(said) == 1
    assert Person.objects.get(pk=there.person.pk).name == f"Spieler {there.person.number}"
    assert erase_again(collect_erasures()) == []
    # The number of somebody else is no reason to erase anybody, nor the same tournament.
    Person.objects.filter(pk=there.person.pk).update(erased=None, name="Jemand Anderer")
    (doubt,) = erase_again(collect_erasures())
    assert f"Nummer {there.person.number}" in doubt
    assert erase_again([collect_erasures()[0]._replace(seen=())]) == []
    assert Person.objects.get(pk=there.person.pk).name == "Jemand Anderer"


def test_what_is_overdue_goes_by_itself_also_where_the_log_names_it(there, monkeypatch):
    record_event(there.person.club_id, Kind.EXPORTED, Actor(token=ApiToken.objects.get().pk))
    monkeypatch.setattr(erasing, "now", lambda: now() + timedelta(days=60))
    erasing.delete_overdue()
    assert f"{SURNAME} Anna" in list_note_texts()
    monkeypatch.setattr(erasing, "now", lambda: now() + timedelta(days=500))
    erasing.delete_overdue()
    assert f"{SURNAME} Anna" not in list_note_texts()
    assert ApiToken.objects.get().client == ""
    assert verify() == []
