"""A server ends quickly and whole: by Ctrl+C, by a closed terminal."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tarockclub.office.backups import scheduler
from tarockclub.platform.server import network
from tests.support.paths import ROOT
from tests.support.server import START_SECONDS, build_environment, copy_club, find_free_port

pytestmark = [pytest.mark.heavy, pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")]
SECONDS = 2.0  # that it may take
BUSY = 4  # times as many where other tests keep the machine busy
THROUGH_MAKE = "import sys; from tools.process import run_attached; sys.exit(run_attached(sys.argv[1:]))"


def processes(port: int) -> dict[int, tuple[int, str]]:
    """The living processes of the server on a port, with their parents: backups too."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state = (folder / "stat").read_text().rpartition(")")[2].split()
            if state[0] != "Z":
                found[int(folder.name)] = (int(state[1]), (folder / "cmdline").read_text().replace("\0", " "))
    ours = {pid for pid, (_parent, said) in found.items() if f"--port {port} " in said}
    return {pid: said for pid, said in found.items() if pid in ours or said[0] in ours}


def wait_for(true, seconds: float, what: str) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, what
        time.sleep(0.02)


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


@pytest.fixture
def terminal(migrated_data, tmp_path):
    """A server with backups in a terminal of its own, started as `make run` does: its port, and the terminal."""
    import fcntl
    import termios

    copy_club(migrated_data, tmp_path)
    port = find_free_port()
    here, there = os.openpty()
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
    process = subprocess.Popen(
        [sys.executable, "-c", THROUGH_MAKE, *command],
        cwd=ROOT,
        env=build_environment(tmp_path, TAROCKCLUB_BACKUP_MINUTES="3"),
        stdin=there,
        stdout=there,
        stderr=there,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(there, termios.TIOCSCTTY, 0),
    )
    os.close(there)
    try:
        wait_for(lambda: answers(port), START_SECONDS, "it has not started")
        wait_for(lambda: len(processes(port)) >= 3, START_SECONDS, "make, server and backups")
        yield port, here, process
    finally:
        for pid in processes(port):
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        process.wait(10)
        with contextlib.suppress(OSError):
            os.close(here)


def ends(port: int, process: subprocess.Popen[bytes], end: Callable[[], object]) -> None:
    """Nothing of the server is left in time, and the next one may have its port; the last backup may take longer."""
    watching = next(pid for pid, (_parent, said) in processes(port).items() if scheduler.__name__ in said)
    end()
    wait_for(lambda: process.poll() is not None and not processes(port), BUSY * SECONDS, "something is left")
    assert network.find_bind_error("127.0.0.1", port) is None
    wait_for(lambda: not Path(f"/proc/{watching}").exists(), scheduler.LAST_SECONDS, "the last backup goes on and on")


def connections(port: int) -> list[socket.socket]:
    """A phone that keeps its connection, and one whose form has got stuck half way."""
    kept, stuck = (socket.create_connection(("127.0.0.1", port), 5) for _ in range(2))
    kept.sendall(b"GET /i18n/setlang/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert kept.recv(100).startswith(b"HTTP/1.1 302")
    stuck.sendall(b"POST /i18n/setlang/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf")
    return [kept, stuck]


@pytest.mark.parametrize("how", ["closed", "ctrl-c"])
def test_closing_the_terminal_or_control_c_ends_all_of_it_and_frees_the_port(terminal, how):
    port, here, process = terminal
    phones = connections(port)
    ends(port, process, lambda: os.close(here) if how == "closed" else os.write(here, b"\x03"))
    for phone in phones:
        phone.close()
