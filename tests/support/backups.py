"""A data folder with backups for one test, and the ways to lose a database."""

import contextlib
import io
import os
import subprocess
import warnings
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from scoring.models import GameTable
from tarockclub.office.backups import prepare, services
from tests.scoring.support.tables import dreier, play


@pytest.fixture
def backups_of_its_own(
    settings: Any, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A data folder, and beside it a second folder for the backups that is not set.

    Only heavy tests begin a new program for each file from outside.
    """
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    settings.BACKUP_FOLDER = None
    if request.node.get_closest_marker("heavy") is None:
        monkeypatch.setattr(prepare, "subprocess", ForkedProgram)
    return tmp_path


@pytest.fixture
def no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the verification of the book, which is another test's business."""
    monkeypatch.setattr(services, "_list_findings", lambda _data, _about: ())


class ForkedProgram:
    """Runs `office.backups.prepare` in a fork of the tests: importing everything anew takes a second each time."""

    DEVNULL = subprocess.DEVNULL

    @staticmethod
    def run(command: list[str], **_options: object) -> "subprocess.CompletedProcess[str]":
        """Run the program with these arguments; whatever happens there to its database, ours stays as it is."""
        reader, writer = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of Python, about threads: none of them holds a lock
            child = os.fork()
        if child == 0:
            os.close(reader)
            _answer(writer, command[-2:])
        os.close(writer)
        with os.fdopen(reader, encoding="utf-8") as answer:
            said = answer.read()
        _child, status = os.waitpid(child, 0)
        return subprocess.CompletedProcess(command, os.waitstatus_to_exitcode(status), said, "")


def _answer(writer: int, arguments: list[str]) -> None:
    """Do the work in the child and end it; the connection of the parent is neither used nor closed."""
    code = 1
    try:
        parents = connection.connection
        connection.connection = None
        connection.settings_dict["NAME"] = arguments[1]
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            code = prepare.main(arguments)
        connection.close()
        connection.connection = parents
        os.write(writer, said.getvalue().encode())
    finally:
        os._exit(code)


def lose_everything() -> None:
    """Lose the database: the file, or all tables."""
    if connection.vendor == "sqlite":
        connection.close()
        Path(str(connection.settings_dict["NAME"])).unlink()
        return
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA public CASCADE")
        cursor.execute("CREATE SCHEMA public")


def play_hand(table: GameTable, declarer: int = 0) -> str:
    """Play a hand, and return its key."""
    entry = play(table, dreier(declarer)).entry
    assert entry is not None
    return entry.key
