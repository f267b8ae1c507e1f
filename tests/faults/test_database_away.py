"""Two servers with two workers each, whose PostgreSQL goes away and comes back: nothing is lost, nothing doubled.

Four seconds stand for a minute and for an hour: a worker forgets after two that it was looking for the database
(WAIT_SECONDS, the pool's reconnect_timeout), and whoever asks next begins anew. What lasts longer is tested apart: the
30 seconds after which a job's process is taken for dead (tests/tarockclub/platform/jobs). A minute was measured, too
(docs/operations.md).
"""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

from tarockclub.platform.server import databases
from tests.faults.evening import GLANCE, Evening

PIECE = 1 << 16  # bytes


class Gate:
    """A port of this machine behind which the server of a database seems to go away and to come back."""

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._open: list[socket.socket] = []
        self._lock = threading.Lock()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._start_listening()

    def open(self) -> None:
        """Let connections through again."""
        self._listening = socket.create_server(("127.0.0.1", self.port))
        self._start_listening()

    def close(self) -> None:
        """Break all connections, and refuse new ones."""
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        with self._lock:
            while self._open:
                _close(self._open.pop())

    def _start_listening(self) -> None:
        threading.Thread(target=self._accept, args=(self._listening,), daemon=True).start()

    def _accept(self, listening: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                here, _address = listening.accept()
                there = socket.create_connection(self._target)
                with self._lock:
                    self._open += [here, there]
                for source, target in ((here, there), (there, here)):
                    threading.Thread(target=_pass_on, args=(source, target), daemon=True).start()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while piece := source.recv(PIECE):
            target.sendall(piece)
    _close(source)
    _close(target)


def _close(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()


@contextlib.contextmanager
def run_gate(host: str, port: int) -> Iterator[Gate]:
    """Open such a port, and close it at the end."""
    gate = Gate(host, port)
    try:
        yield gate
    finally:
        gate.close()


pytestmark = [pytest.mark.heavy, pytest.mark.postgres, pytest.mark.usefixtures("fresh_database")]
TABLES, PHONES_EACH, HANDS = 20, 2, 6
TWICE = 0.1
TIMES = 3  # that it goes away
AWAY_SECONDS = 2.0 * databases.WAIT_SECONDS  # longer than anything remembers that it was away


def go_away(evening: Evening, gate) -> int:
    """Let the database go away again and again, as long as somebody plays; how often."""
    for times in range(TIMES):
        if not evening.wait_for((times + 1) / (TIMES + 1)):
            return times
        gate.close()
        time.sleep(AWAY_SECONDS)
        saved, began = len(evening.told.saved), time.monotonic()
        gate.open()
        while len(evening.told.saved) == saved and not evening.over.wait(GLANCE):
            pass
        print(f"hands are saved again after {time.monotonic() - began:.1f} s")
    return TIMES


def test_hands_of_two_servers_survive_a_database_that_goes_away(starts, database_url):
    address = urlsplit(database_url)
    with run_gate(str(address.hostname), int(address.port or 5432)) as gate:
        gated = address._replace(netloc=f"{address.username}@127.0.0.1:{gate.port}").geturl()
        evening = Evening(
            [starts(2, DATABASE_URL=gated), starts(2, DATABASE_URL=gated)], TABLES, PHONES_EACH, HANDS, TWICE
        )
        with ThreadPoolExecutor(1) as pool:
            others = pool.submit(go_away, evening, gate)
            evening.play()
            times = others.result()
        assert times == TIMES
        assert evening.refused, "nobody was sent away: nothing was tested"
        evening.assert_all_in_the_book()
