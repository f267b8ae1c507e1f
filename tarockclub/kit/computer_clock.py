"""The computer's clock, compared with one that only runs forward: a jump has no effect until a director decides.

The program continues with the old time: `ahead` is added to the computer's clock. The state and the decision are
stored in the data folder for the next start. Sleep is not a jump: the other clock runs during sleep, too. Corrections
of up to a minute are accepted, and processes other than the server only read the stored state.
"""

import contextlib
import json
import logging
import os
import sys
import time
from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

FILE = "clock.json"
LONGEST_CORRECTION = 60.0  # seconds
JUST_STARTED = 180.0  # seconds; within this time, a computer without a clock battery gets the time from the network
_BOOT = Path("/proc/sys/kernel/random/boot_id")
logger = logging.getLogger(__name__)


class Reading(NamedTuple):
    """Both clocks at a moment."""

    wall: float = 0.0  # Unix time
    steady: float = 0.0  # seconds since the computer was started, also while it sleeps
    boot: str = ""  # identifies a start of the computer; "": unknown


class ClockState(NamedTuple):
    """The stored state."""

    ahead: int = 0  # seconds by which the program is ahead of the computer's clock
    is_asked: bool = False  # a director has to decide
    base: str = ""  # changes with each adopted time: pages then ask for the time
    accepted: str = ""  # the moment of the last entry at that time: it may be in the future
    reading: Reading = Reading()
    plays: bool = False  # a round was being played when the server started


def read_clocks() -> Reading:
    """Read both clocks; repeat it if the process was stopped in between."""
    while True:
        before, wall, after = _read_steady_clock(), time.time(), _read_steady_clock()
        if after - before < 1:
            return Reading(wall, after, _read_boot_id())


def _read_steady_clock() -> float:
    """Read the clock that only runs forward, also during sleep."""
    name = {"linux": "CLOCK_BOOTTIME", "darwin": "CLOCK_MONOTONIC_RAW"}.get(sys.platform)
    if sys.platform == "win32" or name is None:
        return time.monotonic()  # on Windows it runs during sleep, too
    return time.clock_gettime(getattr(time, name))


@lru_cache(maxsize=1)
def _read_boot_id() -> str:
    try:
        return _BOOT.read_text(encoding="ascii").strip()
    except OSError:
        return ""


class WatchedClock:
    """The clock as watched by the server."""

    def __init__(self, file: Path, read: Callable[[], Reading] = read_clocks) -> None:
        self._file, self._read, self._lock = file, read, Lock()
        self.state, self._changed = load_state(file), _read_change(file)
        now = read()
        self._is_same_boot = bool(now.boot) and self.state.reading.boot == now.boot
        self._last = self.state.reading if self._is_same_boot else now

    def compute_ahead(self) -> int:
        """Return the seconds to add to the computer's clock now, and notice a jump."""
        with self._lock:
            self._take_over()
            now, last = self._read(), self._last
            self._last = now
            jump = (now.wall - last.wall) - (now.steady - last.steady)
            if abs(jump) > LONGEST_CORRECTION:
                self._go_on(0 if self._is_first_time(jump, now) else self.state.ahead - round(jump))
            return self.state.ahead

    def _take_over(self) -> None:
        """Continue with the state that another worker of the server, or a decision there, has stored since."""
        changed = _read_change(self._file)
        if changed != self._changed:
            self._changed, state = changed, load_state(self._file)
            if state.reading != Reading():  # else it is missing or unreadable
                self.state, self._last = state, state.reading

    def _is_first_time(self, jump: float, now: Reading) -> bool:
        """Return whether a computer without a clock gets the time for the first time, before anybody plays."""
        return jump > 0 and now.steady < JUST_STARTED and not self.state.plays

    def open(self, newest: datetime | None, *, plays: bool) -> None:
        """Begin with the stored state; the time of the last entry has passed, whatever the clock shows.

        `plays`: a round is being played, and continues with the old time even after a restart of the computer.
        """
        self.compute_ahead()
        if self.state.ahead and not self._is_same_boot:
            self.state = self.state._replace(ahead=self.state.ahead if plays else 0, is_asked=plays)
        if newest is not None and newest.isoformat() != self.state.accepted:
            behind = newest.timestamp() - self._last.wall - self.state.ahead
            if behind > LONGEST_CORRECTION:
                self._go_on(self.state.ahead + round(behind))
        self.state = self.state._replace(plays=plays)
        self.keep()

    def _go_on(self, ahead: int) -> None:
        """Continue with the old time and ask; a clock that corrected itself leaves no question."""
        is_right = abs(ahead) <= LONGEST_CORRECTION
        self.state = self.state._replace(ahead=0 if is_right else ahead, is_asked=not is_right)
        self.keep()
        with override(settings.LANGUAGE_CODE):  # for the server's window, not for the current request
            logger.warning(describe_jump(self.state) or _("The clock of this computer is right again."))

    def accept(self, newest: datetime | None) -> int:
        """Adopt the computer's time; return the seconds by which the program's time has jumped."""
        accepted = "" if newest is None else newest.isoformat()
        before = self.state
        self.change(before._replace(ahead=0, is_asked=False, base=str(round(time.time())), accepted=accepted))
        return -before.ahead

    def refuse(self) -> None:
        """Keep the old time."""
        self.change(self.state._replace(is_asked=False))

    def change(self, state: ClockState) -> None:
        """Continue with another state."""
        with self._lock:
            self.state = state
            self.keep()

    def keep(self) -> None:
        """Store the state for the next start; on a full disk it is kept in memory alone."""
        self.state = self.state._replace(reading=self._last)
        part = self._file.with_name(f"{self._file.name}.{os.getpid()}.new")
        content = {**self.state._asdict(), "reading": list(self.state.reading)}
        with contextlib.suppress(OSError):
            with os.fdopen(
                os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii"
            ) as stream:
                json.dump(content, stream)
            part.replace(self._file)
            self._changed = _read_change(self._file)


