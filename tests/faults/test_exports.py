"""Two machines with one database: an export asked for at one is polled and fetched at the other, whoever dies."""

import json
import os
import signal
import time
import urllib.request
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from django.conf import settings
from django.db import connection, transaction

from tarockclub.models import Job
from tests.support.accounts import make_account
from tests.support.programs import create_secret
from tests.support.server import Restartable
from tests.support.small_tournament import create_small_tournament
from tests.tarockclub.platform.jobs.test_jobs import make_silent
from tests.tournaments.results.exports.exported import file_of
from tournaments.models import Tournament
from tournaments.results.exports.formats import JSON

pytestmark = [pytest.mark.heavy, pytest.mark.postgres, pytest.mark.usefixtures("fresh_database")]
PATIENCE = 300  # seconds for what processes do, also on a machine that does much else
T = TypeVar("T")


def wait_for(find: Callable[[], T | None]) -> T:
    """Return what is found at last."""
    deadline = time.monotonic() + PATIENCE
    while (found := find()) is None:
        assert time.monotonic() < deadline, Job.objects.values()
        time.sleep(0.05)
    return found


class Machine:
    """A machine with a data folder of its own, as a program sees it."""

    def __init__(self, server: Restartable, exports: str, secret: str) -> None:
        self._address, self._secret = f"{server.url}/api/v1/{exports}", secret

    def fetch(self, path: str = "", body: object = None) -> bytes:
        """The answer to GET, or to POST of a body."""
        headers = {"Authorization": f"Bearer {self._secret}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self._address + path, data, headers)) as answer:
            content: bytes = answer.read()
        return content

    def ask(self, path: str = "", body: object = None) -> Any:
        """The same as JSON."""
        return json.loads(self.fetch(path, body))


@pytest.fixture
def machines(starts: Callable[..., Restartable], tmp_path: Path) -> list[Machine]:
    """Two machines, and a small tournament."""
    with transaction.atomic():
        exports = f"tournaments/{create_small_tournament().slug}/exports"
    secret = create_secret(make_account("secretary"), role="secretary")
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
    given = {"TAROCKCLUB_SECRET_KEY": settings.BOOK_KEY}
    return [Machine(starts(TAROCKCLUB_DATA=str(folder), **given), exports, secret) for folder in folders]


def rows_of(file: bytes) -> dict[str, Any]:
    """The rows of all tables but the one that says when the file was made."""
    return {name: table["rows"] for name, table in json.loads(file)["tables"].items() if name != "rules"}


def find_running() -> int | None:
    """The process that works on the export."""
    runner = Job.objects.filter(state=Job.State.RUNNING).values_list("runner", flat=True).first()
    return int(runner.split()[1]) if runner else None


def test_an_export_whose_process_is_killed_is_made_by_the_other_machine_once(machines, tmp_path):
    first, second = machines
    request = {"key": str(uuid.uuid4()), "form": "json"}
    with transaction.atomic(), connection.cursor() as cursor, ThreadPoolExecutor(2) as pool:
        cursor.execute("LOCK TABLE tournaments_ruling IN ACCESS EXCLUSIVE MODE")  # no export gets beyond it
        asked = [pool.submit(machine.ask, "", request) for machine in machines]
        assert [answer.result()["state"] for answer in asked] == ["running"] * 2
        killed = wait_for(find_running)
        os.kill(killed, signal.SIGKILL)
    make_silent()
    assert second.ask(f"/{request['key']}")["state"] == "running"

    def find_done() -> Any:
        said = second.ask(f"/{request['key']}")
        return said if said["state"] != "running" else None

    said = wait_for(find_done)
    assert (said["state"], said["done"], said["of"]) == ("done", 1, 1)
    file = second.fetch(f"/{request['key']}/file")
    assert rows_of(file) == rows_of(file_of(Tournament.objects.get(), tmp_path, JSON, "de"))
    assert first.fetch(f"/{request['key']}/file") == file
    job = Job.objects.get()
    assert job.attempts > 1
    assert job.runner.split()[1] != str(killed)


@pytest.mark.heavy
def test_an_export_whose_process_is_killed_is_made_by_an_idle_machine_that_nobody_asks(machines, starts, tmp_path):
    request = {"key": str(uuid.uuid4()), "form": "json"}
    with transaction.atomic(), connection.cursor() as cursor, ThreadPoolExecutor(1) as pool:
        cursor.execute("LOCK TABLE tournaments_ruling IN ACCESS EXCLUSIVE MODE")  # no export gets beyond it
        assert pool.submit(machines[0].ask, "", request).result()["state"] == "running"
        os.kill(wait_for(find_running), signal.SIGKILL)
    make_silent()
    starts(TAROCKCLUB_BACKUP_MINUTES="1", TAROCKCLUB_SECRET_KEY=settings.BOOK_KEY)
    wait_for(Job.objects.filter(kind=Job.Kind.EXPORT, state=Job.State.DONE).first)
    assert Job.objects.get(kind=Job.Kind.EXPORT).attempts > 1
    file = machines[1].fetch(f"/{request['key']}/file")
    assert rows_of(file) == rows_of(file_of(Tournament.objects.get(), tmp_path, JSON, "de"))
