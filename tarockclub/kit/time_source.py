"""The only source of time of the whole program; a demo or a test can simulate it, real tournaments cannot.

`TAROCKCLUB_TIME` names a file with the simulated time: a JSON object with `ahead` (seconds added to the real time) and
`speed` (seconds that pass in a real one, counted from `since`, a Unix time). Otherwise it is the time of the computer's
clock, as long as that does not jump (tarockclub.kit.computer_clock).
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

from tarockclub.kit import computer_clock


class Course(NamedTuple):
    """The course of time: `ahead` seconds later, and `speed` times as fast since a moment."""

    ahead: float = 0.0
    speed: float = 1.0
    since: float = 0.0  # Unix time, seconds


REAL_TIME = Course()


_PRETENDED_TIME: ContextVar[datetime | None] = ContextVar("told", default=None)  # the pretended time


@contextmanager
def pretend_time(then: datetime) -> Iterator[None]:
    """Pretend another time within the block: a demo enters past days this way."""
    token = _PRETENDED_TIME.set(then)
    try:
        yield
    finally:
        _PRETENDED_TIME.reset(token)


def now() -> datetime:
    """Return the time, in UTC.

    >>> now().tzinfo
    datetime.timezone.utc
    """
    moment = _PRETENDED_TIME.get()
    if moment is not None:
        return moment
    real = timezone.now()
    if settings.TIME_FILE is not None:
        return compute_time(load_course(settings.TIME_FILE), real)
    ahead = computer_clock.get_ahead()
    return real + timedelta(seconds=ahead) if ahead else real


def compute_time(course: Course, real: datetime) -> datetime:
    """Return the simulated time at a real moment.

    >>> compute_time(Course(speed=60, since=0), datetime.fromisoformat("1970-01-01T00:01Z")).isoformat()
    '1970-01-01T01:00:00+00:00'
    """
    passed = real.timestamp() - course.since
    return real + timedelta(seconds=course.ahead + passed * (course.speed - 1))


def is_simulated() -> bool:
    """Return whether the time is simulated: for a demo or a test."""
    return settings.TIME_FILE is not None


def load_course(path: Path) -> Course:
    """Return the course in the file; real time if it is missing, or not written yet."""
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        return REAL_TIME
    return _read_course(path, changed)


@lru_cache(maxsize=4)
def _read_course(path: Path, _changed: int) -> Course:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return Course(**{name: float(value) for name, value in content.items() if name in Course._fields})
    except (OSError, ValueError, TypeError, AttributeError):
        return REAL_TIME
