"""Backups by themselves, and a restore under a running server."""

import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing

import pytest

from tarockclub.office.backups import folder
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.scheduler import BackupLoop
from tests.support.clients import Client
from tests.support.paths import ROOT
from tests.support.server import START_SECONDS, RunningServer, build_environment, copy_club, find_free_port

pytestmark = pytest.mark.heavy


@pytest.fixture
def served(serve):
    """A club that nobody else uses: its whole book is saved, lost and brought back."""
    return serve()


def fetched(served: RunningServer, path: str) -> str:
    """A page of a running server."""
    with closing(Client(served.url)) as client:
        answer = client.get(path)
    return f"{answer.status} {answer.body.decode()}"


def backups(data):
    """The backups in a data folder."""
    return sorted((data / "backups").glob("tarockclub-*.zip"))


def test_a_round_that_fails_is_told_of_once_and_the_next_one_comes(backups_of_its_own, caplog):
    outcomes = iter([Trouble("disk_full", where="/x"), RuntimeError("odd"), RuntimeError("odd"), None, Trouble("busy")])

    def make():
        outcome = next(outcomes)
        if outcome:
            raise outcome

    rounds = BackupLoop(make)
    for _ in range(5):
        rounds.run_once()
    assert [record.message for record in caplog.records] == ["Kein Platz mehr: /x.", "RuntimeError: odd"]


def test_it_goes_round_until_it_is_stopped_and_once_more_then():
    stopped = threading.Event()
    count = []

    def make():
        count.append(1)
        if len(count) == 3:
            stopped.set()

    BackupLoop(make).run(stopped, 0.0, 0.001)
    assert len(count) == 4


def answers_at(port: int) -> None:
    """Wait until a server takes calls."""
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert time.monotonic() < until, "the server has not started"
            time.sleep(0.1)
        else:
            return


def test_the_server_makes_a_backup_when_it_ends_and_leaves_no_process(migrated_data, tmp_path):
    env = build_environment(tmp_path, TAROCKCLUB_BACKUP_MINUTES="3")
    copy_club(migrated_data, tmp_path)
    port = find_free_port()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(port)],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    answers_at(port)
    time.sleep(1)  # the first backup is on its way
    process.send_signal(signal.SIGINT)
    # The pipe ends only when the watching process, which has it too, has ended.
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 0, output
    assert b"Traceback" not in output
    assert len(backups(tmp_path)) == 1


def test_a_restore_under_a_running_server_shows_at_once(served):
    table = served.play_evening()
    served.manage("backup")
    (made,) = backups(served.data)
    assert "Kassian" not in (before := fetched(served, table))
    assert before.startswith("200")
    with closing(sqlite3.connect(served.data / "tarockclub.sqlite3")) as book, book:
        book.execute("UPDATE tarockclub_person SET name = 'Kassian'")
    assert "Kassian" in fetched(served, table)
    stop, answers = threading.Event(), []

    def ask():
        while not stop.is_set():
            answers.append(fetched(served, table))

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        said = served.manage("restore", str(made))
    finally:
        stop.set()
        asking.join()
    assert "Zurückgespielt" in said
    assert {answer[:3] for answer in answers} == {"200"}
    after = fetched(served, table)
    assert after.startswith("200")
    assert "Kassian" not in after


def test_a_second_laptop_takes_over_with_the_same_key(served, tmp_path):
    table = served.play_evening()
    served.manage("backup", "--to", str(tmp_path / "stick.zip"))
    other = tmp_path / "other"
    other.mkdir()
    second = RunningServer("", other, build_environment(other))
    assert "neu starten" in second.manage("restore", str(tmp_path / "stick.zip"))
    assert (other / "secret-key").read_text() == (served.data / "secret-key").read_text()
    assert "neu starten" not in second.manage("restore", str(tmp_path / "stick.zip"))
    with closing(sqlite3.connect(other / "tarockclub.sqlite3")) as book:
        slugs = [row[0] for row in book.execute("SELECT slug FROM scoring_gametable")]
    assert [slug for slug in slugs if slug in table.replace("-", "")]


def test_a_key_that_is_set_from_outside_is_not_replaced_and_that_is_said(served, tmp_path):
    served.manage("backup", "--to", str(tmp_path / "stick.zip"))
    other = tmp_path / "other"
    other.mkdir()
    second = RunningServer("", other, build_environment(other, TAROCKCLUB_SECRET_KEY="another key " * 6))
    assert "TAROCKCLUB_SECRET_KEY" in second.manage("restore", str(tmp_path / "stick.zip"))
    assert not (other / "secret-key").exists()
    assert folder.UNFINISHED_PREFIX not in "".join(file.name for file in (other / "backups").iterdir())
