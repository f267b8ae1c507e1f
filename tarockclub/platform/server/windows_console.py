"""The console window on Windows, which sends no signals that Python would hear in time.

Ctrl+C cannot wake a main thread that waits, and who closes the window ends its processes: each at once when its handler
returns, at the latest after five seconds. A handler of our own is called in a thread of its own, and returns late.
Elsewhere all this does nothing: signals are enough there.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

CTRL_C, CTRL_BREAK = 0, 1  # the other events are the last: a closed window, the end of the session or of Windows
GRACE_SECONDS = 10.0  # longer than the system waits
# How a process is started that neither Ctrl+C nor a closed terminal shall reach; a job that lets the site come first
# lowers its own priority elsewhere.
OWN_GROUP: dict[str, Any] = {"start_new_session": True}
OWN_GROUP_BEHIND = OWN_GROUP
if sys.platform == "win32":
    import subprocess

    OWN_GROUP = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    OWN_GROUP_BEHIND = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.BELOW_NORMAL_PRIORITY_CLASS}

_handlers: list[object] = []  # the system knows only their addresses


def handle_event(event: int, stop: Callable[[], None], wait: Callable[[float], None] = time.sleep) -> bool:
    """Stop; after a last event wait for the end of the process, which the return would bring about."""
    stop()
    if event not in (CTRL_C, CTRL_BREAK):
        wait(GRACE_SECONDS)
    return True  # no other handler is asked


def call_on_end(stop: Callable[[], None]) -> None:
    """Call this on Ctrl+C and when the window is closed."""
    if sys.platform == "win32":
        import ctypes
        from ctypes import wintypes

        handler = ctypes.WINFUNCTYPE(wintypes.BOOL, wintypes.DWORD)(lambda event: handle_event(event, stop))
        _handlers.append(handler)
        ctypes.WinDLL("kernel32").SetConsoleCtrlHandler(handler, True)


def leave_end_to_server() -> None:
    """Leave the end of this process to the server, as long as the system allows it."""
    call_on_end(lambda: None)
