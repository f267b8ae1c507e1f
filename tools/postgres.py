"""A temporary PostgreSQL server for one test run."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tools import apt

USER = "tarockclub"  # no superuser, as in earnest: for those row-level security is void
ADMIN = "postgres"
# Copies of databases are made and dropped, and servers copied and promoted; commands for an empty server, one a line.
SETUP = (
    f"CREATE ROLE {USER} LOGIN CREATEDB REPLICATION IN ROLE pg_monitor, pg_checkpoint, pg_signal_backend;\n"
    f"CREATE DATABASE {USER} OWNER {USER};\n"
)
START_SECONDS = 60
# The data lives for minutes: protection against power cuts would only cost time. Autovacuum would note that tables are
# empty, since tests roll back what they write: then joins of many tables are planned as if they were, and take minutes.
FAST = ("-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off", "-c", "autovacuum=off")


class UnavailableError(Exception):
    """PostgreSQL is not available here; the text gives the reason."""


class Cluster:
    """A server on its own port that can be stopped and started again.

    Empty, or a copy of another one, which it may then follow as a replica.
    """

    def __init__(self, folder: Path, settings: Sequence[str], source: str = "", *, follows: bool = False) -> None:
        self._programs, self._data, self._settings = _provide_programs(), folder / "data", settings
        self._account, self.port = _find_account(), _find_free_port()
        if self._account:
            shutil.chown(folder, self._account["user"], self._account["group"])
        self._fill(source, follows=follows)
        self._server: subprocess.Popen[bytes] | None = None
        self.url = f"postgres://{USER}@127.0.0.1:{self.port}/{USER}"

    def _fill(self, source: str, *, follows: bool) -> None:
        if source:
            options = ["-d", source, "--checkpoint=fast", "--no-sync", *(["--write-recovery-conf"] if follows else [])]
            _run([str(self._programs / "pg_basebackup"), "-D", str(self._data), *options], self._data, self._account)
            return
        # All users of this machine are trusted.
        options = ["--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
        initdb = [str(self._programs / "initdb"), "-D", str(self._data), "-U", ADMIN, *options]
        _run(initdb, self._data, self._account)
        alone = [str(self._programs / "postgres"), "--single", "-D", str(self._data), "postgres"]
        _run(alone, self._data, self._account, SETUP)

    def start(self) -> None:
        """Start the server as a child of this process, and return when it accepts connections."""
        log = self._data.parent / "log"
        where = ["-D", str(self._data), "-p", str(self.port), "-h", "127.0.0.1"]
        with log.open("wb") as output:
            self._server = subprocess.Popen(
                [str(self._programs / "postgres"), *where, "-c", "unix_socket_directories=", *self._settings],
                cwd=self._data.parent,
                stdout=output,
                stderr=output,
                # Ctrl-C is for the tests; the server is stopped after them.
                start_new_session=True,
                **self._account,
            )
        _wait_until_ready(self._server, [str(self._programs / "pg_isready"), "-q", *where[2:]], log)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server by its process id."""
        if self._server is not None:
            # SIGINT is PostgreSQL's fast shutdown, which does not wait for clients to leave; SIGQUIT is a crash.
            self._server.send_signal(how)
            self._server.wait(START_SECONDS)
            self._server = None


@contextlib.contextmanager
def run_cluster(
    settings: Sequence[str] = FAST, source: str = "", *, follows: bool = False, where: Path | None = None
) -> Iterator[Cluster]:
    """Start a server, empty or a copy of another one, on a free local port; it is deleted with its data afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="tarockclub-pg-", dir=where))
    try:
        server = Cluster(folder, settings, source, follows=follows)
        try:
            server.start()
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _provide_programs() -> Path:
    """Return the folder of the newest server programs; install them if that is allowed."""
    found = find_programs()
    if found is None:
        reason = apt.install_packages("postgresql")
        found = find_programs()
        if found is None:
            raise UnavailableError(f"PostgreSQL is missing: {reason or 'initdb not found'}")
    return found


def find_programs() -> Path | None:
    """Search the server's programs in Debian's folders, then along the search path."""
    debian = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(debian, key=lambda path: int(path.parts[-3]), default=None)
    on_path = shutil.which("initdb")
    if newest:
        return newest.parent
    return Path(on_path).resolve().parent if on_path else None


def _find_account() -> dict[str, Any]:
    """Return the unprivileged account to use: PostgreSQL refuses to run as root."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return {}
    import pwd

    try:
        entry = pwd.getpwnam("postgres")
    except KeyError:
        entry = pwd.getpwnam("nobody")
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _run(command: Sequence[str], data: Path, account: dict[str, Any], typed: str = "") -> None:
    """Run a program that makes the data of a cluster."""
    done = subprocess.run(command, cwd=data.parent, input=typed, capture_output=True, text=True, check=False, **account)
    if done.returncode:
        raise UnavailableError(f"{Path(command[0]).name} failed: {done.stderr.strip()[-300:]}")


def _wait_until_ready(server: subprocess.Popen[bytes], ask: Sequence[str], log: Path) -> None:
    """Return when the server accepts connections."""
    deadline = time.monotonic() + START_SECONDS
    while subprocess.run(ask, check=False).returncode:
        if server.poll() is not None or time.monotonic() > deadline:
            raise UnavailableError(f"PostgreSQL did not start: {log.read_text(errors='replace')[-300:]}")
        time.sleep(0.05)


def _find_free_port() -> int:
    """Return a port that is free at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
