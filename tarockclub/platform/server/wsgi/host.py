"""The web server of several processes, for a host with PostgreSQL: gunicorn, behind a proxy that reads slow bodies."""

import os
import signal
import threading
from collections.abc import Callable
from typing import Any

from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]
from gunicorn.glogging import Logger  # type: ignore[import-untyped]

from tarockclub.platform.server.lazy_views import load_views_beside
from tarockclub.platform.server.wsgi.turns import THREADS, Turns

DRAIN_SIGNAL = signal.Signals["SIGUSR2"]  # by its name: Windows, where gunicorn does not run, has none
END_SECONDS = 1  # for what is still being answered, and for idle connections of the proxy
IDLE_SECONDS = 75  # of a connection of the proxy's; longer than the proxy keeps one (docs/deploy/Caddyfile)
MOST_CONNECTIONS = 2000  # of each worker


class DiscreetLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's messages in the program's log, without secrets."""

    def setup(self, cfg: Any) -> None:
        """Leave the printing to the settings."""
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True


class DrainingArbiter(Arbiter):  # type: ignore[misc]
    """gunicorn's main process, which answers for some seconds longer after SIGTERM."""

    drain_seconds = 0

    def handle_term(self) -> None:
        """Let the workers send others elsewhere first."""
        if not self.drain_seconds:
            super().handle_term()
        self.kill_workers(DRAIN_SIGNAL)
        threading.Timer(self.drain_seconds, os.kill, (os.getpid(), signal.SIGTERM)).start()
        self.drain_seconds = 0


class HostServer(BaseApplication):  # type: ignore[misc]
    """A server with so many workers; `begin` is called when it listens, `end` when no worker is left."""

    def __init__(
        self,
        host: str,
        port: int,
        workers: int,
        *,
        load: Callable[[], Turns],
        begin: Callable[[], None],
        end: Callable[[], None],
    ) -> None:
        self._load = load
        self._options = {
            "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
            "workers": workers,
            "worker_class": "gthread",
            "threads": THREADS,
            "worker_connections": MOST_CONNECTIONS,
            "keepalive": IDLE_SECONDS,
            "graceful_timeout": END_SECONDS,
            "loglevel": "warning",
            "logger_class": DiscreetLogger,
            "control_socket_disable": True,
            "when_ready": lambda _arbiter: begin(),
            "on_exit": lambda _arbiter: end(),
            "post_worker_init": begin_worker,
        }
        super().__init__()

    def load_config(self) -> None:
        """Set gunicorn's settings."""
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Turns:
        """Load the site, in a worker."""
        return self._load()

    def serve(self, drain_seconds: int) -> None:
        """Serve until it is told to end."""
        arbiter = DrainingArbiter(self)
        arbiter.drain_seconds = drain_seconds
        arbiter.run()


def begin_worker(worker: Any) -> None:
    """Load what is left to load, and listen for the beginning of the end."""
    turns = worker.wsgi

    def note_ending(_signum: int, _frame: object) -> None:
        turns.is_ending = True

    signal.signal(DRAIN_SIGNAL, note_ending)
    load_views_beside(turns)