_watched_clock: WatchedClock | None = None


def watch_clock() -> WatchedClock | None:
    """Watch the clock in this process from now on, unless time is simulated (tarockclub.kit.time_source)."""
    global _watched_clock
    if settings.TIME_FILE is None:
        _watched_clock = WatchedClock(Path(settings.DATA_DIR) / FILE)
    return _watched_clock


def get_watched() -> WatchedClock:
    """Return the watched clock, also in a process that has not watched it before."""
    return _watched_clock or WatchedClock(Path(settings.DATA_DIR) / FILE)


def get_ahead() -> int:
    """Return the seconds by which the program is ahead of the computer's clock."""
    return _watched_clock.compute_ahead() if _watched_clock is not None else get_state().ahead


def get_state() -> ClockState:
    """Return the current state of the clock."""
    if _watched_clock is None:
        return load_state(Path(settings.DATA_DIR) / FILE)
    _watched_clock.compute_ahead()
    return _watched_clock.state


def get_sign() -> str:
    """Return the id that changes with a jump or a decision, for open pages; "" without a jump."""
    state = get_state()
    return f".{state.ahead}{'?' * state.is_asked}.{state.base}" if state.ahead or state.base else ""


def load_state(file: Path) -> ClockState:
    """Read the stored state; the default if the file is missing or unreadable."""
    changed = _read_change(file)
    return _load(file, changed) if changed else ClockState()


def _read_change(file: Path) -> int:
    """Return the moment of a file's last change, in nanoseconds; 0 if it is missing."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=4)
def _load(file: Path, _changed: int) -> ClockState:
    try:
        content = json.loads(file.read_text(encoding="ascii"))
        wall, steady, boot = content["reading"]
        return ClockState(
            int(content["ahead"]),
            bool(content["is_asked"]),
            str(content["base"]),
            str(content["accepted"]),
            Reading(float(wall), float(steady), str(boot)),
            bool(content.get("plays")),
        )
    except (OSError, ValueError, TypeError, KeyError):
        return ClockState()


def describe_jump(state: ClockState) -> str:
    """Return the sentence about a jump; "" without a jump."""
    if not state.ahead:
        return ""
    how_far = {"time": format_duration(abs(state.ahead))}
    if state.ahead < 0:
        return _("The clock of this computer has jumped ahead by %(time)s. Play continues on the old clock.") % how_far
    return _("The clock of this computer has jumped back by %(time)s. Play continues on the old clock.") % how_far


def format_duration(seconds: int) -> str:
    """Return a duration as people say it.

    >>> [format_duration(one) for one in (60, 3600, 7260, 200_000)]
    ['1 Minute', '60 Minuten', '2 Stunden', '2 Tage']
    """
    minutes, hours, days = round(seconds / 60), round(seconds / 3600), round(seconds / 86400)
    if minutes < 90:
        return ngettext("%(number)s minute", "%(number)s minutes", minutes) % {"number": minutes}
    if hours < 36:
        return ngettext("%(number)s hour", "%(number)s hours", hours) % {"number": hours}
    return ngettext("%(number)s day", "%(number)s days", days) % {"number": days}
