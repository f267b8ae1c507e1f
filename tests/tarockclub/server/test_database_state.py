"""A program refuses a database that a newer one has had, or that was written with another key, and writes nothing."""

import sqlite3
from contextlib import closing, contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command, get_commands
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import translation

from scoring.ledger import triggers
from scoring.models import Entry
from tarockclub import startup
from tarockclub.backups import container, folder, snapshot
from tarockclub.backups.errors import Trouble
from tarockclub.backups.restore import restore_backup
from tarockclub.backups.services import make_backup
from tarockclub.models import Club, KeyFingerprint
from tarockclub.server import key_fingerprint
from tarockclub.server.database_state import find_start_obstacle, find_unfit_reason
from tests.scoring.support.tables import new_table
from tests.support.backups import backups_of_its_own, play_hand
from tests.support.databases import connect_to
from tests.support.server import copy_sqlite, find_free_port

__all__ = ["backups_of_its_own"]
pytestmark = pytest.mark.usefixtures("fresh_database", "backups_of_its_own")
LATER = "INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_later', '2030-01-01')"
# Every command of the program that opens the database, and what it is called with; a new one stands here or below.
REFUSED_COMMANDS: dict[str, list[Any]] = {
    "accept_secret_key": ["--yes"],
    "backup": [],
    "club": ["list"],
    "club_file": ["write", "x.zip"],
    "demo": [],
    "end_second_factor": ["anna"],
    "make_exports": [],
    "make_sites": [],
    "migrate": [],
    "publish_live": [],
    "read_clubs": [],
    "rehearse": [],
    "rescore": ["--sheet=skoty"],
    "restore": ["x.zip"],
    "send_club": [],
    "send_webhooks": [],
    "serve": ["--host=127.0.0.1"],
    "set_password": ["anna"],
    "setup_code": [],
    "static_site": ["1", "--target=x"],
    "statistics": [],
    "verify_ledger": [],
}
READERS = {"examples", "score"}  # of the sheets alone
CALLS = [*REFUSED_COMMANDS.items(), ("serve", ["--host=127.0.0.1", "--migrate"]), ("verify_ledger", ["--quick"])]


def execute(statement):
    """Execute plain SQL."""
    with connection.cursor() as cursor:
        cursor.execute(statement)


def called(command, *arguments, **options):
    """Call a command; its exit code and all that it has said."""
    out = StringIO()
    try:
        call_command(command, *arguments, stdout=out, stderr=out, **options)
    except SystemExit as ended:
        return ended.code, out.getvalue()
    return 0, out.getvalue()


@pytest.fixture(autouse=True)
def no_proof(monkeypatch):
    """The verification of the book is another test's business."""
    monkeypatch.setattr(snapshot, "_list_findings", lambda data, about: ())


@pytest.fixture
def to_migrate():
    """The database as if its newest migration had not been applied."""
    execute(f"DELETE FROM django_migrations WHERE app = 'tournaments' AND name = '{newest('tournaments')[1]}'")


def newest(app):
    """The names of the last two migrations of an app."""
    return sorted(name for of, name in MigrationLoader(None).disk_migrations if of == app)[-2:]


def migrated(**options):
    """Migrate, with the tables there already; as called."""
    return called("migrate", verbosity=0, fake=True, **options)


def updates():
    """The backups that were made before an update."""
    return [name for name in folder.list_backups(folder.get_home_folder()) if name.safety == folder.BEFORE_UPDATE]


@contextmanager
def refuse_writes():
    """Fail at each statement that is more than a question."""

    def execute_reading(execute, sql, params, many, context):
        assert sql.lstrip().startswith(("SELECT", "PRAGMA")), sql
        return execute(sql, params, many, context)

    with connection.execute_wrapper(execute_reading):
        yield


@pytest.mark.parametrize(("command", "arguments"), CALLS, ids=lambda given: given if isinstance(given, str) else "")
@pytest.mark.parametrize(("language", "words"), [("de", "neueren Version"), ("en", "newer version of Tarockclub")])
def test_the_database_of_a_newer_program_is_refused_before_anything_is_written(command, arguments, language, words):
    execute(LATER)
    if command == "serve":
        arguments = [*arguments, f"--port={find_free_port()}"]
    with translation.override(language), refuse_writes():
        try:
            code, said = called(command, *arguments)
        except CommandError as error:
            code, said = error.returncode, str(error)
    assert code == 1
    assert "scoring.9999_later" in said
    assert words in said
    assert folder.list_backups(folder.get_home_folder()) == []
    assert find_start_obstacle() == find_unfit_reason() != ""


def test_every_command_is_among_those_that_are_refused():
    ours = {name for name, app in get_commands().items() if app in ("tarockclub", "scoring", "tournaments")}
    assert ours == {*REFUSED_COMMANDS, *READERS}


def test_a_migration_takes_no_trigger_away_that_it_does_not_know():
    with pytest.MonkeyPatch.context() as newer:
        newer.setattr(triggers, "GUARDS", (*triggers.GUARDS, triggers.Guard("tarockclub_club", "clubs")))
        triggers.install_triggers(connection)
        ours = set(triggers._load_triggers(connection))
    assert "append_only_tarockclub_club_update" in ours
    call_command("migrate", verbosity=0)
    assert set(triggers._load_triggers(connection)) == ours
    play_hand(new_table())
    call_command("migrate", "tarockclub", newest("tarockclub")[0], verbosity=0, without_backup=True)
    call_command("migrate", verbosity=0)
    assert set(triggers._load_triggers(connection)) == ours


