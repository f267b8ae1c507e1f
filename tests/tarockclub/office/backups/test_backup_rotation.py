"""The backups that the rotation keeps: all of the last hour, one for each hour of a day and each day of a month."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tarockclub.office.backups.folder import find_superfluous

NOW = datetime(2026, 1, 31, 22, 10, tzinfo=UTC)
moments = st.sets(
    st.datetimes(datetime(2025, 11, 1), datetime(2026, 2, 2)).map(lambda moment: moment.replace(tzinfo=UTC))  # noqa: DTZ001
)


def thinned(made, now):
    """Return the backups that are left."""
    return set(made) - find_superfluous(made, now)


@given(moments)
def test_nothing_goes_while_a_backup_lies_in_the_future_and_the_newest_never(made):
    left = thinned(made, NOW)
    assert not made or max(made) in left
    assert left == made or max(made) <= NOW + timedelta(minutes=1)


@given(st.integers(-4000, 4000), st.integers(1, 30))
def test_the_jump_of_a_clock_by_days_takes_no_day_away(jump, days):
    made = {NOW - timedelta(days=n, minutes=n) for n in range(days)}
    now = NOW + timedelta(days=jump)
    assert thinned({*made, now}, now) >= (made if abs(jump) > 2 else set())


def test_a_pause_counts_once_the_clock_has_gone_on_for_days():
    old = NOW - timedelta(days=40)
    since = {NOW - timedelta(hours=n) for n in range(0, 24 * 6, 12)}
    assert old in thinned({old, NOW, NOW - timedelta(days=1)}, NOW)
    assert old not in thinned({old, *since}, NOW)


def test_a_club_that_plays_every_other_week_keeps_some_files_of_each_evening_and_none_for_ever():
    made: set[datetime] = set()
    for evening in range(10):
        for minutes in range(0, 240, 3):
            now = NOW + timedelta(days=14 * evening, minutes=minutes)
            made = thinned({*made, now}, now)
    assert len(made) < 80
    assert min(made) > NOW + timedelta(days=14 * 5)


@given(moments)
def test_every_hour_of_a_day_and_every_day_of_a_month_that_had_a_backup_still_has_one(made):
    left = thinned(made, NOW)
    for moment in made:
        age = NOW - moment
        if timedelta() <= age <= timedelta(hours=1):
            assert moment in left
        if timedelta() <= age <= timedelta(days=1):
            assert any((kept_time.date(), kept_time.hour) == (moment.date(), moment.hour) for kept_time in left)
        if timedelta() <= age <= timedelta(days=30):
            assert any(kept_time.date() == moment.date() for kept_time in left)


@given(moments)
def test_thinning_out_again_takes_no_more(made):
    left = thinned(made, NOW)
    assert thinned(left, NOW) == left


def test_a_month_of_backups_every_few_minutes_leaves_few_of_them_and_none_missing():
    made: set[datetime] = set()
    now = NOW - timedelta(days=33)
    while now < NOW:
        now += timedelta(minutes=3) if NOW - now <= timedelta(hours=26) else timedelta(minutes=20)
        made.add(now)
        made = thinned(made, now)
        assert len(made) < 90
    days = {moment.date() for moment in made}
    assert {(NOW - timedelta(days=n)).date() for n in range(31)} <= days
    hours = {moment.replace(minute=0, second=0, microsecond=0) for moment in made}
    assert {NOW.replace(minute=0) - timedelta(hours=n) for n in range(24)} <= hours
    assert sum(now - moment <= timedelta(hours=1) for moment in made) >= 20
