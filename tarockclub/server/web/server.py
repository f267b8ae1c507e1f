"""The web server as this program runs it: one worker, and connections of phones that have left are noticed."""

import socket
from functools import partial
from multiprocessing import Pipe

from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels
from granian.net import SocketSpec  # type: ignore[attr-defined]  # not said to be public
from granian.server import Server

from tarockclub.server.web.worker import load_application

# A worker that hangs must not keep the evening from ending: what it was writing is rolled back and sent once more.
KILL_AFTER_SECONDS = 1
MOST_CONNECTIONS = 60_000  # the system's own limit comes first; stuck ones end after some seconds (bodies.py)
SILENT_SECONDS, ASK_SECONDS, ASK_TIMES = 60, 15, 4  # then a phone that says nothing is asked whether it is there


class WebServer(Server):  # type: ignore[misc,valid-type]  # of the package, one class of several
    """Runs one worker, whose event loop only reads what is sent; the site itself has one thread."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(
            "tarockclub.application:application",
            address=host,
            port=port,
            interface=Interfaces.RSGI,
            http=HTTPModes.http1,
            workers=1,
            websockets=False,
            backpressure=MOST_CONNECTIONS,
            respawn_failed_workers=True,
            workers_kill_timeout=KILL_AFTER_SECONDS,
            log_level=LogLevels.warning,
        )
        self._heard, self._said = Pipe(duplex=False)

    def run(self) -> None:
        """Serve until `end` is called."""
        self.serve(target_loader=partial(load_application, self._heard))

    def end(self) -> None:
        """Let nobody wait any more for bodies that do not come, and end."""
        self._said.send(None)
        self.signal_handler_interrupt()

    def _init_shared_socket(self) -> None:
        """Listen here, for every worker that may come: what a listening socket is set to, its connections are too."""
        spec = SocketSpec(self.bind_addr, self.bind_port, self.backlog)
        self._ssp, self._shd = None, spec.build()
        self._sfd = self._shd.get_fd()
        self._sso = socket.socket(fileno=self._sfd)
        self._sso.set_inheritable(True)
        enable_keep_alive(self._sso)


def enable_keep_alive(listening: socket.socket) -> None:
    """Let the system ask phones that say nothing whether they are there (TCP keep-alive)."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    times = {"TCP_KEEPIDLE": SILENT_SECONDS, "TCP_KEEPINTVL": ASK_SECONDS, "TCP_KEEPCNT": ASK_TIMES}
    for name, value in times.items():
        if hasattr(socket, name):  # not everywhere
            listening.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
