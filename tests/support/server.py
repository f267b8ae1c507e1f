"""A real server process for a test, with a data folder and a database of its own."""

import contextlib
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tests.support.paths import ROOT
from tests.support.signed_in import SIGNED_IN

DATABASE_FILE = "tarockclub.sqlite3"
KEY_FILE, SESSION_KEY_FILE = "secret-key", "session-key"
START_SECONDS = 120
STOP_SECONDS = 60

CREATE_TOKEN = """
from tarockclub.models import Account
from tests.support.programs import create_secret
print(create_secret(Account.objects.earliest("pk"), "{role}"))
"""
PLAY_EVENING = """
from tarockclub.office.demo.installation import create_demo_evening
print(f"/tables/{create_demo_evening().slug}/")
"""


@dataclass(frozen=True)
class RunningServer:
    """A running server: where it is, where its data lie, and its environment."""

    url: str
    data: Path
    env: dict[str, str] = field(repr=False)

    def __str__(self) -> str:
        return self.url

    @property
    def log(self) -> str:
        """Return what the server has printed so far."""
        return (self.data / "serve.log").read_text(encoding="utf-8", errors="replace")

    def manage(self, *arguments: str) -> str:
        """Run a management command on the server's data and return what it printed."""
        return manage(self.env, *arguments)

    def run(self, code: str) -> str:
        """Run Python on the server's data and return the last line that it printed."""
        return self.manage("shell", "-v0", "-c", code).strip().rpartition("\n")[2]

    def create_token(self, role: str) -> str:
        """Return the secret of a new program that acts for the first account."""
        return self.run(CREATE_TOKEN.format(role=role))

    def play_evening(self) -> str:
        """Enter the evening of the demo, and return the address of its page."""
        return self.run(PLAY_EVENING)


def manage(env: dict[str, str], *arguments: str) -> str:
    """Run `manage.py` in a process of its own; a failure shows what it printed."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build_environment(data: Path, **extra: str) -> dict[str, str]:
    """Return an environment with the default settings and this data folder."""
    of_this_run = ("TAROCKCLUB_", "COV_CORE_", "DJANGO_")
    inherited = {name: v for name, v in os.environ.items() if not name.startswith(of_this_run)}
    inherited.update(TAROCKCLUB_DATA=str(data), DATABASE_URL="", PYTHONUTF8="1", TAROCKCLUB_BACKUP_MINUTES="0")
    return {**inherited, **extra}


def find_free_port() -> int:
    """Return a port that nobody uses at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def run_server(data: Path, workers: int = 1, /, **extra: str) -> Iterator[RunningServer]:
    """Start `manage.py serve` on a free port and stop it afterwards."""
    server = Restartable(data, workers, **extra)
    server.options = ()
    try:
        server.start()
        yield server.served
    finally:
        code = server.stop()
        # pytest shows this where the test has failed.
        print(server.served.log)
    assert code == 0, f"the server ended with {code}"


class Restartable:
    """A server that a test may kill, with all its processes, and start again on the same port."""

    def __init__(self, data: Path, workers: int = 1, /, **extra: str) -> None:
        self.port, self.workers = find_free_port(), workers
        self.served = RunningServer(f"http://127.0.0.1:{self.port}", data, build_environment(data, **extra))
        self.url = self.served.url
        self.process: subprocess.Popen[bytes] | None = None
        self.root = ROOT  # of the program that the next start runs
        self.under: Sequence[str] = ()  # a program that watches it
        self.options: Sequence[str] = ("--host", "127.0.0.1")

    def start(self) -> None:
        """Start it, and come back when it takes connections."""
        options = ["--port", str(self.port), *self.options, "--workers", str(self.workers)]
        command = [*self.under, sys.executable, "manage.py", "serve", *options]
        # Nothing of it is measured but its start, by every test that has one.
        env = {name: value for name, value in self.served.env.items() if not name.startswith("COVERAGE_")}
        with (self.served.data / "serve.log").open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=self.root, env=env, stdout=log, stderr=log, start_new_session=True
            )
        _wait_until_listening(self.process, self.port, self.served)

    def end(self, how: signal.Signals) -> None:
        """Send a signal to its processes, and come back when it has ended."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, how)
            self.process.wait(STOP_SECONDS)
            self.process = None

    def stop(self) -> int | None:
        """Ask it alone to end, as a service manager does, and return its code when it has; None if it does not run."""
        if self.process is None:
            return None
        self.process.terminate()
        code, self.process = self.process.wait(STOP_SECONDS), None
        return code

    def kill(self) -> None:
        """End it as a power cut would: none of its processes has a moment left."""
        self.end(signal.SIGKILL)


@contextlib.contextmanager
def run_restartable(data: Path, workers: int = 1, /, **extra: str) -> Iterator[Restartable]:
    """Start a server that may be killed and started again."""
    server = Restartable(data, workers, **extra)
    try:
        server.start()
        yield server
    finally:
        server.kill()
        print(server.served.log[-4000:])  # pytest shows it where the test has failed


def _wait_until_listening(process: subprocess.Popen[bytes], port: int, server: RunningServer) -> None:
    """Return when the server takes connections."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        if process.poll() is not None or time.monotonic() > deadline:
            pytest.fail(f"the server did not start:\n{server.log}")
        time.sleep(0.02)


