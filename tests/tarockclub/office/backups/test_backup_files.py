"""Files from outside: another laptop's database, an older book, and what only looks like a backup."""

import sqlite3
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from scoring.models import Entry
from tarockclub.models import Job, JobPart
from tarockclub.office.backups import container, folder, sqlite
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.restore import restore_backup
from tarockclub.office.backups.services import NONE, make_at, make_backup
from tests.scoring.support.tables import dreier, new_table, play
from tests.support.accounts import log_in_by_form, make_account
from tests.support.backups import play_hand
from tests.support.server import copy_sqlite

pytestmark = [pytest.mark.sqlite, pytest.mark.usefixtures("fresh_database", "backups_of_its_own")]


@pytest.fixture
def key():
    """The key of the only hand in the book."""
    return play_hand(new_table())


@pytest.fixture
def plain(key, tmp_path):
    """The book as a plain database file, to be tampered with."""
    file = tmp_path / "plain.sqlite3"
    copy_sqlite(Path(connection.settings_dict["NAME"]), file)
    return file


def tampered(file, *statements):
    """Change a database file behind the program's back."""
    with closing(sqlite3.connect(file)) as book, book:
        for statement in statements:
            book.execute(statement)
    return file


def refused(file):
    """The code with which a file is refused; nothing may have changed, nothing may be left lying about."""
    before = set(Entry.objects.values_list("key", flat=True))
    with pytest.raises(Trouble) as trouble:
        restore_backup(file)
    assert set(Entry.objects.values_list("key", flat=True)) == before
    assert [path.name for path in folder.get_home_folder().iterdir() if path.name.startswith(".unfinished")] == []
    assert str(trouble.value)
    return trouble.value.code


def test_whoever_has_a_backup_is_logged_in_by_none_of_its_sessions(key, tmp_path):
    session = log_in_by_form(make_account()).cookies["sessionid"].value
    add_export(b"exported")
    live = Path(connection.settings_dict["NAME"])
    assert session.encode() in live.read_bytes()
    safety = restore_backup(make_backup(prove=NONE).file).safety  # both kinds of copies
    assert safety is not None
    made = [path for path in folder.get_home_folder().iterdir() if path.suffix == ".zip"]
    assert len(made) == 2
    for number, file in enumerate(made):
        container.unpack_backup(file, tmp_path / str(number))
        content = (tmp_path / str(number)).read_bytes()
        assert session.encode() not in content
        assert b"exported" not in content


def add_export(content):
    """Add an export that is running."""
    running = Job.State.RUNNING
    job = Job.objects.create(kind=Job.Kind.EXPORT, key="k", begun=timezone.now(), state=running, runner="a")
    JobPart.objects.create(job=job, number=0, content=content)


def test_an_export_that_was_running_in_a_plain_file_does_not_run_for_ever(tmp_path):
    add_export(b"exported")
    copy_sqlite(Path(connection.settings_dict["NAME"]), tmp_path / "plain.sqlite3")
    restore_backup(tmp_path / "plain.sqlite3")
    assert not Job.objects.exists()
    assert not JobPart.objects.exists()


def repacked(file, target, **members):
    """A backup of before there were checksums within, with other members."""
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(target, "w") as new:
        held = {name: old.read(name) for name in old.namelist() if name != container.SUMS} | members
        for name, content in held.items():
            new.writestr(name, content)
    return target


def test_the_database_of_another_laptop_is_taken_as_it_lies_there(plain, key):
    play(new_table(), dreier())
    done = restore_backup(plain)
    assert list(Entry.objects.values_list("key", flat=True)) == [key]
    assert done.other_key == ""
    assert plain.exists()


@pytest.mark.parametrize(
    "content", [b"", b"x", b"SQLite format 3\x00", b"SQLite format 3\x00" + b"\x07" * 5000, b"PGDMP" + b"\x00" * 99]
)
def test_what_is_no_database_is_refused(tmp_path, key, content):
    file = tmp_path / "something"
    file.write_bytes(content)
    assert refused(file) in ("foreign", "damaged")


def test_a_file_that_is_not_there_is_refused(tmp_path, key):
    assert refused(tmp_path / "missing.zip") == "no_file"
    assert refused(tmp_path) == "not_readable"


def test_somebody_elses_database_is_refused(tmp_path, key):
    file = tampered(tmp_path / "other.sqlite3", "CREATE TABLE cards (name text)")
    assert refused(file) == "foreign"


