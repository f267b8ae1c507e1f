"""The queue to the site's threads, which lets nobody in who would wait longer than a phone waits for an answer.

A phone gives up after eight seconds, keeps its hand and sends it again (outbox.js). Without a bound an overloaded
server would work for phones that have left, and never catch up. Questions about its state need not stand in line.
"""

import itertools
import time
from collections import deque
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")
LIVE, READY, METRICS = HEALTH = ("/health/live", "/health/ready", "/metrics")
MOST_HEALTH = 16  # questions about its state that wait; further ones stand in line
MOST_SECONDS = 6.0  # in the queue, as far as can be foreseen
LONGEST_SECONDS = 2.0  # that count of an answer: a machine that has stood still for a moment is not overloaded
WEIGHT = 1 / 64  # of the newest answer in the mean


class RequestQueue(Generic[T]):
    """The requests that wait for one of so many threads."""

    def __init__(self, threads: int) -> None:
        self._threads, self._mean_seconds = threads, 0.0
        self._line: deque[tuple[float, T]] = deque()
        self._health: deque[tuple[float, T]] = deque()
        self._signs: SimpleQueue[None] = SimpleQueue()  # one for each request: whoever takes one finds a request
        self._turns = itertools.count()
        self._refused, self._lock = 0, Lock()

    def is_full(self) -> bool:
        """Return whether whoever comes now would wait too long, by what answers take at the moment."""
        return len(self._line) * self._mean_seconds > MOST_SECONDS * self._threads

    def refuse(self) -> None:
        """Count a request that was not let in."""
        with self._lock:
            self._refused += 1

    def take_refused(self) -> int:
        """Return the number of requests that were not let in since the last call."""
        with self._lock:
            refused, self._refused = self._refused, 0
        return refused

    def put(self, request: T, path: str = "") -> None:
        """Let a request in."""
        is_apart = path in HEALTH and len(self._health) < MOST_HEALTH
        (self._health if is_apart else self._line).append((time.monotonic(), request))
        self._signs.put(None)

    def take(self, timeout: float | None = None) -> tuple[T, float]:
        """Return the next request and the seconds that it has waited; raise Empty if none comes in time.

        A question about the state is next, then one of the others, in turn.
        """
        self._signs.get(timeout=timeout)
        lines = (self._health, self._line)
        while True:
            with suppress(IndexError):
                came, request = lines[next(self._turns) % 2].popleft()
                return request, time.monotonic() - came

    def note_answer(self, seconds: float) -> None:
        """Note the seconds that a thread has spent on an answer."""
        self._mean_seconds += (min(seconds, LONGEST_SECONDS) - self._mean_seconds) * WEIGHT
