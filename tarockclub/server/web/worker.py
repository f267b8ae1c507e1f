"""The server's worker process: ended by the server alone, and not by the terminal as well."""

import asyncio
import contextlib
import signal
import sys
from importlib import import_module
from typing import Any, Protocol

from tarockclub.server import windows_console

# A waiting thread gets its turn this soon: reading and sending must not wait for the site's thread.
SWITCH_SECONDS = 0.0005


class Ending(Protocol):
    """The end of a pipe that closes, or receives data, when the server has to end."""

    def fileno(self) -> int: ...


def load_application(ending: Ending, drain_seconds: int, target: str) -> Any:
    """Ignore the signals of the terminal, then load the site.

    Ctrl+C and the closing of the terminal reach every process there. The server ends its worker: a worker that is
    signalled twice would wait until it is killed.
    """
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    windows_console.leave_end_to_server()
    _allow_many_connections()
    sys.setswitchinterval(SWITCH_SECONDS)
    from tarockclub.server.private_files import keep_others_out

    keep_others_out()
    from tarockclub import computer_clock
    from tarockclub.clubs.scope import begin_with_nothing

    module, _, name = target.partition(":")
    application = getattr(import_module(module), name)
    computer_clock.watch_clock()
    begin_with_nothing()
    loop = asyncio.get_event_loop()

    def end() -> None:
        loop.remove_reader(ending.fileno())
        application.end(drain_seconds)

    with contextlib.suppress(NotImplementedError):  # Windows, where the worker is terminated directly
        loop.add_reader(ending.fileno(), end)
    return application


def _allow_many_connections() -> None:
    """Allow as many connections as the system permits; the default is a thousand."""
    if sys.platform != "win32":
        import resource

        with contextlib.suppress(OSError, ValueError):
            _now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