def test_a_torn_page_is_found(plain, tmp_path):
    whole = plain.read_bytes()
    torn = tmp_path / "torn.sqlite3"
    torn.write_bytes(whole[: 40 * 4096] + b"\x55" * 4096 + whole[41 * 4096 :])
    assert refused(torn) == "damaged"
    torn.write_bytes(whole[: len(whole) // 2])
    assert refused(torn) == "damaged"


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("CREATE VIEW peek AS SELECT * FROM tarockclub_person", "foreign"),
        ("CREATE TABLE stranger (n integer)", "foreign"),
        ("CREATE VIRTUAL TABLE found USING fts5(name)", "foreign"),
        ("ALTER TABLE scoring_total DROP COLUMN written", "foreign"),
        ("ALTER TABLE scoring_total ADD COLUMN stranger integer", "foreign"),
        ("CREATE UNIQUE INDEX stranger ON scoring_entry (device)", "foreign"),
        ("INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_later', '2030-01-01')", "newer"),
        ("UPDATE scoring_total SET money = money + 6", "findings"),
        ("DELETE FROM scoring_sitting", "damaged"),
    ],
)
def test_a_database_that_was_tampered_with_is_refused(plain, statement, code):
    triggers = [f'DROP TRIGGER "{name}"' for name in trigger_names(plain)]
    assert refused(tampered(plain, *triggers, statement)) == code


def trigger_names(file):
    """The names of all triggers in a file."""
    with closing(sqlite3.connect(file)) as book:
        return [name for (name,) in book.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]


def test_a_trigger_in_a_file_from_outside_never_comes_into_the_book(plain):
    evil = """CREATE TRIGGER "e""v.il" AFTER INSERT ON scoring_gametable BEGIN DELETE FROM scoring_deal; END"""
    ours = set(trigger_names(plain))
    restore_backup(tampered(plain, evil))
    assert set(trigger_names(connection.settings_dict["NAME"])) == ours


def test_a_book_with_faults_is_restored_where_that_is_wanted(plain):
    done = restore_backup(
        tampered(plain, "UPDATE scoring_total SET money = money + 6 WHERE sitting_id = 1"), despite_findings=True
    )
    assert done.findings


def test_a_container_with_anything_else_in_it_is_refused(tmp_path, key):
    made = make_backup(prove=NONE).file
    assert refused(repacked(made, tmp_path / "a.zip", **{"../../evil": b"x"})) == "foreign"
    assert refused(repacked(made, tmp_path / "c.zip", **{"about.json": b"[" * 100_000})) == "foreign"
    assert refused(repacked(made, tmp_path / "d.zip", **{"book.sqlite3": b"SQLite format 3\x00"})) == "damaged"
    assert refused(repacked(made, tmp_path / "e.zip", **{"secret-key": b"k" * 5000})) == "foreign"


def test_a_container_that_claims_other_hands_than_it_holds_is_refused(tmp_path, key):
    made = make_backup(prove=NONE).file
    about = container.read_about(made).format_json().replace('"hands": 1', '"hands": 2')
    assert refused(repacked(made, tmp_path / "a.zip", **{"about.json": about.encode()})) == "damaged"


def test_a_key_that_cannot_be_kept_is_told_of(tmp_path, key, settings):
    file = repacked(make_backup(prove=NONE).file, tmp_path / "a.zip", **{"secret-key": "ü".encode() * 60})
    assert restore_backup(file).other_key == "unwritten"
    file = repacked(make_backup(prove=NONE).file, tmp_path / "b.zip", **{"secret-key": b"k" * 60})
    assert restore_backup(file).other_key == "restart"
    assert (settings.DATA_DIR / "secret-key").read_text() == "k" * 60
    assert (settings.DATA_DIR / "secret-key").stat().st_mode & 0o777 == 0o600


def test_a_container_that_swells_beyond_any_book_is_refused(tmp_path, key, monkeypatch):
    made = make_backup(prove=NONE).file
    monkeypatch.setattr(container, "LARGEST_DATA", 1000)
    assert refused(made) == "foreign"


