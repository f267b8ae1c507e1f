"""The clock as values: what is left is what was not played, whatever stood in between."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from scoring.book.table_clock import AWAITS_REFEREE, CLOCK_PAUSED, PlayTime
from tournaments.hall.clock.events import (
    CLOSE,
    EXTEND,
    GO_ON,
    HALT,
    HANDS,
    PAUSE,
    REOPEN,
    RESUME,
    START,
    TIME_UP,
    Event,
    Length,
    compute_clock,
    filter_events,
    is_on,
)

ROUND = Length(30 * 60)
BEGIN = datetime(2026, 1, 6, 19, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return BEGIN + timedelta(minutes=minutes)


def after(*happened: tuple[str, float], length: Length = ROUND) -> PlayTime:
    return compute_clock(length, [Event(what, at(minute)) for what, minute in happened])


def test_a_halt_and_a_pause_that_overlap_are_no_time_twice():
    assert after((START, 0), (HALT, 5), (PAUSE, 8), (RESUME, 11), (GO_ON, 14)).ends == at(39)
    assert after((START, 0), (HALT, 5), (PAUSE, 8), (GO_ON, 11), (RESUME, 14)).ends == at(39)
    assert after((START, 0), (PAUSE, 5), (HALT, 8), (GO_ON, 11), (RESUME, 14)).ends == at(39)


def test_a_halt_in_a_pause_keeps_the_table_standing_when_the_others_go_on():
    clock = after((START, 0), (PAUSE, 5), (HALT, 8), (RESUME, 14))
    assert (clock.stands, clock.left) == (AWAITS_REFEREE, 25 * 60 * 1000)


def test_the_referee_leaves_a_table_in_a_pause_that_goes_on():
    clock = after((START, 0), (HALT, 5), (PAUSE, 8), (GO_ON, 11))
    assert (clock.stands, clock.left) == (CLOCK_PAUSED, 25 * 60 * 1000)


def test_calling_the_referee_twice_is_one_halt():
    assert after((START, 0), (HALT, 5), (HALT, 6), (GO_ON, 9)).ends == at(34)


def test_an_extension_moves_the_end_also_in_a_pause():
    events = [Event(START, at(0)), Event(PAUSE, at(10)), Event(EXTEND, at(11), 300), Event(RESUME, at(12))]
    assert compute_clock(ROUND, events).ends == at(37)


def test_an_extension_after_the_gong_lets_nobody_play_on_unless_it_says_so():
    begun = [Event(START, at(0))]
    assert compute_clock(ROUND, [*begun, Event(EXTEND, at(31), 300)]).compute_left(at(31)) == 0
    assert compute_clock(ROUND, [*begun, Event(EXTEND, at(31), 300, again=True)]).ends == at(36)


def test_a_table_that_is_reopened_without_time_is_after_its_gong():
    reopened = after((START, 0), (CLOSE, 33), (REOPEN, 40))
    assert reopened.stands == ""
    assert reopened.is_over(at(40))


def test_a_table_that_was_closed_while_it_was_halted_plays_when_it_is_opened_again():
    reopened = after((START, 0), (HALT, 10), (CLOSE, 20), (REOPEN, 40))
    assert (reopened.stands, reopened.ends) == ("", at(60))


def test_what_comes_for_all_does_not_touch_a_table_that_is_done():
    events = [Event(START, at(0)), Event(CLOSE, at(25)), Event(EXTEND, at(26), 300, again=True)]
    assert compute_clock(ROUND, events).left == 5 * 60 * 1000
    assert compute_clock(ROUND, [*events[:2], Event(TIME_UP, at(26))]).left == 5 * 60 * 1000


def test_the_night_in_which_the_clocks_are_turned_has_rounds_of_the_same_length():
    vienna = ZoneInfo("Europe/Vienna")
    for begin in (datetime(2026, 3, 29, 1, 50, tzinfo=vienna), datetime(2026, 10, 25, 2, 50, tzinfo=vienna)):
        clock = compute_clock(ROUND, [Event(START, begin.astimezone(UTC))])
        assert clock.ends is not None
        assert clock.ends - begin.astimezone(UTC) == timedelta(minutes=30)
        assert clock.compute_left(begin.astimezone(UTC) + timedelta(minutes=20)) == 10 * 60 * 1000


def test_a_computer_whose_clock_is_put_back_gives_nobody_more_time_than_the_round_has():
    assert after((START, 0), (PAUSE, 10), (RESUME, 8)).ends == at(30)
    assert after((START, 0), (HALT, -3), (GO_ON, 1)).ends == at(31)


def test_events_of_other_tables_do_not_concern_a_table():
    events = [Event(START, at(0)), Event(HALT, at(1), table=7), Event(HALT, at(2), table=8)]
    assert filter_events(7, events) == (events[0], events[1])
    assert is_on(events)
    assert not is_on([*events, Event(PAUSE, at(3))])


steps = st.lists(
    st.tuples(
        st.sampled_from((PAUSE, RESUME, HALT, GO_ON, EXTEND)),
        st.integers(0, 600_000),  # milliseconds since the last
        st.integers(0, 900),  # seconds of an extension
    ),
    max_size=20,
)


def _played_by_hand(happened: list[Event], until: datetime) -> tuple[int, int]:
    """Milliseconds that the clock ran, and what was added, told step by step: another way than the program's."""
    left, ran, added = ROUND.seconds * 1000, 0, 0
    paused = halted = False
    for event, following in zip(happened, [*[later.at for later in happened[1:]], until], strict=True):
        paused = {PAUSE: True, RESUME: False}.get(event.what, paused)
        halted = {HALT: True, GO_ON: False}.get(event.what, halted)
        if event.what == EXTEND and left:
            left, added = left + event.seconds * 1000, added + event.seconds * 1000
        if not paused and not halted:
            runs = min(left, (following - event.at) // timedelta(milliseconds=1))
            left, ran = left - runs, ran + runs
    return ran, added


@given(steps, st.integers(0, 4_000_000))
def test_what_is_left_and_what_was_played_are_the_length_and_what_was_added(happened, later):
    now, events = BEGIN, [Event(START, BEGIN)]
    for what, gap, seconds in happened:
        now += timedelta(milliseconds=gap)
        events.append(Event(what, now, seconds))
    now += timedelta(milliseconds=later)
    left = compute_clock(ROUND, events).compute_left(now)
    ran, added = _played_by_hand(events, now)
    assert left + ran == ROUND.seconds * 1000 + added
    assert left >= 0


@given(st.lists(st.tuples(st.sampled_from((PAUSE, RESUME, HALT, GO_ON, EXTEND, TIME_UP, CLOSE, REOPEN)),
                          st.integers(0, 600_000), st.integers(-3600, 3600)), max_size=20))  # fmt: skip
def test_there_is_never_less_than_no_time_left(happened):
    now, events = BEGIN, [Event(START, BEGIN)]
    for what, gap, seconds in happened:
        now += timedelta(milliseconds=gap)
        events.append(Event(what, now, abs(seconds) if what == REOPEN else seconds))
        clock = compute_clock(ROUND, events)
        assert clock.left >= 0
        assert clock.compute_left(now) >= 0
        assert clock.compute_left(now + timedelta(hours=9)) >= 0


def test_a_table_that_is_done_waits_for_no_referee_any_more():
    events = (Event(START, at(0)), Event(HALT, at(5), table=7), Event(CLOSE, at(6), table=7))
    again = compute_clock(Length(30 * 60), (*events, Event(REOPEN, at(10), table=7)))
    assert (again.stands, again.ends) == ("", at(35))


CUP = Length(0, double=False, hands=(16, 20, 24))


def cup(*happened: Event) -> PlayTime:
    """The clock of table 7 in a round without a limit of time."""
    return compute_clock(CUP, filter_events(7, happened))


def test_a_round_without_a_limit_of_time_runs_and_nothing_counts_down():
    clock = after((START, 0), length=CUP)
    assert (clock.stands, clock.ends, clock.timed, clock.hands) == ("", None, False, (16, 20, 24))
    assert not clock.is_over(at(10_000))
    assert after((START, 0), (PAUSE, 12), length=CUP).stands == CLOCK_PAUSED
    assert after((START, 0), (HALT, 12), length=CUP).stands == AWAITS_REFEREE
    assert after((START, 0), (PAUSE, 12), (RESUME, 50), (EXTEND, 60), length=CUP) == clock
    assert after((START, 0), (CLOSE, 12), (REOPEN, 50), length=CUP) == clock


def test_a_round_is_cut_short_or_lengthened_for_all_tables_or_for_one():
    for_all, for_one = Event(HANDS, at(5), hands=(12, 15, 18)), Event(HANDS, at(6), table=7, hands=(8, 10, 12))
    begun = Event(START, at(0))
    assert cup(begun, for_all).hands == (12, 15, 18)
    assert cup(begun, for_all, for_one).hands == cup(begun, for_one, for_all).hands == (8, 10, 12)
    assert cup(begun, Event(HANDS, at(6), table=8, hands=(8, 10, 12))).hands == (16, 20, 24)
    longer = Event(HANDS, at(7), table=7, hands=(20, 25, 30))
    assert cup(begun, for_all, longer).hands == (20, 25, 30)
    assert cup(begun, longer, for_all).hands == (12, 15, 18)


def test_so_many_hands_are_played_within_a_time_as_a_brake():
    both = CUP._replace(seconds=40 * 60)
    clock = after((START, 0), length=both)
    assert (clock.ends, clock.hands) == (at(40), (16, 20, 24))
