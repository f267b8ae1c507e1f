"""The choice of backups to keep: all of the last hour, the last of each hour for a day, of each day for a month.

A laptop's clock may be wrong, and nothing must be deleted because of it. While a backup is in the future, nothing is
deleted. A long pause may be the jump of a clock: until the clock has run for some days, backups before the pause keep
the age that they had when it began.
"""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta

ALL_FOR = timedelta(minutes=75)
HOURLY_FOR = timedelta(days=1, hours=1)
DAILY_FOR = timedelta(days=31)
CORRECTION = timedelta(minutes=1)  # a clock corrected by up to this much was not wrong
LONG_PAUSE = timedelta(days=2)
PROVED_AFTER = timedelta(days=5)


def find_superfluous(made: Collection[datetime], now: datetime) -> set[datetime]:
    """Return the moments (UTC) whose backups can be deleted; the newest never."""
    if is_clock_wrong(made, now):
        return set()
    ages = compute_ages(made, now)
    needed = {max(made)} if made else set()
    needed |= {moment for moment in made if ages[moment] <= ALL_FOR}
    needed |= _find_last_of_each(ages, HOURLY_FOR, lambda moment: moment.strftime("%Y%m%d%H"))
    needed |= _find_last_of_each(ages, DAILY_FOR, lambda moment: moment.strftime("%Y%m%d"))
    return set(made) - needed


def is_clock_wrong(made: Collection[datetime], now: datetime) -> bool:
    """Return whether the clock is or was wrong: something was made in the future."""
    return any(moment > now + CORRECTION for moment in made)


def compute_ages(made: Collection[datetime], now: datetime) -> dict[datetime, timedelta]:
    """Return the age of each; a long pause counts once the clock has proved right by running on."""
    ages, age, later = {}, timedelta(), now
    for moment in sorted(made, reverse=True):
        pause = later - moment
        if pause <= LONG_PAUSE or now - later >= PROVED_AFTER:
            age += pause
        ages[moment], later = age, moment
    return ages


def _find_last_of_each(
    ages: Mapping[datetime, timedelta], longest: timedelta, name: Callable[[datetime], str]
) -> set[datetime]:
    """Return the last moment of each hour or day among those that are not too old."""
    young = sorted(moment for moment, age in ages.items() if age <= longest)
    return set({name(moment): moment for moment in young}.values())