def test_a_dump_of_postgresql_is_told_apart(tmp_path, key):
    made = make_backup(prove=NONE).file
    about = container.read_about(made).format_json().replace('"sqlite"', '"postgresql"')
    file = tmp_path / "dump.zip"
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(file, "w") as new:
        new.writestr("about.json", about)
        new.writestr("secret-key", "k")
        new.writestr("book.dump", old.read("book.sqlite3"))
    assert refused(file) == "other_engine"


def test_a_backup_can_be_put_anywhere_but_over_nothing(tmp_path, key):
    file = make_at(tmp_path / "mine.zip").file
    assert container.check_backup(file).hands == 1
    with pytest.raises(Trouble) as again:
        make_at(file)
    assert again.value.code == "exists"
    assert make_at(tmp_path).file.parent == tmp_path
    with pytest.raises(Trouble):
        make_at(tmp_path / "no" / "folder" / "mine.zip")
    assert folder.list_backups(folder.get_home_folder()) == []


def test_a_damaged_database_is_kept_aside_and_replaced(key):
    made = make_backup(prove=NONE)
    live = Path(connection.settings_dict["NAME"])
    connection.close()
    live.write_bytes(b"not a database" * 500)
    done = restore_backup(made.file)
    assert done.safety is None
    assert done.set_aside is not None
    assert done.set_aside.read_bytes().startswith(b"not a database")
    assert Entry.objects.get().key == key


def test_the_journal_of_a_lost_database_does_not_spoil_the_new_one(key):
    made = make_backup(prove=NONE)
    live = Path(connection.settings_dict["NAME"])
    connection.close()
    live.unlink()
    live.with_name(live.name + "-journal").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\x01" * 5000)
    restore_backup(made.file)
    assert Entry.objects.get().key == key
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        assert cursor.fetchone()[0] == "ok"


def test_the_write_ahead_log_of_a_lost_database_is_kept_aside(key):
    made = make_backup(prove=NONE)
    live = Path(connection.settings_dict["NAME"])
    connection.close()
    live.unlink()
    live.with_name(live.name + "-wal").write_bytes(b"hands that no backup has" * 500)
    restore_backup(made.file)
    (aside,) = folder.get_home_folder().glob("damaged-*.sqlite3-wal")
    assert aside.read_bytes().startswith(b"hands that no backup has")
    assert Entry.objects.get().key == key


@pytest.mark.parametrize("journal", ["WAL", "DELETE"])
def test_a_book_in_any_journal_is_backed_up_and_exchanged(plain, key, tmp_path, journal):
    with closing(sqlite3.connect(plain)) as book:
        book.execute(f"PRAGMA journal_mode={journal}")
        book.execute("UPDATE tarockclub_club SET name = 'Neu'")
        book.commit()
        copied = tmp_path / "copied"
        sqlite.copy_book(plain, copied)
    assert copied.read_bytes()[18:20] == b"\x01\x01"
    assert sqlite.examine_file(copied, "").hands == 1
    other = tampered(tmp_path / "other", "CREATE TABLE t (n integer)")
    with sqlite.hold_book(plain) as held:
        sqlite.copy_held_book(held, tmp_path / "safety")
        with (
            closing(sqlite3.connect(plain, timeout=0)) as late,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            late.execute("UPDATE tarockclub_club SET name = 'Zu spät'")
        sqlite.exchange_book(held, other)
    with closing(sqlite3.connect(plain)) as book:
        assert [row[0] for row in book.execute("SELECT name FROM sqlite_master")] == ["t"]
        assert book.execute("PRAGMA journal_mode").fetchone()[0] == journal.lower()


def test_whoever_wants_the_book_for_himself_lets_the_others_finish_and_comes_between_two_of_them(plain):
    with ThreadPoolExecutor() as pool, closing(sqlite3.connect(plain, timeout=2, isolation_level=None)) as writer:

        def hold():
            with sqlite.hold_book(plain):
                return True

        writer.execute("PRAGMA synchronous=OFF")
        writer.execute("BEGIN IMMEDIATE")
        waiting = pool.submit(hold)
        waits_a_little(0.05)
        writer.execute("COMMIT")
        while not waiting.done():
            writer.execute("BEGIN IMMEDIATE")
            writer.execute("UPDATE tarockclub_club SET name = 'Neu'")
            waits_a_little(0.01)
            writer.execute("COMMIT")
            waits_a_little(0.0005)  # a server answers before it reads the next request
        assert waiting.result()


def waits_a_little(seconds):
    """Give another thread time to begin waiting."""
    threading.Event().wait(seconds)
