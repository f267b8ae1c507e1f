"""Two folders, full disks, pulled sticks and runs that were cut off."""

import errno
import os
import shutil
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from tarockclub.office.backups import container, folder
from tarockclub.office.backups.changes import SUFFIX
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.services import make_backup, make_if_changed
from tests.scoring.support.tables import dreier, new_table, play
from tests.support.databases import connect_to

pytestmark = pytest.mark.usefixtures("fresh_database", "backups_of_its_own", "no_proof")


@pytest.fixture
def stick(backups_of_its_own, settings):
    """A second folder that is there."""
    settings.BACKUP_FOLDER = backups_of_its_own / "stick"
    settings.BACKUP_FOLDER.mkdir()
    return settings.BACKUP_FOLDER


def names(where):
    """The names of all that lies in a folder beside its checksums, and the changes since a backup."""
    return sorted(file.name for file in where.iterdir() if file.name != folder.SUMS and file.suffix != SUFFIX)


def no_room(where):
    """A file that cannot be opened any more, because the disk of a folder is full."""
    real = os.open

    def full(path, *args, **kwargs):
        if Path(path).parent == where:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(path, *args, **kwargs)

    return full


def test_the_second_folder_holds_the_same_file(stick):
    made = make_backup()
    assert names(stick) == [made.file.name]
    assert container.hash_file(stick / made.file.name) == container.hash_file(made.file)
    assert {(where / made.file.name).stat().st_mode & 0o777 for where in (stick, made.file.parent)} == {0o600}


def test_a_pulled_stick_is_told_of_and_gets_what_it_missed(stick, settings):
    settings.BACKUP_FOLDER = stick.with_name("pulled")
    made = make_backup()
    assert made.file.exists()
    assert [trouble.code for trouble in made.troubles] == ["second_missing"]
    assert "USB-Stick" in str(made.troubles[0])
    assert not settings.BACKUP_FOLDER.exists()
    assert make_if_changed() is None
    assert folder.load_run_state()["troubles"][0]["code"] == "second_missing"
    settings.BACKUP_FOLDER.mkdir()
    assert make_if_changed() is None
    assert names(settings.BACKUP_FOLDER) == [made.file.name]
    assert folder.load_run_state()["troubles"] == []


def test_a_backup_is_made_by_itself_only_when_something_was_written():
    assert make_if_changed() is not None
    assert make_if_changed() is None
    table = new_table()
    assert make_if_changed() is not None
    play(table, dreier())
    made = make_if_changed()
    assert made is not None
    assert made.about.hands == 1
    assert make_if_changed() is None


