"""A program refuses a database that a newer one has had, or that was written with another key, and writes nothing."""

import sqlite3
import zipfile
from collections import defaultdict
from contextlib import closing, contextmanager
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command, get_commands
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse
from django.utils import translation

from scoring.book.access.links import create_link, find_link_token
from scoring.book.ledger import triggers
from scoring.models import Entry
from tarockclub.models import Club, KeyFingerprint
from tarockclub.office.backups import container, contents, folder
from tarockclub.office.backups.contents import find_differences
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.restore import restore_backup
from tarockclub.office.backups.services import make_backup
from tarockclub.platform import startup
from tarockclub.platform.server import key_fingerprint, secret_key
from tarockclub.platform.server.database_state import find_start_obstacle, find_unfit_reason, load_migrations
from tests.scoring.support.tables import new_table
from tests.support.accounts import log_in, make_account
from tests.support.backups import backups_of_its_own, no_proof, play_hand
from tests.support.databases import connect_to
from tests.support.server import copy_sqlite, find_free_port

__all__ = ["backups_of_its_own", "no_proof"]
pytestmark = pytest.mark.usefixtures("fresh_database", "backups_of_its_own", "no_proof")
LATER = "INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_later', '2030-01-01')"
# Every command of the program that opens the database, and what it is called with; a new one stands here or below.
REFUSED_COMMANDS: dict[str, list[Any]] = {
    "accept_secret_key": ["--yes"],
    "backup": [],
    "club": ["list"],
    "club_file": ["write", "x.zip"],
    "demo": [],
    "import_evening": ["x.jsonl", "--names", "A", "B", "C", "D"],
    "end_second_factor": ["anna"],
    "migrate": [],
    "rescore": ["0" * 8, "--sheet=skoty"],
    "restore": ["x.zip"],
    "rotate_keys": [],
    "run_jobs": ["export"],
    "runserver": ["--noreload", "127.0.0.1:0"],
    "serve": ["--host=127.0.0.1"],
    "set_password": ["anna"],
    "setup_code": [],
    "static_site": ["1", "--target=x"],
    "statistics": [],
    "verify_ledger": [],
}
READERS = {"createsuperuser", "examples", "score", "test"}  # of the sheets alone, or of nothing
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


@pytest.fixture
def to_migrate():
    """The database as if its newest migration had not been applied."""
    forget_newest("tournaments")  # on which no other depends


def newest(app):
    """The names of the last two migrations of an app."""
    return sorted(name for of, name in MigrationLoader(None).disk_migrations if of == app)[-2:]


def forget_newest(app):
    """Take the last migration of an app, and those that it replaces, out of the list of those that were applied."""
    migration = MigrationLoader(None).disk_migrations[app, newest(app)[1]]
    for of, name in [(app, migration.name), *migration.replaces]:
        execute(f"DELETE FROM django_migrations WHERE app = '{of}' AND name = '{name}'")


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
def test_the_database_of_a_newer_program_is_refused_before_anything_is_written(command, arguments):
    execute(LATER)
    if command == "serve":
        arguments = [*arguments, f"--port={find_free_port()}"]
    with refuse_writes():
        try:
            code, said = called(command, *arguments)
        except CommandError as error:
            code, said = error.returncode, str(error)
    assert code == 1
    assert "scoring.9999_later" in said
    assert "neueren Version" in said
    assert folder.list_backups(folder.get_home_folder()) == []
    assert find_start_obstacle() == find_unfit_reason() != ""


@pytest.mark.parametrize("options", [{}, {"check_unapplied": True}])
def test_a_database_between_two_squashed_states_is_refused_with_the_version_to_start_first(options):
    squashed = squashed_migrations()["tournaments"][-1]
    for name in (squashed.name, squashed.replaces[-1][1]):
        execute(f"DELETE FROM django_migrations WHERE app = 'tournaments' AND name = '{name}'")
    with refuse_writes():
        code, said = called("migrate", **options)
        assert find_start_obstacle() == find_unfit_reason() == said.strip()
        with translation.override("en"):
            assert "Start version 1.0" in find_unfit_reason()
    assert code == 1
    assert "Starte mit ihr einmal die Version 1.0" in said
    assert f"tournaments.{squashed.replaces[-2][1]}" in said
    with pytest.raises(Trouble) as refused:
        contents.refuse_unusable(contents.describe_book(connection))
    assert refused.value.code == "between"
    assert "1.0" in str(refused.value)


