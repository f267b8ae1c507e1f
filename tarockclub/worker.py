"""The server's worker process: told by the server alone when to end, and not by the terminal besides."""

import signal
from collections.abc import Callable
from typing import Any


def load_application(_target: str) -> Callable[..., Any]:
    """Stop listening to the terminal, then load the site.

    Ctrl+C and the closing of the terminal reach every process there. The server tells its worker to end: a worker that
    hears of it twice waits until it is killed.
    """
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    from tarockclub.private_files import keep_others_out

    keep_others_out()
    from tarockclub import computer_clock
    from tarockclub.wsgi import application

    computer_clock.watch()
    return application
