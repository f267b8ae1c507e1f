"""The real settings with a clock that stands still: the same pictures on every day."""

import os
from datetime import UTC, datetime, timedelta

from django.utils import timezone

from tarockclub.kit import computer_clock
from tarockclub.settings import *  # noqa: F403

CONFIRMED_SECONDS = 24 * 3600  # looking at all pages takes more than some minutes

BEGIN = datetime(2027, 1, 16, 18, 30, tzinfo=UTC)  # half past seven in Vienna
NOW = BEGIN + timedelta(hours=3, minutes=12)
moment = [NOW]


def set_clock(minutes: float) -> None:
    """Put the clock to so many minutes after the beginning of the evening."""
    moment[0] = BEGIN + timedelta(minutes=minutes)


if os.environ.get("DJANGO_SETTINGS_MODULE") == __name__:  # whoever only collects tests has a clock that goes on
    timezone.now = lambda: moment[0]
    # What stands in the database is ahead of the computer's clock.
    computer_clock.WatchedClock.open = lambda *_clock, **_newest: None  # type: ignore[method-assign]
