"""Which backups are kept: all of the last hour, the last of each hour for a day, of each day for a month."""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

ALL_FOR = timedelta(minutes=75)
HOURLY_FOR = timedelta(days=1, hours=1)
DAILY_FOR = timedelta(days=31)


def superfluous(made: Collection[datetime], now: datetime) -> set[datetime]:
    """The moments (UTC) whose backups may go.

    The newest always stays, and so does the newest that a wrong clock has not put into the future.
    """
    past = [moment for moment in made if moment <= now]
    kept = {max(some) for some in (made, past) if some}
    kept |= {moment for moment in made if abs(now - moment) <= ALL_FOR}
    kept |= _last_of_each(made, now, HOURLY_FOR, lambda moment: moment.strftime("%Y%m%d%H"))
    kept |= _last_of_each(made, now, DAILY_FOR, lambda moment: moment.strftime("%Y%m%d"))
    return set(made) - kept


def _last_of_each(
    made: Collection[datetime], now: datetime, age: timedelta, name: Callable[[datetime], str]
) -> set[datetime]:
    """The last backup of each hour or day that is not older than `age`."""
    young = sorted(moment for moment in made if abs(now - moment) <= age)
    return set({name(moment): moment for moment in young}.values())
