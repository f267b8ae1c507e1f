"""The degree to which typed words match, and the days that they say."""

import re
from datetime import date

from tarockclub.kit.days import FIRST, LAST

_DAY = re.compile(r"([0-3]?[0-9])\.([01]?[0-9])\.([0-9]{4})?\Z")


def compute_rank(folded: str, words: tuple[str, ...]) -> int:
    """Return how well a folded text matches: 0 if it begins with the words, 1 if a word of it does, 2 inside of words.

    >>> [compute_rank(text, ("hub",)) for text in ("huber anna", "anna huber", "schuber")]
    [0, 1, 2]
    """
    if folded.startswith(words[0]):
        return 0
    return 1 if all(f" {word}" in f" {folded}" for word in words) else 2


def parse_days(word: str, today: date) -> date | None:
    """Return the day that a word says, the last one of that date without a year; None if it says none.

    >>> parse_days("6.1.", date(2026, 11, 23)), parse_days("24.12.", date(2026, 11, 23)), parse_days("31.2.2026", FIRST)
    (datetime.date(2026, 1, 6), datetime.date(2025, 12, 24), None)
    >>> parse_days("29.2.", date(2028, 1, 1)), parse_days("29.2.", date(2028, 2, 29)), parse_days("31.2.", FIRST)
    (datetime.date(2024, 2, 29), datetime.date(2028, 2, 29), None)
    """
    match = _DAY.match(word)
    if match is None:
        return None
    day, month, year = match.groups()
    # 29 February was up to eight years ago.
    years = [int(year)] if year else range(today.year, today.year - 9, -1)
    days = (_find_day(candidate, int(month), int(day)) for candidate in years)
    last = next((candidate for candidate in days if candidate is not None and (year or candidate <= today)), None)
    return last if last is not None and FIRST <= last <= LAST else None


def _find_day(year: int, month: int, day: int) -> date | None:
    """Return the day, or None if that month has none of this number."""
    try:
        return date(year, month, day)
    except ValueError:
        return None
