"""The web server with the program's settings, and detection of phones that have left."""

import socket
import threading
from functools import partial
from multiprocessing import Pipe

from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels
from granian.net import SocketSpec  # type: ignore[attr-defined]  # not said to be public
from granian.server import Server

from tarockclub.server.web.worker import load_application

# A hanging worker must not prevent the end of the server: its transaction is rolled back, and phones send it again.
KILL_AFTER_SECONDS = 1
MOST_CONNECTIONS = 60_000  # the system's own limit comes first; stuck ones end after some seconds (bodies.py)
SILENT_SECONDS, ASK_SECONDS, ASK_TIMES = 60, 15, 4  # then a silent phone is checked


class WebServer(Server):  # type: ignore[misc,valid-type]  # of the package, one class of several
    """A server whose workers each have an event loop that only reads; the site itself has its own threads."""

    def __init__(self, host: str, port: int, *, workers: int, drain_seconds: int) -> None:
        super().__init__(
            "tarockclub.application:application",
            address=host,
            port=port,
            interface=Interfaces.RSGI,
            http=HTTPModes.http1,
            workers=workers,
            websockets=False,
            backpressure=MOST_CONNECTIONS,
            respawn_failed_workers=True,
            workers_kill_timeout=KILL_AFTER_SECONDS,
            log_level=LogLevels.warning,
        )
        self._drain_seconds = drain_seconds
        self._heard, self._said = Pipe(duplex=False)

    def run(self) -> None:
        """Serve until `end` is called."""
        self.serve(target_loader=partial(load_application, self._heard, self._drain_seconds))

    def end(self) -> None:
        """Stop waiting for bodies, and end."""
        self._said.send(None)
        self.signal_handler_interrupt()

    def end_later(self) -> None:
        """Answer for some seconds longer, until a load balancer has noticed that other servers have to; then end."""
        self._said.send(None)
        threading.Timer(self._drain_seconds, self.signal_handler_interrupt).start()

    def _init_shared_socket(self) -> None:
        """Listen here, for every worker: connections inherit the options of the listening socket."""
        spec = SocketSpec(self.bind_addr, self.bind_port, self.backlog)
        self._ssp, self._shd = None, spec.build()
        self._sfd = self._shd.get_fd()
        self._sso = socket.socket(fileno=self._sfd)
        self._sso.set_inheritable(True)
        enable_keep_alive(self._sso)


def enable_keep_alive(listening: socket.socket) -> None:
    """Enable TCP keep-alive, with which the system checks silent phones."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    times = {"TCP_KEEPIDLE": SILENT_SECONDS, "TCP_KEEPINTVL": ASK_SECONDS, "TCP_KEEPCNT": ASK_TIMES}
    for name, value in times.items():
        if hasattr(socket, name):  # not everywhere
            listening.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