def test_before_a_migration_there_is_a_backup_that_is_kept_for_a_month(to_migrate):
    play_hand(new_table())
    code, said = migrated()
    (name,) = updates()
    assert (code, str(name) in said) == (0, True)
    assert container.check_backup(folder.get_home_folder() / str(name)).hands == 1
    assert migrated() == (0, "")
    assert len(updates()) == 1


def test_without_anything_entered_there_is_nothing_to_back_up(to_migrate):
    assert migrated() == (0, "")
    assert updates() == []


def test_where_no_backup_can_be_made_nothing_is_migrated_unless_that_is_wanted(to_migrate, monkeypatch):
    play_hand(new_table())

    def full(*arguments, **options):
        raise Trouble("disk_full", where="x")

    monkeypatch.setattr("tarockclub.backups.services.write_backup", full)
    code, said = migrated()
    assert code == 1
    assert "Kein Platz mehr" in said
    assert "--without-backup" in said
    assert "manage.py migrate" in find_start_obstacle()
    assert migrated(without_backup=True) == (0, "")
    assert find_start_obstacle() == ""


def test_a_proof_says_that_migrations_are_missing(to_migrate):
    with pytest.raises(CommandError, match=r"manage\.py migrate"):
        call_command("verify_ledger")


OF_ANY_AGE = {"backup", "migrate", "restore", "serve", "verify_ledger", "accept_secret_key"}


@pytest.mark.parametrize("command", sorted(set(REFUSED_COMMANDS) - OF_ANY_AGE))
def test_a_command_says_that_migrations_are_missing(to_migrate, command):
    code, said = called(command, *REFUSED_COMMANDS[command])
    assert (code, "manage.py migrate" in said) == (1, True)


@pytest.mark.sqlite
def test_what_is_not_there_is_not_restored_and_nobody_is_warned_of_a_missing_log(to_migrate, caplog):
    execute("ALTER TABLE tarockclub_logentry RENAME TO away")
    code, said = called("restore", "x.zip")
    assert (code, "x.zip" in said, caplog.text) == (1, True, "")


def test_a_server_does_not_start_while_migrations_are_missing(to_migrate):
    assert find_unfit_reason() == ""
    assert "manage.py migrate" in find_start_obstacle()
    migrated()
    assert find_start_obstacle() == ""


@pytest.mark.sqlite
def test_a_database_that_is_not_there_is_not_made_by_looking(tmp_path):
    with connect_to(str(tmp_path / "missing.sqlite3")):
        assert find_unfit_reason() == ""
        assert "manage.py migrate" in find_start_obstacle()
    assert not (tmp_path / "missing.sqlite3").exists()


def test_the_first_start_keeps_the_fingerprint_of_the_key(settings):
    KeyFingerprint.objects.all().delete()
    assert find_unfit_reason() == ""
    startup.prepare_start()
    assert KeyFingerprint.objects.get().digest == key_fingerprint.compute_fingerprint(settings.SECRET_KEY)


def test_another_key_is_refused_until_somebody_accepts_what_that_costs(settings):
    settings.SECRET_KEY = "other-" * 10
    for command in ("migrate", "backup", "statistics"):
        code, said = called(command)
        assert code == 1
        assert "secret-key" in said
        assert "accept_secret_key" in said
    assert "accept_secret_key" in find_start_obstacle()
    with pytest.raises(CommandError, match="nichts verändert"):
        called("accept_secret_key")
    code, said = called("accept_secret_key", yes=True)
    assert "melden sich" in said
    assert find_start_obstacle() == ""
    assert "nichts" in called("accept_secret_key")[1]


def test_after_a_restore_the_key_of_the_backup_is_the_right_one(settings):
    play_hand(new_table())
    made = make_backup()
    own = settings.SECRET_KEY
    settings.SECRET_KEY = "other-" * 10
    key_fingerprint.replace_fingerprint(settings.SECRET_KEY)
    settings.SECRET_KEY = "third-" * 10
    assert called("restore", made.file)[0] == 0
    assert "accept_secret_key" in find_unfit_reason()  # the running server must be started again: it says so
    settings.SECRET_KEY = (settings.DATA_DIR / "secret-key").read_text()
    assert own == settings.SECRET_KEY
    assert find_unfit_reason() == ""


@pytest.mark.sqlite
def test_a_plain_database_brings_the_key_that_lies_beside_it(settings, tmp_path):
    play_hand(new_table())
    other = tmp_path / "other"
    other.mkdir()
    copy_sqlite(Path(connection.settings_dict["NAME"]), other / "tarockclub.sqlite3")
    with closing(sqlite3.connect(other / "tarockclub.sqlite3")) as book, book:
        book.execute(
            "UPDATE tarockclub_keyfingerprint SET digest = ?", (key_fingerprint.compute_fingerprint("k" * 60),)
        )
    assert restore_backup(other / "tarockclub.sqlite3").other_key == "missing"
    assert find_unfit_reason() == ""
    (other / "secret-key").write_text("k" * 60)
    assert restore_backup(other / "tarockclub.sqlite3").other_key == "restart"
    assert KeyFingerprint.objects.get().digest == key_fingerprint.compute_fingerprint("k" * 60)
    assert (Entry.objects.count(), Club.objects.count()) == (1, 1)
