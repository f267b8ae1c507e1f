"""Days and moments are shown as the clocks here have them, and read only with a time zone."""

from datetime import UTC, date, datetime

import pytest
from django.utils.translation import override

from tarockclub.kit.days import format_day, format_moment, format_short_moment, parse_moment

AFTER_MIDNIGHT = datetime(2026, 1, 5, 23, 30, tzinfo=UTC)  # half past midnight in Vienna


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
