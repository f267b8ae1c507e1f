"""Differences where the book is kept in PostgreSQL."""

import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import connection
from django.utils import timezone

from scoring.models import Entry
from tarockclub.models import Job
from tarockclub.office.backups import container, folder, postgres
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.restore import accept_upload, restore_backup
from tarockclub.office.backups.services import NONE, leave_turn, make_backup, make_in_turn
from tests.scoring.support.tables import dreier, new_table, play

pytestmark = [pytest.mark.heavy, pytest.mark.postgres, pytest.mark.usefixtures("fresh_database", "backups_of_its_own")]


def test_what_only_the_present_schema_has_does_not_hinder_an_older_backup():
    play(new_table(), dreier())
    made = make_backup(prove=NONE)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE later (entry bigint REFERENCES scoring_entry (id))")
        cursor.execute("CREATE VIEW looking AS SELECT * FROM scoring_total")
        cursor.execute("CREATE FUNCTION later_too() RETURNS int LANGUAGE sql AS 'SELECT 1'")
    restore_backup(made.file)
    assert Entry.objects.count() == 1
    assert "later" not in connection.introspection.table_names()


def test_a_socket_that_only_the_options_name_is_told_to_pg_dump():
    said = {**connection.settings_dict, "HOST": "", "OPTIONS": {"host": "/run/postgres", "connect_timeout": "5"}}
    other: Any = SimpleNamespace(settings_dict=said)
    assert "host=/run/postgres" in postgres._build_conninfo(other)


def test_a_dump_with_an_index_of_somebody_elses_is_refused():
    with connection.cursor() as cursor:
        cursor.execute("CREATE UNIQUE INDEX stranger ON scoring_entry (device)")
    made = make_backup(prove=NONE)
    with pytest.raises(Trouble) as trouble:
        restore_backup(made.file)
    assert (trouble.value.code, trouble.value.facts["reason"]) == ("foreign", "scoring_entry")


def test_an_open_page_elsewhere_goes_on_with_the_new_book():
    play(new_table(), dreier())
    made = make_backup(prove=NONE)
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM scoring_entry")
        play(new_table(), dreier())
        restore_backup(made.file)
        with other.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM scoring_entry")
            assert cursor.fetchone() == (1,)
    finally:
        other.close()


def test_a_dump_holds_no_sessions(tmp_path):
    container.unpack_backup(make_backup(prove=NONE).file, tmp_path / "dump")
    assert "TABLE DATA public tarockclub_account" in (listed := postgres.read_directory(tmp_path / "dump"))
    for table in ("django_session", "usersessions_usersession"):
        assert f"TABLE public {table}" in listed
        assert f"TABLE DATA public {table}" not in listed


def test_the_password_is_in_no_list_of_processes(monkeypatch):
    seen = []
    real = subprocess.run

    def run(arguments, **options):
        seen.append((arguments, options["env"]))
        return real(arguments, **options)

    monkeypatch.setitem(connection.settings_dict, "PASSWORD", "geheim & mehr")
    monkeypatch.setattr(subprocess, "run", run)
    make_backup(prove=NONE)
    arguments, environment = next(call for call in seen if call[0][0].endswith("pg_dump"))
    assert "geheim" not in " ".join(arguments)
    assert environment["PGPASSWORD"] == "geheim & mehr"


def test_a_missing_program_is_named(monkeypatch):
    monkeypatch.setattr(Path, "glob", lambda *args: iter(()))
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(Trouble) as trouble:
        postgres.read_directory(Path("x"))
    assert "pg_restore" in str(trouble.value)


def test_a_server_that_is_away_is_told_of(monkeypatch):
    connection.close()
    with monkeypatch.context() as away:
        away.setitem(connection.settings_dict, "PORT", "1")
        with pytest.raises(Trouble) as trouble:
            make_backup(prove=NONE)
    assert trouble.value.code == "failed"
    assert folder.load_run_state()["troubles"][0]["code"] == "failed"


def test_a_dump_is_a_program_and_is_not_taken_from_a_page(tmp_path):
    made = make_backup(prove=NONE)
    with pytest.raises(Trouble) as trouble:
        accept_upload(made.file, "uploaded-20260101-000000-000000.zip")
    assert "manage.py restore" in str(trouble.value)


def test_a_dump_that_is_cut_off_is_refused(tmp_path):
    table = new_table()
    made = make_backup(prove=NONE)
    play(table, dreier())
    data, half = tmp_path / "unpacked", tmp_path / "half"
    about, key = container.unpack_backup(made.file, data)
    half.write_bytes(data.read_bytes()[: data.stat().st_size * 2 // 3])
    container.pack_backup(tmp_path / "half.zip", half, about, key)
    with pytest.raises(Trouble):
        restore_backup(tmp_path / "half.zip")
    assert Entry.objects.count() == 1


def test_a_restore_waits_for_who_writes_to_one_table_after_the_other():
    play(new_table(), dreier())
    made = make_backup(prove=NONE)
    writer = connection.copy()
    try:
        writer.set_autocommit(False)
        with ThreadPoolExecutor() as pool, writer.cursor() as cursor:
            cursor.execute("LOCK TABLE tournaments_tournament IN ROW EXCLUSIVE MODE")
            waiting = pool.submit(restored, made.file)
            while not waiting.done() and not is_waited_for(connection):
                pass
            cursor.execute("LOCK TABLE scoring_entry, tarockclub_person IN ROW EXCLUSIVE MODE")
            writer.commit()
            assert waiting.result().about.hands == 1
    finally:
        writer.close()


def restored(file):
    """Restore in a thread of its own."""
    try:
        return restore_backup(file)
    finally:
        connection.close()


def is_waited_for(looking):
    """Say whether anybody waits for a lock."""
    with looking.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0] > 0


def use_machine(settings, tmp_path, name):
    """Be another machine, with a data folder of its own."""
    settings.DATA_DIR = tmp_path / name
    settings.DATA_DIR.mkdir(exist_ok=True)


def test_of_several_machines_one_makes_the_backups_until_it_leaves(settings, tmp_path):
    settings.BACKUP_MINUTES = 3
    play(new_table(), dreier())
    use_machine(settings, tmp_path, "a")
    assert make_in_turn()
    use_machine(settings, tmp_path, "b")
    assert make_in_turn() is None
    play(new_table(), dreier())
    use_machine(settings, tmp_path, "a")
    assert make_in_turn()
    leave_turn()
    use_machine(settings, tmp_path, "b")
    assert make_in_turn()


def test_a_machine_without_room_leaves_the_backups_to_another(settings, tmp_path, monkeypatch):
    settings.BACKUP_MINUTES = 3
    use_machine(settings, tmp_path, "a")
    with monkeypatch.context() as full:
        full.setattr(
            "tarockclub.office.backups.services._write_backup", Mock(side_effect=Trouble("disk_full", where="a"))
        )
        with pytest.raises(Trouble):
            make_in_turn()
    use_machine(settings, tmp_path, "b")
    assert make_in_turn()


def test_a_backup_has_no_jobs():
    Job.objects.create(kind=Job.Kind.EXPORT, key="k", begun=timezone.now())
    made = make_backup(prove=NONE)
    restore_backup(made.file)
    assert not Job.objects.exists()