def test_a_database_of_before_the_last_squashed_state_is_refused_too():
    first = [some[0] for some in squashed_migrations().values()]
    kept = {name for migration in first for _app, name in (*migration.replaces, ("", migration.name))}
    names = ", ".join(f"'{name}'" for name in sorted(kept))
    execute(
        f"DELETE FROM django_migrations WHERE app IN ('scoring', 'tarockclub', 'tournaments') AND name NOT IN ({names})"
    )
    with refuse_writes():
        code, said = called("migrate")
    assert code == 1
    assert "Starte mit ihr einmal die Version 1.0" in said


def test_a_database_in_which_all_that_is_squashed_was_applied_is_current_and_migrate_records_it():
    squashed = [migration for some in squashed_migrations().values() for migration in some]
    for migration in squashed:
        execute(f"DELETE FROM django_migrations WHERE name = '{migration.name}'")
    assert find_start_obstacle() == ""
    assert contents.is_current(contents.describe_book(connection))
    play_hand(new_table())
    assert called("migrate", verbosity=0) == (0, "")
    assert updates() == []
    assert load_migrations().newest <= load_migrations().applied


def squashed_migrations():
    """The squashed migrations of each app, in their order."""
    found = defaultdict(list)
    for (app, _name), migration in sorted(MigrationLoader(None).disk_migrations.items()):
        if migration.replaces:
            found[app].append(migration)
    return found


