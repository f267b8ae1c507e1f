"""Days and moments are shown as the clocks here have them, in each language, and read only with a time zone."""

import datetime as dt
from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template
from django.utils.formats import date_format
from django.utils.translation import override

from tarockclub.kit.days import format_day, format_moment, format_short_moment, parse_moment

AFTER_MIDNIGHT = datetime(2026, 1, 5, 23, 30, tzinfo=UTC)  # half past midnight in Vienna
MOMENT = dt.datetime(2026, 11, 21, 9, 5, 7)  # noqa: DTZ001 (only its digits are shown)


def test_the_day_of_a_moment_is_the_one_on_the_clocks_here():
    with override("de"):
        assert format_day(AFTER_MIDNIGHT) == format_day(date(2026, 1, 6)) == "6. Jänner 2026"
        assert format_day(AFTER_MIDNIGHT.replace(tzinfo=None)) == "5. Jänner 2026"
        assert format_moment(AFTER_MIDNIGHT) == "6. Jänner 2026, 00:30"
        assert format_short_moment(AFTER_MIDNIGHT) == "6. Jänner, 00:30"


@pytest.mark.parametrize("text", ["", "2026-01-06T19:30", "2026-13-06T19:30+00:00", "tomorrow", 7, None])
def test_what_is_no_moment_with_a_time_zone_is_none(text):
    assert parse_moment(text) is None


def test_a_moment_is_read_as_it_is_written():
    assert parse_moment(AFTER_MIDNIGHT.isoformat()) == AFTER_MIDNIGHT


@pytest.mark.parametrize(
    ("form", "german", "english"),
    [
        ("l, j. F Y", "Samstag, 21. November 2026", "Saturday, 21 November 2026"),
        ("j. F Y, H:i", "21. November 2026, 09:05", "21 November 2026, 09:05"),
        ("D j. F, H:i:s", "Sa 21. November, 09:05:07", "Sat 21 November, 09:05:07"),
        ("H:i", "09:05", "09:05"),
        ("DATE_FORMAT", "21. November 2026", "21 November 2026"),
    ],
)
def test_a_day_has_a_point_in_german_and_none_in_english(form, german, english):
    template = Template('{{ moment|date:"' + form + '" }}')
    for language, wanted in (("de", german), ("en", english)):
        with override(language):
            assert template.render(Context({"moment": MOMENT})) == wanted
            assert date_format(MOMENT, form) == wanted
