"""The computer's clock, compared with one that only runs forward: a jump moves nothing until a director decides.

The program goes on by the old clock: `ahead` is added to what the computer's clock says. What was found and decided is
kept in the data folder, so that the next start goes on with it. Sleep is no jump: the other clock runs on meanwhile.
Corrections of up to a minute pass, and other processes than the server only read what is kept.
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
JUST_STARTED = 180.0  # seconds; a computer whose clock has no battery gets the time from the network so soon
_BOOT = Path("/proc/sys/kernel/random/boot_id")
logger = logging.getLogger(__name__)


class Reading(NamedTuple):
    """Both clocks at a moment."""

    wall: float = 0.0  # Unix time
    steady: float = 0.0  # seconds since the computer was started, also while it sleeps
    boot: str = ""  # tells one start of the computer from another; "": unknown


class ClockState(NamedTuple):
    """What is kept."""

    ahead: int = 0  # seconds by which the program is ahead of the computer's clock
    is_asked: bool = False  # a director has to decide
    base: str = ""  # another one whenever a new time was taken over: pages then ask what time it is
    accepted: str = ""  # the moment of the last entry when that was: it may lie in the future
    reading: Reading = Reading()
    plays: bool = False  # a round was being played when the server started


def read_clocks() -> Reading:
    """Read both clocks; again where the process was stopped in between."""
    while True:
        before, wall, after = _read_steady_clock(), time.time(), _read_steady_clock()
        if after - before < 1:
            return Reading(wall, after, _read_boot_id())


def _read_steady_clock() -> float:
    """Read the clock that only runs forward, also while the computer sleeps."""
    name = {"linux": "CLOCK_BOOTTIME", "darwin": "CLOCK_MONOTONIC_RAW"}.get(sys.platform)
    return time.clock_gettime(getattr(time, name)) if name else time.monotonic()  # on Windows it runs on in sleep, too


@lru_cache(maxsize=1)
def _read_boot_id() -> str:
    try:
        return _BOOT.read_text(encoding="ascii").strip()
    except OSError:
        return ""


class WatchedClock:
    """The clock as the server watches it."""

    def __init__(self, file: Path, read: Callable[[], Reading] = read_clocks) -> None:
        self._file, self._read, self._lock = file, read, Lock()
        self.state = load_state(file)
        now = read()
        self._is_same_boot = bool(now.boot) and self.state.reading.boot == now.boot
        self._last = self.state.reading if self._is_same_boot else now

    def ahead(self) -> int:
        """Return what is to be added to the computer's clock now, and notice a jump."""
        with self._lock:
            now, last = self._read(), self._last
            self._last = now
            jump = (now.wall - last.wall) - (now.steady - last.steady)
            if abs(jump) > LONGEST_CORRECTION:
                self._go_on(0 if self._gets_time(jump, now) else self.state.ahead - round(jump))
            return self.state.ahead

    def _gets_time(self, jump: float, now: Reading) -> bool:
        """Tell whether this is the first time that a computer without a clock gets, before anybody plays."""
        return jump > 0 and now.steady < JUST_STARTED and not self.state.plays

    def open(self, newest: datetime | None, *, plays: bool) -> None:
        """Begin with what is kept; the time of the last entry has passed, whatever the clock says.

        `plays`: a round is being played, and goes on by the old clock also where the computer was started anew.
        """
        self.ahead()
        if self.state.ahead and not self._is_same_boot:
            self.state = self.state._replace(ahead=self.state.ahead if plays else 0, is_asked=plays)
        if newest is not None and newest.isoformat() != self.state.accepted:
            behind = newest.timestamp() - self._last.wall - self.state.ahead
            if behind > LONGEST_CORRECTION:
                self._go_on(self.state.ahead + round(behind))
        self.state = self.state._replace(plays=plays)
        self.keep()

    def _go_on(self, ahead: int) -> None:
        """Go on by the old clock and ask; a clock that was put right by itself leaves nothing to ask."""
        is_right = abs(ahead) <= LONGEST_CORRECTION
        self.state = self.state._replace(ahead=0 if is_right else ahead, is_asked=not is_right)
        self.keep()
        with override(settings.LANGUAGE_CODE):  # for the server's window, whoever has asked just now
            logger.warning(describe_jump(self.state) or _("The clock of this computer is right again."))

    def accept(self, newest: datetime | None) -> int:
        """Take the computer's time over; return by how many seconds the program's time has jumped by that."""
        accepted = "" if newest is None else newest.isoformat()
        before = self.state
        self.change(before._replace(ahead=0, is_asked=False, base=str(round(time.time())), accepted=accepted))
        return -before.ahead

    def refuse(self) -> None:
        """Stay with the old clock."""
        self.change(self.state._replace(is_asked=False))

    def change(self, state: ClockState) -> None:
        """Go on with another state."""
        with self._lock:
            self.state = state
            self.keep()

    def keep(self) -> None:
        """Keep the state for the next start; on a full disk it is kept in memory alone."""
        self.state = self.state._replace(reading=self._last)
        part = self._file.with_name(self._file.name + ".new")
        said = {**self.state._asdict(), "reading": list(self.state.reading)}
        with contextlib.suppress(OSError):
            with os.fdopen(
                os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii"
            ) as stream:
                json.dump(said, stream)
            part.replace(self._file)