def test_migrations_are_applied_all_or_none(monkeypatch):
    call_command("migrate", "tournaments", newest("tournaments")[0], verbosity=0, without_backup=True)
    before = load_migrations().applied, list_differences()
    monkeypatch.setattr(MigrationRecorder, "record_applied", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        call_command("migrate", verbosity=0, without_backup=True)
    assert (load_migrations().applied, list_differences()) == before != (load_migrations().newest, [])
    monkeypatch.undo()
    assert called("migrate", verbosity=0, without_backup=True)[0] == 0
    assert list_differences() == []


def list_differences():
    """The tables that are not those of the models."""
    with transaction.atomic():
        return find_differences(connection)


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
    assert migrated() == (0, "Die Datenbank wird eingerichtet …\n")
    assert updates() == []


def test_where_no_backup_can_be_made_nothing_is_migrated_unless_that_is_wanted(to_migrate, monkeypatch):
    play_hand(new_table())

    full = Trouble("disk_full", where="x")
    monkeypatch.setattr("tarockclub.office.backups.services.write_backup", Mock(side_effect=full))
    code, said = migrated()
    assert code == 1
    assert "Kein Platz mehr" in said
    assert "--without-backup" in said
    assert "manage.py migrate" in find_start_obstacle()
    assert migrated(without_backup=True) == (0, "Die Datenbank wird auf den neuen Stand gebracht …\n")
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
def test_a_database_that_is_not_there_is_not_made_by_looking(tmp_path):
    with connect_to(str(tmp_path / "missing.sqlite3")):
        assert find_unfit_reason() == ""
        assert "manage.py migrate" in find_start_obstacle()
    assert not (tmp_path / "missing.sqlite3").exists()


def test_the_first_start_keeps_the_fingerprint_of_the_key(settings):
    KeyFingerprint.objects.all().delete()
    assert find_unfit_reason() == ""
    startup.prepare_start()
    kept = list(KeyFingerprint.objects.order_by("pk").values_list("digest", flat=True))
    assert kept == [key_fingerprint.compute_fingerprint(key) for key in (settings.BOOK_KEY, settings.SECRET_KEY)]


def test_another_key_is_refused_until_somebody_accepts_what_that_costs(settings):
    settings.BOOK_KEY = "other-" * 10
    for command in ("migrate", "backup", "statistics"):
        code, said = called(command)
        assert code == 1
        assert "secret-key" in said
        assert "accept_secret_key" in said
    assert "accept_secret_key" in find_start_obstacle()
    with pytest.raises(CommandError, match="nichts verändert"):
        called("accept_secret_key")
    code, said = called("accept_secret_key", yes=True)
    assert "Wiederherstellungscodes" in said
    assert find_start_obstacle() == ""
    assert "nichts" in called("accept_secret_key")[1]


def test_after_a_restore_the_key_of_the_backup_is_the_right_one(settings):
    play_hand(new_table())
    made = make_backup()
    own = settings.BOOK_KEY
    settings.BOOK_KEY = "other-" * 10
    key_fingerprint.replace_fingerprint(settings.BOOK_KEY)
    settings.BOOK_KEY = "third-" * 10
    assert called("restore", made.file)[0] == 0
    assert "accept_secret_key" in find_unfit_reason()  # the running server must be started again: it says so
    settings.BOOK_KEY = (settings.DATA_DIR / "secret-key").read_text()
    assert own == settings.BOOK_KEY
    assert find_unfit_reason() == ""


@pytest.mark.sqlite
def test_a_plain_database_brings_the_key_that_lies_beside_it(settings, tmp_path):
    play_hand(new_table())
    other = tmp_path / "other"
    other.mkdir()
    copy_sqlite(Path(connection.settings_dict["NAME"]), other / "tarockclub.sqlite3")
    with closing(sqlite3.connect(other / "tarockclub.sqlite3")) as book, book:
        book.execute(
            "UPDATE tarockclub_keyfingerprint SET digest = ? WHERE id = 1",
            (key_fingerprint.compute_fingerprint("k" * 60),),
        )
    assert restore_backup(other / "tarockclub.sqlite3").other_key == "missing"
    assert find_unfit_reason() == ""
    (other / "secret-key").write_text("k" * 60)
    assert restore_backup(other / "tarockclub.sqlite3").other_key == "restart"
    assert KeyFingerprint.objects.get(pk=1).digest == key_fingerprint.compute_fingerprint("k" * 60)
    assert (Entry.objects.count(), Club.objects.count()) == (1, 1)


def test_a_restore_draws_another_key_for_sessions_and_links_hold(settings):
    table = new_table()
    play_hand(table)
    link, made, before = create_link(table), make_backup(), settings.SECRET_KEY
    file = settings.DATA_DIR / secret_key.SESSION_FILE
    assert before not in str([zipfile.ZipFile(made.file).read(name) for name in zipfile.ZipFile(made.file).namelist()])
    assert called("restore", made.file)[0] == 0
    settings.SECRET_KEY = file.read_text()
    assert before != settings.SECRET_KEY
    startup.prepare_start()
    assert find_start_obstacle() == ""
    assert find_link_token(link.secret) is not None


def test_a_key_that_a_variable_sets_is_not_drawn_at_a_restore_and_the_sentence_says_what_to_do(settings, monkeypatch):
    play_hand(new_table())
    made = make_backup()
    monkeypatch.setenv(secret_key.SESSION_VARIABLE, settings.SECRET_KEY)
    assert "TAROCKCLUB_SESSION_KEY" in called("restore", made.file)[1]
    with pytest.raises(CommandError, match="TAROCKCLUB_SESSION_KEY"):
        called("rotate_keys")


def test_whoever_was_logged_in_is_not_after_the_keys_were_rotated(settings):
    account = make_account("director")
    client = log_in(account)
    assert client.get(reverse("own_sessions")).status_code == 200
    before = settings.SECRET_KEY
    assert called("rotate_keys")[0] == 0
    assert client.get(reverse("own_sessions")).status_code == 302
    assert (settings.DATA_DIR / secret_key.SESSION_FILE).read_text() != before
    assert KeyFingerprint.objects.filter(pk=2).count() == 0
    assert find_start_obstacle() == ""


@pytest.mark.postgres
def test_a_second_server_with_another_key_for_sessions_does_not_start(settings):
    settings.SECRET_KEY = "other-" * 10
    assert "TAROCKCLUB_SESSION_KEY" in find_start_obstacle()
    assert find_unfit_reason() == ""  # commands may run: they have no sessions


@pytest.mark.sqlite
def test_the_one_server_of_a_file_takes_whatever_key_for_sessions_it_has(settings):
    settings.SECRET_KEY = "other-" * 10
    assert find_start_obstacle() == ""
