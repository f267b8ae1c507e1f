"""Days of the calendar, limited to years in which all calculations work."""

from datetime import date
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
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


class DayField(forms.DateField):
    """A day that somebody picks or types."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            validators=[MinValueValidator(FIRST, _WRONG), MaxValueValidator(LAST, _WRONG)],
            **options,
        )
