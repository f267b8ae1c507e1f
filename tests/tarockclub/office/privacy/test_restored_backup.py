"""A backup from before somebody was erased does not bring the name back."""

import pytest

from scoring.book.audit import verify
from tarockclub.models import Account, Person
from tarockclub.office.backups.restore import format_result, restore_backup
from tarockclub.office.backups.services import NONE, make_backup
from tarockclub.office.privacy.erasing import delete_at_start, erase, list_mentions
from tarockclub.platform.privacy.erasure_list import NAME as LIST
from tests.support.accounts import make_account
from tests.support.backups import backups_of_its_own
from tests.tarockclub.office.privacy.everywhere import SURNAME, create_everywhere, list_places_with
from tests.tournaments.support import factories

__all__ = ["backups_of_its_own"]
pytestmark = [pytest.mark.heavy, pytest.mark.usefixtures("fresh_database", "backups_of_its_own")]


def test_who_was_erased_since_is_erased_again_with_all_texts(settings):
    make_account("director")
    there = create_everywhere()
    backup = make_backup(prove=NONE)
    erase(there.person, places={mention.text.place for mention in list_mentions(there.person)})
    after = list_places_with(SURNAME)
    done = restore_backup(backup.file)
    assert any("Nachgeholt" in line for line in format_result(done))
    assert list_places_with(SURNAME) == after
    assert Person.objects.get(pk=there.person.pk).erased is not None
    assert not Account.objects.get(pk=there.account.pk).is_active
    assert verify() == []


def test_a_lost_list_is_found_in_the_second_folder_and_in_the_present_book(settings, tmp_path):
    make_account("director")
    there = create_everywhere()
    settings.BACKUP_FOLDER = tmp_path / "stick"
    settings.BACKUP_FOLDER.mkdir()
    backup = make_backup(prove=NONE)
    erase(there.person)
    for lost in ((settings.DATA_DIR / LIST,), (settings.DATA_DIR / LIST, settings.BACKUP_FOLDER / LIST)):
        for file in lost:
            file.unlink()
        assert len(restore_backup(backup.file).caught_up) == 1
        assert Person.objects.get(pk=there.person.pk).erased is not None


def test_who_is_given_the_number_of_an_erased_person_at_the_same_tournament_stays():
    make_account("director")
    of = factories.tournament(name="Cup")
    backup = make_backup(prove=NONE)
    (anna,) = factories.enter_people(of, "Anna Waldviertler")
    erase(anna.person)
    restore_backup(backup.file)
    (berta,) = factories.enter_people(of, "Berta Unger")
    assert berta.person.number == anna.person.number
    (said,) = delete_at_start()
    assert f"Nummer {berta.person.number}" in said
    assert Person.objects.get(pk=berta.person.pk).name == "Berta Unger"


def test_without_anybody_erased_nothing_is_said():
    create_everywhere()
    assert restore_backup(make_backup(prove=NONE).file).caught_up == ()
