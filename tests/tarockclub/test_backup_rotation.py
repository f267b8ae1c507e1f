"""What the rotation keeps: all of the last hour, one for each hour of a day, one for each day of a month."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tarockclub.backups.rotation import superfluous

NOW = datetime(2026, 1, 31, 22, 10, tzinfo=UTC)
moments = st.sets(
    st.datetimes(datetime(2025, 11, 1), datetime(2026, 2, 2)).map(lambda moment: moment.replace(tzinfo=UTC))  # noqa: DTZ001
)


def thinned(made, now):
    """What is left of the backups."""
    return set(made) - superfluous(made, now)


@given(moments)
def test_the_newest_stays_also_when_a_clock_was_wrong(made):
    left = thinned(made, NOW)
    assert not made or max(made) in left
    past = {moment for moment in made if moment <= NOW}
    assert not past or max(past) in left


@given(moments)
def test_every_hour_of_a_day_and_every_day_of_a_month_that_had_a_backup_still_has_one(made):
    left = thinned(made, NOW)
    for moment in made:
        age = NOW - moment
        if timedelta() <= age <= timedelta(hours=1):
            assert moment in left
        if timedelta() <= age <= timedelta(days=1):
            assert any((one.date(), one.hour) == (moment.date(), moment.hour) for one in left)
        if timedelta() <= age <= timedelta(days=30):
            assert any(one.date() == moment.date() for one in left)


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
