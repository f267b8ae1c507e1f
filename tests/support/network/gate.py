"""A port that leads to another one; while it is closed, its connections break and none can be made."""

import contextlib
import socket
import threading
from collections.abc import Iterator

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
