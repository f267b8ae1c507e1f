"""The book is proved bit by bit beside the backups, rot is told of with what to do, and files are checked again."""

import io
import itertools
import shutil
import zipfile
from unittest.mock import Mock

import pytest
from django.core.management import call_command
from django.db import Error
from django.urls import reverse

from scoring.book.audit import list_slices
from tarockclub.office.backups import audit, folder
from tarockclub.office.backups.audit import check_all, check_file
from tarockclub.office.backups.container import check_backup
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.restore import restore_backup
from tarockclub.office.backups.scheduler import BackupLoop
from tarockclub.office.backups.services import NONE, make_backup
from tests.scoring.support.tables import new_table
from tests.scoring.support.tampering import behind_the_back
from tests.support.accounts import log_in, make_account
from tests.support.backups import play_hand

pytestmark = [pytest.mark.sqlite, pytest.mark.usefixtures("fresh_database", "backups_of_its_own")]
ROTTEN = "UPDATE scoring_entry SET money0 = money0 + 6, money1 = money1 - 6 WHERE sequence = 1"


def test_every_slice_is_proved_in_turn_each_round_a_few_and_then_from_the_first_again(monkeypatch):
    for _ in range(3):
        play_hand(new_table())
    make_account("director")
    proved = []

    def prove(name):
        proved.append(name)
        return []

    monkeypatch.setattr(audit, "prove_slice", prove)
    names = list_slices()
    assert len(names) == 6  # triggers, three books, the club, its log
    for _ in range(2 * len(names)):
        audit.prove_some(itertools.count(0, 10).__next__)
    assert proved == [*names, *names]
    audit.prove_some(itertools.repeat(0).__next__)
    assert proved == [*names, *names, *names]
    assert audit.get_last_whole(audit.load_proof_state()) is not None
    assert audit.format_damage() == ""


@pytest.mark.heavy
def test_rot_is_told_with_the_newest_backup_that_is_whole_and_a_restore_ends_it():
    table = new_table()
    play_hand(table)
    director = log_in(make_account("director"))
    assert make_backup(prove=NONE).about.proof is None
    good = make_backup(prove=NONE).file
    behind_the_back(ROTTEN)
    rotten = make_backup(prove=NONE).file
    said = audit.format_damage(audit.prove_some())
    assert "Eintrag 1" in said
    kept = audit.load_proof_state()
    assert (kept["good"], kept["bad"]) == (good.name, [rotten.name])
    name = folder.parse_name(good.name)
    assert name is not None
    assert f"{name.moment:%M:%S}" in said
    for page in ("home", "backups"):
        assert said in director.get(reverse(page)).content.decode()
    assert said not in log_in(make_account("secretary")).get(reverse("home")).content.decode()
    restore_backup(good)
    assert audit.format_damage(audit.prove_some()) == ""
    assert "good" not in audit.load_proof_state()


def test_where_no_backup_is_whole_that_is_told_too():
    play_hand(new_table())
    behind_the_back(ROTTEN)
    make_backup(prove=NONE)
    assert "Von keiner Sicherung hier ist bekannt" in audit.format_damage(audit.prove_some())


def test_the_whole_backup_is_kept_as_long_as_the_book_is_not_whole(monkeypatch):
    play_hand(new_table())
    good = make_backup(prove=NONE).file
    behind_the_back(ROTTEN)
    audit.prove_some()
    monkeypatch.setattr(folder, "find_superfluous", lambda made, now: set(made))
    other = make_backup(prove=NONE).file
    assert good.exists()
    assert not other.exists()


def test_a_database_that_cannot_be_read_is_told_of(monkeypatch):
    monkeypatch.setattr(audit, "list_slices", Mock(side_effect=Error("malformed")))
    assert "malformed" in audit.format_damage(audit.prove_some())


def test_the_servers_window_is_told_once_and_the_last_backup_waits_for_no_proof(caplog):
    rounds = BackupLoop(lambda: None, lambda: "Das Buch ist beschädigt.")
    rounds.run_once()
    rounds.run_once()
    assert [record.message for record in caplog.records] == ["Das Buch ist beschädigt."]


def flipped(file, at):
    """Turn a bit of a file around."""
    content = bytearray(file.read_bytes())
    content[at] ^= 16
    file.write_bytes(content)


def test_a_flipped_bit_anywhere_in_a_backup_is_found(settings, tmp_path):
    play_hand(new_table())
    settings.BACKUP_FOLDER = tmp_path / "stick"
    settings.BACKUP_FOLDER.mkdir()
    file = make_backup(prove=NONE).file
    assert [trouble for _file, trouble in check_all()] == [None, None]
    size = file.stat().st_size
    for at in range(0, size, size // 60):
        flipped(file, at)
        assert check_file(file) is not None, at
        flipped(file, at)
    assert check_file(file) is None


def test_the_command_checks_all_files_or_some():
    play_hand(new_table())
    first, second = make_backup(prove=NONE).file, make_backup(prove=NONE).file
    output = io.StringIO()
    call_command("backup", "--check", stdout=output)
    assert [line.split(":")[0] for line in output.getvalue().splitlines()] == [str(second), str(first)]
    flipped(first, first.stat().st_size // 2)
    with pytest.raises(SystemExit) as end:
        call_command("backup", "--check", str(first), stdout=io.StringIO(), stderr=io.StringIO())
    assert end.value.code == 1
    call_command("backup", "--check", str(second), stdout=io.StringIO())


def test_a_backup_whose_facts_or_key_were_changed_is_not_taken(tmp_path):
    play_hand(new_table())
    file, changed = make_backup(prove=NONE).file, tmp_path / "changed.zip"
    for name, content in (("secret-key", b"k" * 60), ("about.json", b"")):
        with zipfile.ZipFile(file) as old, zipfile.ZipFile(changed, "w") as new:
            held = {member: old.read(member) for member in old.namelist()}
            held[name] = content or held[name].replace(b'"hands": 1', b'"hands": 2')
            for member, data in held.items():
                new.writestr(member, data)
        with pytest.raises(Trouble) as trouble:
            check_backup(changed)
        assert trouble.value.code == "damaged"
        with pytest.raises(Trouble):
            restore_backup(changed)
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(changed, "w") as new:  # one of before there were checksums
        for member in old.namelist():
            if member != "SHA256SUMS":
                new.writestr(member, old.read(member))
    assert check_backup(changed).hands == 1


def test_checksums_of_backups_that_are_gone_are_forgotten(tmp_path):
    play_hand(new_table())
    first = make_backup(prove=NONE).file
    assert set(folder.load_checksums(first.parent)) == {first.name}
    shutil.move(first, tmp_path / "elsewhere.zip")
    second = make_backup(prove=NONE).file
    assert set(folder.load_checksums(second.parent)) == {second.name}
