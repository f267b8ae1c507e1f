"""Days of the calendar, limited to years in which all calculations work; and moments, as they are read and shown."""

from datetime import date, datetime
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.formats import date_format
from django.utils.timezone import is_aware, localtime
from django.utils.translation import gettext_lazy as _

FIRST, LAST = date(1900, 1, 1), date(2999, 12, 31)
_WRONG = _("Enter a date here, such as 24.12.2025.")


def parse_day(text: str) -> date:
    """Return the day written as 2025-12-24; raise ValueError for anything else, and for a day out of range.

    >>> parse_day("2025-12-24")
    datetime.date(2025, 12, 24)
    """
    day = date.fromisoformat(text)
    if day.isoformat() != text or not FIRST <= day <= LAST:
        raise ValueError(text)
    return day


def parse_day_or_none(text: str) -> date | None:
    """Return the same day; None for anything else."""
    try:
        return parse_day(text)
    except ValueError:
        return None


def parse_moment(text: str) -> datetime | None:
    """Return a moment with its time zone, as isoformat writes it; None for anything else."""
    try:
        moment = datetime.fromisoformat(text)
    except (ValueError, TypeError):
        return None
    return moment if is_aware(moment) else None


def convert_to_local(moment: datetime) -> datetime:
    """Convert a moment to the club's local time, without a time zone: workbooks know none."""
    return localtime(moment).replace(tzinfo=None, microsecond=0)


def format_day(day: date) -> str:
    """Return a day in words; of a moment, the day on the clocks here."""
    if isinstance(day, datetime) and is_aware(day):
        day = localtime(day)
    return date_format(day, "j. F Y")


def format_moment(moment: datetime, style: str = "j. F Y, H:i") -> str:
    """Return a moment as the clocks here show it."""
    return date_format(localtime(moment), style)


def format_short_moment(moment: datetime) -> str:
    """Return a moment without its year."""
    return format_moment(moment, "j. F, H:i")


class DayField(forms.DateField):
    """A day that somebody picks or types."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            validators=[MinValueValidator(FIRST, _WRONG), MaxValueValidator(LAST, _WRONG)],
            **options,
        )
