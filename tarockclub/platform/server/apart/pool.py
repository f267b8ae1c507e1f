"""Functions called in other processes, which are killed when they take too long; a few wait for the next call.

Not with fork: a server has threads. A process costs 0.2 s to start, 0.8 with Django's models, so it is started with the
first file and kept for a minute after the last.
"""

import atexit
import pickle
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from typing import IO, Any, TypeVar

from tarockclub.platform.server import windows_console
from tarockclub.platform.server.apart import child
from tarockclub.platform.server.apart.messages import (
    MOST_ANSWERED,
    TooMuchWork,
    decode_answer,
    read_message,
    write_message,
)
from tarockclub.platform.server.installation import build_child_command, build_child_environment
from tarockclub.platform.server.wsgi.turns import FILES, give_turn_back

SECONDS = 10.0  # by the clock, also on a busy machine
START_SECONDS = 20.0  # more for the first call of a process; the work itself is bounded by its own processor time
KEPT_SECONDS = 60.0
MOST_IDLE, MOST_CALLS = 2, 100
T = TypeVar("T")
_idle: list["Process"] = []
_lock = threading.Lock()


class Process:
    """A process that calls one function after the other."""

    def __init__(self) -> None:
        self.calls, self.since = 0, time.monotonic()
        self._child = subprocess.Popen(  # noqa: S603 -- this program itself
            build_child_command(child.__name__),
            env=build_child_environment(DJANGO_SETTINGS_MODULE="tarockclub.settings"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            **windows_console.OWN_GROUP_BEHIND,  # Ctrl+C is for the server
        )

    @property
    def is_dead(self) -> bool:
        """Return whether the process has ended by itself."""
        return self._child.poll() is not None

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._child.pid

    def call(self, function: Callable[..., Any], arguments: tuple[Any, ...], seconds: float) -> tuple[bool, Any]:
        """Return whether the function succeeded, and its value or its exception; raise TooMuchWork."""
        end = time.monotonic() + seconds + (0 if self.calls else START_SECONDS)
        alarm = threading.Timer(end - time.monotonic(), self._child.kill)
        alarm.daemon = True
        alarm.start()
        try:
            write_message(_get_pipe(self._child.stdin), pickle.dumps((function, arguments, seconds)))
            answer = read_message(_get_pipe(self._child.stdout), MOST_ANSWERED)
        except (EOFError, OSError):
            has_worked_too_long = self._child.wait() == -getattr(signal, "SIGXCPU", 0)
            is_late = has_worked_too_long or time.monotonic() >= end
            raise TooMuchWork("too_slow" if is_late else "too_large") from None
        finally:
            alarm.cancel()
        self.calls, self.since = self.calls + 1, time.monotonic()
        if self.since >= end:  # the alarm may have killed it by now
            raise TooMuchWork("too_slow")
        return decode_answer(function, answer)

    def close(self) -> None:
        """End the process."""
        self._child.kill()
        self._child.communicate()


def run_apart(function: Callable[..., T], *arguments: Any, seconds: float = SECONDS, lane: str = FILES) -> T:
    """Call a function of a module in another process, without the turn; raise TooMuchWork, TooBusy, or what it raises.

    Arguments are plain values (pickle), the result is of the annotated type (`messages.py`). A club has one call at a
    time and waits for none of another's.
    """
    with give_turn_back(lane):
        process = _take_process()
        can_go_on = False
        try:
            is_fine, answer = process.call(function, arguments, seconds)
            can_go_on = not isinstance(answer, TooMuchWork)
        finally:
            _put_back(process, can_go_on=can_go_on)
    if is_fine:
        return answer  # type: ignore[no-any-return]
    raise answer


def _take_process() -> Process:
    """Return a process that waits, or a new one."""
    with _lock:
        late = [process for process in _idle if process.since < time.monotonic() - KEPT_SECONDS or process.is_dead]
        _idle[:] = [process for process in _idle if process not in late]
        idle = _idle.pop() if _idle else None
    for process in late:
        process.close()
    return idle or Process()


def _put_back(process: Process, *, can_go_on: bool) -> None:
    """Keep a process for the next call, or end it."""
    with _lock:
        is_kept = can_go_on and process.calls < MOST_CALLS and len(_idle) < MOST_IDLE
        if is_kept:
            _idle.append(process)
    if not is_kept:
        process.close()


@atexit.register
def close_idle() -> None:
    """End the processes that wait; those at work end when their server is gone."""
    with _lock:
        late, _idle[:] = list(_idle), []
    for process in late:
        process.close()


def _get_pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise EOFError
    return pipe
