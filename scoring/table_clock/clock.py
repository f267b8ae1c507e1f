"""Until when a table with a clock plays, and what may be entered when: pure values; the server's time alone decides.

A table plays until its time is up, until it has played its hands, or until whichever of the two comes first.

A hand names its phase, and the server never guesses: "time" while the clock runs, "play" for the one hand that was
being played when the time was up, "double" for the round with double stake that follows it (tournament §1, §6).
"""

import json
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

LINE_SETTLED, BEFORE_RULING = "settled", "before_ruling"
NOT_FOR_PLAYERS, HAND_COUNTS = "not_for_players", "hand_counts"


IN_TIME, IN_PLAY, DOUBLE = "time", "play", "double"
PHASES = (IN_TIME, IN_PLAY, DOUBLE)
# Why a clock stands.
BEFORE_START, CLOCK_PAUSED, AWAITS_REFEREE, CLOCK_DONE = "before", "paused", "referee", "done"
CLOCK_STATES = (BEFORE_START, CLOCK_PAUSED, AWAITS_REFEREE, CLOCK_DONE)
# Why a hand is not taken.
NOT_STARTED, IN_PAUSE, TABLE_HALTED, TABLE_DONE = "not_started", "in_pause", "halted", "table_done"
HANDS_PLAYED = "hands_played"
NO_PHASE, TIME_UP, TIME_LEFT, ALREADY_PLAYED, NO_DOUBLE, DOUBLE_RUNS, ALL_PLAYED, ON_PAPER = (
    "no_phase",
    "time_up",
    "time_left",
    "in_play_played",
    "no_double_round",
    "double_round_runs",
    "double_round_over",
    "on_paper",
)
_STANDSTILL_CODES = {
    BEFORE_START: NOT_STARTED,
    CLOCK_PAUSED: IN_PAUSE,
    AWAITS_REFEREE: TABLE_HALTED,
    CLOCK_DONE: TABLE_DONE,
}
RETRY_CODES = (NOT_STARTED, IN_PAUSE, TABLE_HALTED)  # the phone keeps the hand and sends it again


FEWEST_PLAYERS = 4


class PlayTime(NamedTuple):
    """The clock of a table: it runs until `ends`, or stands with `left` milliseconds to go, or knows no time."""

    ends: datetime | None = None
    left: int = 0
    stands: str = BEFORE_START  # "": it runs
    in_play: bool = True  # the hand in play may be finished after the time
    double: bool = True  # a round with double stake follows
    settled: tuple[int, ...] = ()  # lines of the book that a ruling has settled: players cannot change them
    timed: bool = True  # no: it runs without an end, until somebody says that the time is up
    hands: tuple[int, ...] = ()  # of a table of four, five, six; (): as many as the time allows

    def most_hands(self, players: int) -> int:
        """How many hands a table of so many plays, without the double round; 0: as many as the time allows.

        >>> PlayTime(hands=(16, 20, 24)).most_hands(5), PlayTime().most_hands(4)
        (20, 0)
        """
        return self.hands[players - FEWEST_PLAYERS] if self.hands else 0

    @property
    def needs_phase(self) -> bool:
        """Whether a hand must say in which phase it was played: where no time ends and none is doubled, it is in time.

        >>> PlayTime(timed=False, double=False).needs_phase, PlayTime(double=False).needs_phase
        (False, True)
        """
        return self.timed or self.double

    def left_at(self, now: datetime) -> int:
        """Milliseconds that are left; 0: the time is up.

        >>> clock = PlayTime(ends=datetime(2026, 1, 6, 20, tzinfo=UTC), stands="")
        >>> clock.left_at(datetime(2026, 1, 6, 19, 59, tzinfo=UTC))
        60000
        """
        if self.stands or self.ends is None:
            return self.left
        return max(0, (self.ends - now) // timedelta(milliseconds=1))

    def time_is_up(self, now: datetime) -> bool:
        """Whether the gong has sounded.

        >>> PlayTime(stands="", timed=False).time_is_up(datetime(2026, 1, 6, 20, tzinfo=UTC))
        False
        """
        return self.timed and self.stands not in (BEFORE_START,) and self.left_at(now) == 0


class OvertimePlay(NamedTuple):
    """What a table has entered since its time was up, and whether it has played its hands."""

    in_play: bool = False  # the hand in play stands in the book
    double_round: str = ""  # "", "running" or "over"
    all_hands: bool = False  # as many hands as it plays stand in the book


def check_clock(clock: PlayTime, phase: str, after: OvertimePlay, now: datetime) -> str:
    """Why a hand of this phase cannot be entered now; "": it can.

    >>> clock = PlayTime(ends=datetime(2026, 1, 6, 20, tzinfo=UTC), stands="")
    >>> check_clock(clock, IN_TIME, OvertimePlay(), datetime(2026, 1, 6, 20, tzinfo=UTC))
    'time_up'
    """
    if clock.stands:
        return _STANDSTILL_CODES[clock.stands]
    if phase not in PHASES:
        return NO_PHASE
    up = clock.time_is_up(now)
    runs = after.double_round == "running"  # also where the director has given more time since
    if phase == IN_TIME:
        return _check_in_time(after, up=up, runs=runs)
    if not (up or after.all_hands or runs):
        return TIME_LEFT
    if phase == IN_PLAY:
        return _check_in_play(clock, after)
    if not clock.double:
        return NO_DOUBLE
    return ALL_PLAYED if after.double_round == "over" else ""


def _check_in_time(after: OvertimePlay, *, up: bool, runs: bool) -> str:
    if after.all_hands and not runs:
        return HANDS_PLAYED
    return TIME_UP if up else DOUBLE_RUNS if runs else ""


def _check_in_play(clock: PlayTime, after: OvertimePlay) -> str:
    if after.all_hands:
        return HANDS_PLAYED
    return "" if clock.in_play and not after.in_play and not after.double_round else ALREADY_PLAYED


def list_phases(clock: PlayTime, after: OvertimePlay, now: datetime) -> tuple[str, ...]:
    """The phases that a hand may have now, the likeliest first; none: nothing may be entered."""
    return tuple(phase for phase in PHASES if not check_clock(clock, phase, after, now))


def encode_clock(clock: PlayTime) -> str:
    """A clock as JSON text; `read` is its inverse."""
    ends = None if clock.ends is None else round(clock.ends.timestamp() * 1000)
    return json.dumps(clock._asdict() | {"ends": ends}, separators=(",", ":"))


def decode_clock(text: str) -> PlayTime | None:
    """The clock of a table; None for one without.

    >>> clock = PlayTime(ends=datetime(2026, 1, 6, 20, tzinfo=UTC), stands="", settled=(4,), hands=(16, 20, 24))
    >>> decode_clock(encode_clock(clock)) == clock, decode_clock("")
    (True, None)
    """
    if not text:
        return None
    kept = json.loads(text)
    ends = kept.pop("ends")
    at = None if ends is None else datetime.fromtimestamp(ends / 1000, UTC)
    known = {name: value for name, value in kept.items() if name in PlayTime._fields}
    tuples = {name: tuple(kept.get(name, ())) for name in ("settled", "hands")}
    return PlayTime(ends=at, **(known | tuples))
