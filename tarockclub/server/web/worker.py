"""The server's worker process: told by the server alone when to end, and not by the terminal besides."""

import asyncio
import contextlib
import signal
import sys
from importlib import import_module
from typing import Any, Protocol

# A thread that wants to work gets round to it so soon: what reads and sends must not wait for the site's.
SWITCH_SECONDS = 0.0005


class Ending(Protocol):
    """The end of a pipe that closes, or brings something, when the server is told to end."""

    def fileno(self) -> int: ...


def load_application(ending: Ending, target: str) -> Any:
    """Stop listening to the terminal, then load the site.

    Ctrl+C and the closing of the terminal reach every process there. The server tells its worker to end: a worker that
    hears of it twice waits until it is killed.
    """
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    _allow_many_connections()
    sys.setswitchinterval(SWITCH_SECONDS)
    from tarockclub.private_files import keep_others_out

    keep_others_out()
    from tarockclub import computer_clock

    module, _, name = target.partition(":")
    application = getattr(import_module(module), name)
    computer_clock.watch_clock()
    loop = asyncio.get_event_loop()

    def end() -> None:
        loop.remove_reader(ending.fileno())
        application.end()

    with contextlib.suppress(NotImplementedError):  # Windows, where the worker is ended without asking
        loop.add_reader(ending.fileno(), end)
    return application


def _allow_many_connections() -> None:
    """Take as many as the system gives; by itself a program is content with a thousand."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
