"""Tests that begin on one day end on it: what is of today, registration for instance, ends with the day."""

import time
from datetime import datetime, timedelta

from django.utils import timezone

QUICK, HEAVY = timedelta(seconds=10), timedelta(minutes=4)  # what a test takes at most
CHANGES = (0, 5)  # hours in Vienna: a day begins, and the evening of the day before is over


def wait_past_day_change(longest: timedelta) -> None:
    """Come back when no day changes during a test that takes so long at most."""
    time.sleep(compute_wait(timezone.localtime(), longest).total_seconds())


def compute_wait(moment: datetime, longest: timedelta) -> timedelta:
    """Return how long a test waits that begins at a moment.

    >>> [str(compute_wait(datetime(2026, 11, 29, 23, minute), HEAVY)) for minute in (55, 57)]
    ['0:00:00', '0:03:00']
    """
    end = moment + longest
    changes = [end.replace(hour=hour, minute=0, second=0, microsecond=0) for hour in CHANGES]
    return max((change - moment for change in changes if moment < change <= end), default=timedelta())