_watched_clock: WatchedClock | None = None


def watch_clock() -> WatchedClock | None:
    """Watch the clock in this process from now on, unless time runs by itself (tarockclub.time_source)."""
    global _watched_clock
    if settings.TIME_FILE is None:
        _watched_clock = WatchedClock(Path(settings.DATA_DIR) / FILE)
    return _watched_clock


def get_watched() -> WatchedClock:
    """Return the watched clock, also in a process that has not watched it so far."""
    return _watched_clock or WatchedClock(Path(settings.DATA_DIR) / FILE)


def get_ahead() -> int:
    """Return the seconds by which the program is ahead of the computer's clock."""
    return _watched_clock.ahead() if _watched_clock is not None else get_state().ahead


def get_state() -> ClockState:
    """Return what is known of the clock."""
    if _watched_clock is None:
        return load_state(Path(settings.DATA_DIR) / FILE)
    _watched_clock.ahead()
    return _watched_clock.state


def get_sign() -> str:
    """Return what tells pages of before from those after a jump, or a decision; "" where there was none."""
    known = get_state()
    return f".{known.ahead}{'?' * known.is_asked}.{known.base}" if known.ahead or known.base else ""


def load_state(file: Path) -> ClockState:
    """Read what is kept; a file that is not there, or cannot be read, says nothing."""
    try:
        changed = file.stat().st_mtime_ns
    except OSError:
        return ClockState()
    return _load(file, changed)


@lru_cache(maxsize=4)
def _load(file: Path, _changed: int) -> ClockState:
    try:
        said = json.loads(file.read_text(encoding="ascii"))
        wall, steady, boot = said["reading"]
        return ClockState(
            int(said["ahead"]),
            bool(said["is_asked"]),
            str(said["base"]),
            str(said["accepted"]),
            Reading(float(wall), float(steady), str(boot)),
            bool(said.get("plays")),
        )
    except (OSError, ValueError, TypeError, KeyError):
        return ClockState()


def describe_jump(state: ClockState) -> str:
    """Return what people are told of a jump; "" where there is none."""
    if not state.ahead:
        return ""
    how_far = {"time": format_duration(abs(state.ahead))}
    if state.ahead < 0:
        return _("The clock of this computer has jumped ahead by %(time)s. Play continues on the old clock.") % how_far
    return _("The clock of this computer has jumped back by %(time)s. Play continues on the old clock.") % how_far


def format_duration(seconds: int) -> str:
    """Return a duration as people say it.

    >>> [format_duration(one) for one in (60, 3600, 7260, 200_000)]
    ['1 minute', '60 minutes', '2 hours', '2 days']
    """
    minutes, hours, days = round(seconds / 60), round(seconds / 3600), round(seconds / 86400)
    if minutes < 90:
        return ngettext("%(number)s minute", "%(number)s minutes", minutes) % {"number": minutes}
    if hours < 36:
        return ngettext("%(number)s hour", "%(number)s hours", hours) % {"number": hours}
    return ngettext("%(number)s day", "%(number)s days", days) % {"number": days}
