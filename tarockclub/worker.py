"""The server's worker process: told by the server alone when to end, and not by the terminal besides."""

import os
from collections.abc import Callable
from typing import Any


def load_application(_target: str) -> Callable[..., Any]:
    """Leave the terminal's process group, then load the site.

    Ctrl+C and the closing of the terminal reach every process of that group. The server tells its worker to end: a
    worker that hears of it twice waits until it is killed.
    """
    if hasattr(os, "setpgrp"):  # not on Windows
        os.setpgrp()
    from tarockclub.wsgi import application

    return application
