"""The one source of time of the whole program; a demo or a test can make it run, real tournaments cannot.

`TAROCKCLUB_TIME` names a file that says what time it is to be: a JSON object with `ahead` (seconds added to the real
time) and `speed` (how many seconds pass in a real one, counted from `since`, a Unix time). Otherwise it is the time of
the computer's clock, as long as that does not jump (tarockclub.computer_clock).
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone

from tarockclub import computer_clock


class Course(NamedTuple):
    """How time runs: `ahead` seconds further, and `speed` times as quickly since a moment."""

    ahead: float = 0.0
    speed: float = 1.0
    since: float = 0.0  # Unix time, seconds


REAL_TIME = Course()


_PRETENDED_TIME: ContextVar[datetime | None] = ContextVar("told", default=None)  # what is being entered happened then


@contextmanager
def pretend_time(then: datetime) -> Iterator[None]:
    """What is done within happened at another moment: how a demo tells of days that nobody has seen."""
    token = _PRETENDED_TIME.set(then)
    try:
        yield
    finally:
        _PRETENDED_TIME.reset(token)


def now() -> datetime:
    """The time, in UTC.

    >>> now().tzinfo
    datetime.timezone.utc
    """
    told = _PRETENDED_TIME.get()
    if told is not None:
        return told
    real = timezone.now()
    if settings.TIME_FILE is not None:
        return compute_time(load_course(settings.TIME_FILE), real)
    ahead = computer_clock.get_ahead()
    return real + timedelta(seconds=ahead) if ahead else real


def compute_time(course: Course, real: datetime) -> datetime:
    """What time it is said to be at a real moment.

    >>> compute_time(Course(speed=60, since=0), datetime.fromisoformat("1970-01-01T00:01Z")).isoformat()
    '1970-01-01T01:00:00+00:00'
    """
    passed = real.timestamp() - course.since
    return real + timedelta(seconds=course.ahead + passed * (course.speed - 1))


def is_simulated() -> bool:
    """Whether this is no real time: what happens now belongs to a demo or a test."""
    return settings.TIME_FILE is not None


def load_course(path: Path) -> Course:
    """What the file says; a file that is not there, or not written yet, changes nothing."""
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        return REAL_TIME
    return _read_course(path, changed)


@lru_cache(maxsize=4)
def _read_course(path: Path, _changed: int) -> Course:
    try:
        said = json.loads(path.read_text())
        return Course(**{name: float(value) for name, value in said.items() if name in Course._fields})
    except (OSError, ValueError, TypeError, AttributeError):
        return REAL_TIME
