"""A jump of the computer's clock is noticed, moves nothing, and is remembered by the next start."""

from datetime import UTC, datetime, timedelta

import pytest

from tarockclub.kit import computer_clock, time_source
from tarockclub.kit.computer_clock import FILE, Reading, WatchedClock, describe_jump, load_state

BEGIN = datetime(2026, 1, 6, 19, tzinfo=UTC)
HOUR = 3600.0


class Clocks:
    """Both clocks, as a test moves them."""

    def __init__(self):
        self.reading = Reading(BEGIN.timestamp(), 5000.0, "a")

    def read(self):
        return self.reading

    def pass_time(self, seconds):
        self.reading = self.reading._replace(wall=self.reading.wall + seconds, steady=self.reading.steady + seconds)

    def jump(self, seconds):
        self.reading = self.reading._replace(wall=self.reading.wall + seconds)

    def start_anew(self):
        self.reading = self.reading._replace(steady=10.0, boot="b")

    def now(self, watched):
        """The time of the program, in seconds since the beginning."""
        return self.reading.wall + watched.compute_ahead() - BEGIN.timestamp()


@pytest.fixture
def clocks():
    return Clocks()


@pytest.fixture
def watched(clocks, tmp_path):
    return WatchedClock(tmp_path / FILE, clocks.read)


@pytest.mark.parametrize("jump", [2 * HOUR, -HOUR, 40 * 24 * HOUR, 61])
def test_after_a_jump_time_goes_on_as_before_and_somebody_is_asked(clocks, watched, jump, caplog):
    clocks.pass_time(600)
    clocks.jump(jump)
    clocks.pass_time(5)
    assert clocks.now(watched) == 605
    assert watched.state.is_asked
    assert ("vorgesprungen" if jump > 0 else "zurückgesprungen") in caplog.text
    clocks.pass_time(1000)
    assert clocks.now(watched) == 1605


@pytest.mark.parametrize("correction", [59, -59, 0.5])
def test_small_corrections_sleep_and_a_day_of_play_pass(clocks, watched, correction):
    clocks.jump(correction)
    clocks.pass_time(24 * HOUR)
    assert clocks.now(watched) == 24 * HOUR + correction
    assert watched.state.ahead == 0
    assert describe_jump(watched.state) == ""


def test_a_clock_that_is_put_right_again_asks_nobody(clocks, watched):
    clocks.jump(2 * HOUR)
    assert clocks.now(watched) == 0
    clocks.jump(-2 * HOUR + 3)
    assert clocks.now(watched) == 3
    assert not watched.state.is_asked


def test_the_new_time_counts_once_it_is_accepted_and_pages_learn_that(clocks, watched):
    clocks.jump(2 * HOUR)
    assert clocks.now(watched) == 0
    assert watched.accept(None) == 2 * HOUR
    assert clocks.now(watched) == 2 * HOUR
    assert watched.state.base
    assert not watched.state.is_asked


def test_whoever_stays_with_the_old_clock_is_not_asked_again(clocks, watched):
    clocks.jump(2 * HOUR)
    watched.compute_ahead()
    watched.refuse()
    clocks.pass_time(10)
    assert clocks.now(watched) == 10
    assert not watched.state.is_asked


def test_the_next_start_goes_on_with_it_and_notices_a_jump_in_between(clocks, watched, tmp_path):
    clocks.jump(2 * HOUR)
    watched.compute_ahead()
    clocks.pass_time(60)
    clocks.jump(-HOUR)
    later = WatchedClock(tmp_path / FILE, clocks.read)
    assert clocks.now(later) == 60
    later.open(BEGIN, plays=False)
    assert load_state(tmp_path / FILE).ahead == -HOUR


@pytest.mark.parametrize("plays", [True, False])
def test_after_a_new_start_of_the_computer_a_round_goes_on_by_the_old_clock(clocks, watched, tmp_path, plays):
    clocks.jump(2 * HOUR)
    watched.compute_ahead()
    watched.refuse()
    clocks.start_anew()
    later = WatchedClock(tmp_path / FILE, clocks.read)
    later.open(BEGIN, plays=plays)
    assert (later.state.ahead, later.state.is_asked) == ((-2 * HOUR, True) if plays else (0, False))


def test_a_start_with_a_clock_before_the_last_entry_goes_on_from_there_and_asks(clocks, watched, tmp_path):
    newest = BEGIN + timedelta(hours=3)
    watched.open(newest, plays=False)
    assert clocks.now(watched) == 3 * HOUR
    assert watched.state.is_asked
    watched.accept(newest)
    later = WatchedClock(tmp_path / FILE, clocks.read)
    later.open(newest, plays=False)
    assert clocks.now(later) == 0
    assert not later.state.is_asked


@pytest.mark.parametrize("plays", [False, True])
def test_a_computer_without_a_clock_gets_its_first_time_from_the_network_unless_a_round_is_played(
    clocks, tmp_path, plays
):
    clocks.start_anew()
    WatchedClock(tmp_path / FILE, clocks.read).open(None, plays=plays)  # as the server starts
    watched = WatchedClock(tmp_path / FILE, clocks.read)  # as its worker does
    clocks.pass_time(60)
    clocks.jump(20 * HOUR)
    assert clocks.now(watched) == (60 if plays else 20 * HOUR + 60)
    assert watched.state.is_asked == plays


@pytest.mark.parametrize("text", ["", "x", "[]", '{"ahead": 1}'])
def test_what_cannot_be_read_says_nothing(tmp_path, text, clocks):
    (tmp_path / FILE).write_text(text)
    assert WatchedClock(tmp_path / FILE, clocks.read).state == computer_clock.ClockState()


def test_a_folder_that_cannot_be_written_hinders_nobody(tmp_path, clocks):
    watched = WatchedClock(tmp_path / "missing" / FILE, clocks.read)
    clocks.jump(HOUR)
    assert clocks.now(watched) == 0


def test_every_other_process_takes_the_time_that_is_kept(clocks, watched, tmp_path, settings):
    settings.DATA_DIR = tmp_path
    clocks.jump(2 * HOUR)
    watched.compute_ahead()
    assert abs(time_source.now() - datetime.now(UTC) + timedelta(hours=2)) < timedelta(seconds=5)
    settings.TIME_FILE = tmp_path / "time.json"
    assert abs(time_source.now() - datetime.now(UTC)) < timedelta(seconds=5)


def test_the_real_clocks_can_be_read():
    before = computer_clock.read_clocks()
    after = computer_clock.read_clocks()
    assert after.steady >= before.steady
    assert abs(after.wall - datetime.now(UTC).timestamp()) < 5


def test_the_workers_of_a_server_share_jumps_and_decisions(clocks, watched, tmp_path):
    other = WatchedClock(tmp_path / FILE, clocks.read)
    clocks.jump(HOUR)
    clocks.pass_time(5)
    assert clocks.now(watched) == clocks.now(other) == 5
    clocks.pass_time(5)
    assert clocks.now(other) == clocks.now(watched) == 10
    before = other.state
    watched.refuse()
    assert clocks.now(other) == 10
    assert (before.is_asked, other.state.is_asked) == (True, False)
    other.accept(None)
    assert clocks.now(watched) == HOUR + 10
