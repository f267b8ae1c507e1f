"""The days of a series: every week, every other week, the same weekday of each month."""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice, takewhile

SINGLE, WEEKLY, FORTNIGHTLY, MONTHLY, LAST = "once", "weekly", "fortnightly", "monthly", "last"
MOST_DAYS = 60


def list_days(first: date, rhythm: str, until: date | None = None) -> list[date]:
    """Return the days of a series that begins on a day; it goes on for a year if no end is set.

    >>> [f"{day:%d.%m.}" for day in list_days(date(2026, 10, 2), MONTHLY, date(2027, 4, 30))]
    ['02.10.', '06.11.', '04.12.', '01.01.', '05.02.', '05.03.', '02.04.']
    >>> [f"{day:%d.%m.}" for day in list_days(date(2026, 10, 30), LAST, date(2027, 1, 31))]
    ['30.10.', '27.11.', '25.12.', '29.01.']
    """
    if rhythm == SINGLE:
        return [first]
    end = until or first + timedelta(days=364)
    days = _iter_months(first, rhythm) if rhythm in (MONTHLY, LAST) else _iter_weeks(first, rhythm)
    return list(islice(takewhile(lambda day: day <= end, days), MOST_DAYS))


def _iter_weeks(first: date, rhythm: str) -> Iterator[date]:
    step = timedelta(weeks=1 if rhythm == WEEKLY else 2)
    day = first
    while True:
        yield day
        day += step


def _iter_months(first: date, rhythm: str) -> Iterator[date]:
    """Yield the same weekday of each month: the first, second … one like the first day, a fifth one as the last."""
    nth = (first.day - 1) // 7
    year, month = first.year, first.month
    while True:
        day = (
            _find_last(year, month, first.weekday())
            if rhythm == LAST or nth > 3
            else _find_nth(year, month, first, nth)
        )
        if day >= first:
            yield day
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)


def _find_nth(year: int, month: int, like: date, nth: int) -> date:
    begin = date(year, month, 1)
    return begin + timedelta(days=(like.weekday() - begin.weekday()) % 7 + 7 * nth)


def _find_last(year: int, month: int, weekday: int) -> date:
    end = date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
    return end - timedelta(days=(end.weekday() - weekday) % 7)
