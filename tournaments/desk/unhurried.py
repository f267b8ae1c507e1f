"""Pages of many tables are not made anew for each hand: what was made a moment ago is good enough, unless the clock
or anything else the director does has changed since.
"""

import time
from collections.abc import Hashable
from threading import Lock
from typing import NamedTuple


class _Made(NamedTuple):
    at: float  # seconds, monotonic
    acts: int
    tag: str


class Unhurried:
    """The tag of each page that was made last."""

    def __init__(self, seconds: float, most: int = 64) -> None:
        self._seconds, self._most = seconds, most
        self._made: dict[Hashable, _Made] = {}
        self._lock = Lock()

    def tag(self, name: Hashable, acts: int, newest: str) -> str:
        """What is to be shown now: the newest, or what was made a moment ago.

        >>> pages = Unhurried(60)
        >>> pages.tag("wall", 7, "a"), pages.tag("wall", 7, "b"), pages.tag("wall", 8, "c")
        ('a', 'a', 'c')
        """
        now = time.monotonic()
        with self._lock:
            last = self._made.get(name)
            if last is not None and last.acts == acts and now - last.at < self._seconds:
                return last.tag
            if last is None or last.tag != newest:
                self._keep(name, _Made(now, acts, newest))
            return newest

    def made(self, name: Hashable, acts: int, tag: str) -> str:
        """Remember what somebody has just been shown: he shall not be shown anything older."""
        with self._lock:
            self._keep(name, _Made(time.monotonic(), acts, tag))
        return tag

    def _keep(self, name: Hashable, made: _Made) -> None:
        if name not in self._made and len(self._made) >= self._most:
            self._made.clear()
        self._made[name] = made