def test_once_a_day_there_is_one_in_any_case(monkeypatch):
    make_backup()
    later = timezone.now() + timedelta(days=1, minutes=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert make_if_changed() is not None


def test_a_full_disk_leaves_no_piece_and_the_next_run_tries_again(backups_of_its_own, monkeypatch):
    make_backup()
    home = folder.get_home_folder()
    new_table()
    with monkeypatch.context() as full:
        full.setattr(os, "open", no_room(home))
        with pytest.raises(Trouble) as trouble:
            make_backup()
    assert trouble.value.code == "disk_full"
    assert "Kein Platz" in str(trouble.value)
    assert folder.load_run_state()["troubles"][0]["code"] == "disk_full"
    assert len(folder.list_backups(home)) == 1
    assert not list(home.glob(".unfinished-*"))
    assert make_if_changed() is not None
    assert folder.load_run_state()["troubles"] == []


def test_where_the_first_folder_is_full_the_second_one_still_takes_it(stick, monkeypatch):
    monkeypatch.setattr(os, "open", no_room(folder.get_home_folder()))
    made = make_backup()
    assert made.file.parent == stick
    assert container.check_backup(made.file)
    assert [trouble.code for trouble in made.troubles] == ["disk_full"]


def test_a_full_stick_is_told_of_and_the_first_folder_has_it(stick, monkeypatch):
    monkeypatch.setattr(os, "open", no_room(stick))
    made = make_backup()
    assert container.check_backup(made.file)
    assert [trouble.code for trouble in made.troubles] == ["disk_full"]
    assert names(stick) == []


def test_a_folder_that_is_none_is_told_of(settings):
    (settings.DATA_DIR / "backups").touch()
    with pytest.raises(Trouble) as trouble:
        make_backup()
    assert trouble.value.code == "not_writable"


def test_what_a_run_left_that_was_cut_off_goes_and_what_is_not_ours_stays(stick):
    own = [folder.get_unfinished_path(where, "zip") for where in (folder.get_home_folder(), stick)]
    others = [
        where / name
        for where in (folder.get_home_folder(), stick)
        for name in ("photo.jpg", ".unfinished-ffffff-1-zip")
    ]
    for file in own + others:
        file.write_text("x")
    make_backup()
    assert not any(file.exists() for file in own)
    assert all(file.exists() for file in others)


def test_thinning_out_takes_old_ones_of_this_installation_alone(stick):
    now = datetime.now(UTC).replace(microsecond=0)
    ours, theirs = folder.get_installation_id(), "ffffff"

    def put(age, installation, safety=""):
        name = folder.BackupName(now - age, installation, safety)
        (stick / str(name)).write_text("x")
        return str(name)

    gone = [put(timedelta(days=40), ours), put(timedelta(days=40), ours, folder.BEFORE_RESTORE)]
    kept = [put(timedelta(days=40), theirs), put(timedelta(days=20), ours, folder.BEFORE_RESTORE)]
    kept += [put(timedelta(days=8), ours), put(timedelta(minutes=5), ours)]
    (stick / "tarockclub-notes.zip").write_text("x")
    made = make_backup()
    assert names(stick) == sorted([*kept, "tarockclub-notes.zip", made.file.name])
    assert not any((stick / name).exists() for name in gone)


@pytest.mark.parametrize("jump", [timedelta(days=-2000), timedelta(days=40)])
def test_a_wrong_clock_deletes_no_backup(jump, monkeypatch):
    real = timezone.now()
    for days in range(12):
        name = folder.BackupName(
            real.replace(microsecond=0) - timedelta(days=days, minutes=1), folder.get_installation_id()
        )
        (folder.get_home_folder() / str(name)).write_text("x")
    monkeypatch.setattr(timezone, "now", lambda: real + jump)
    make_backup()
    assert make_if_changed() is None
    assert len(folder.list_backups(folder.get_home_folder())) == 13
    monkeypatch.setattr(timezone, "now", lambda: real + timedelta(hours=2))
    make_backup()
    assert sum(name.moment <= real for name in folder.list_backups(folder.get_home_folder())) >= 12


def test_names_sort_by_time_and_are_read_back():
    early = folder.BackupName(datetime(2026, 1, 6, 19, 30, 5, 7000, tzinfo=UTC), "0a1b2c")
    late = early._replace(moment=early.moment + timedelta(milliseconds=1), safety=folder.BEFORE_UPDATE)
    assert str(early) == "tarockclub-2026-01-06-193005-007Z-0a1b2c.zip"
    assert folder.parse_name(str(late)) == late
    assert sorted([str(late), str(early)]) == [str(early), str(late)]
    for other in ("tarockclub-2026-13-06-193005-007Z-0a1b2c.zip", "x" + str(early), str(early) + ".zip", ""):
        assert folder.parse_name(other) is None


@pytest.mark.sqlite
def test_where_nothing_is_there_yet_nothing_is_backed_up(tmp_path):
    for file in (tmp_path / "missing.sqlite3", tmp_path / "empty.sqlite3"):
        with connect_to(str(file)), pytest.raises(Trouble) as trouble:
            make_backup()
        assert trouble.value.code == "nothing"
        file.with_name("empty.sqlite3").touch()
    assert not (tmp_path / "missing.sqlite3").exists()


def test_the_command_says_where_the_backup_is(stick, tmp_path):
    out = StringIO()
    call_command("backup", stdout=out)
    assert str(folder.get_home_folder()) in out.getvalue()
    assert "0 Spiele" in out.getvalue()
    call_command("backup", to=tmp_path / "mine.zip", stdout=out)
    assert container.check_backup(tmp_path / "mine.zip")


def test_the_command_ends_with_2_where_the_second_folder_is_missing(stick):
    shutil.rmtree(stick)
    errors = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("backup", stdout=StringIO(), stderr=errors)
    assert ended.value.code == 2
    assert "USB-Stick" in errors.getvalue()
    assert folder.list_backups(folder.get_home_folder())


def test_the_commands_end_with_1_where_nothing_was_done(stick, tmp_path):
    errors = StringIO()
    (tmp_path / "there.zip").touch()
    with pytest.raises(SystemExit) as ended:
        call_command("backup", to=tmp_path / "there.zip", stderr=errors)
    assert ended.value.code == 1
    with pytest.raises(SystemExit) as ended:
        call_command("restore", str(tmp_path / "there.zip"), stderr=errors)
    assert ended.value.code == 1
    assert "nichts verändert" in errors.getvalue()


def test_the_command_says_what_was_restored():
    made = make_backup()
    out = StringIO()
    call_command("restore", str(made.file), stdout=out)
    assert "Zurückgespielt: 0 Spiele" in out.getvalue()
    assert "before-restore" in out.getvalue()