def copy_club(source: Path, target: Path) -> None:
    """Copy a data folder: the database, and its keys, or nobody would be logged in any more."""
    copy_sqlite(source / DATABASE_FILE, target / DATABASE_FILE)
    copy_keys(source, target)


def copy_keys(source: Path, target: Path) -> None:
    """Copy the two keys of an installation."""
    for name in (KEY_FILE, SESSION_KEY_FILE):
        shutil.copy(source / name, target / name)


@pytest.fixture(scope="session")
def empty_data(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder of a club that nobody has set up, to be copied."""
    data = tmp_path_factory.mktemp("empty")
    if connection.vendor == "sqlite":
        request.getfixturevalue("django_db_setup")
        copy_sqlite(Path(str(connection.settings_dict["NAME"])), data / DATABASE_FILE)
        copy_keys(settings.DATA_DIR, data)
    else:
        manage(build_environment(data), "migrate", "--skip-checks", "--verbosity=0")
    return data


@pytest.fixture(scope="session")
def migrated_data(empty_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder of a club that is set up and has not played yet, to be copied."""
    data = tmp_path_factory.mktemp("migrated")
    copy_club(empty_data, data)
    manage(build_environment(data), "shell", "-c", SIGNED_IN)
    return data


@contextlib.contextmanager
def provide_servers(migrated_data: Path, factory: pytest.TempPathFactory) -> Iterator[Callable[..., RunningServer]]:
    """Yield a function that starts a server, with variables for its environment if given."""
    with contextlib.ExitStack() as stack:

        def start(**extra: str) -> RunningServer:
            data = factory.mktemp("served")
            copy_club(migrated_data, data)
            return stack.enter_context(run_server(data, **extra))

        yield start


@pytest.fixture
def serve(migrated_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., RunningServer]]:
    """Return a function that starts a server of the test's own, with variables for its environment if given."""
    with provide_servers(migrated_data, tmp_path_factory) as start:
        yield start


@pytest.fixture(scope="session")
def club(migrated_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Return the server that all tests share which only begin tables of their own there."""
    with provide_servers(migrated_data, tmp_path_factory) as start:
        yield start()


@pytest.fixture
def served(club: RunningServer) -> Iterator[RunningServer]:
    """Return a running server on which others have played too; `serve()` is one that nobody else has."""
    printed = len(club.log)
    yield club
    # pytest shows this where the test has failed.
    print(club.log[printed:])


@pytest.fixture
def internet_site(migrated_data: Path, tmp_path: Path) -> Iterator[Restartable]:
    """Return the installation on the internet, which can die and come back."""
    data = tmp_path / "internet"
    data.mkdir(mode=0o700)
    copy_club(migrated_data, data)
    with run_restartable(data) as server:
        yield server


def copy_sqlite(source: Path, target: Path) -> None:
    """Copy a SQLite database whole, whatever its journal holds."""
    with (
        contextlib.closing(sqlite3.connect(source)) as old,
        contextlib.closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)
