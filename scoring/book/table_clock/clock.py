"""The clock of a table: the end of play and the possible phases; pure values. Only the server's time counts.

A table plays until its time is up, or until it has played its hands, or until the first of the two.

A hand states its phase, and the server never guesses: "time" while the clock runs, "play" for the one hand that was
in play when the time was up, "double" for the round with double stake that follows it (tournament §1, §6).
"""

import json
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from tarockclub.kit.json_text import encode_ascii

LINE_SETTLED, BEFORE_RULING = "settled", "before_ruling"
NOT_FOR_PLAYERS, HAND_COUNTS = "not_for_players", "hand_counts"


IN_TIME, IN_PLAY, DOUBLE = "time", "play", "double"
PHASES = (IN_TIME, IN_PLAY, DOUBLE)
# The reasons why a clock is stopped.
BEFORE_START, CLOCK_PAUSED, AWAITS_REFEREE, CLOCK_DONE = "before", "paused", "referee", "done"
# The reasons why a hand is not accepted.
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
    """The clock of a table: running until `ends`, stopped with `left` milliseconds to go, or without a time limit."""

    ends: datetime | None = None
    left: int = 0
    stands: str = BEFORE_START  # "": it runs
    in_play: bool = True  # the hand in play may be finished after the time
    double: bool = True  # a round with double stake follows
    settled: tuple[int, ...] = ()  # lines of the book that a ruling has settled: players cannot change them
    timed: bool = True  # False: it runs without an end, until somebody declares that the time is up
    hands: tuple[int, ...] = ()  # for a table of four, five, six; (): as many as the time allows

    def get_most_hands(self, players: int) -> int:
        """Return the number of hands of a table with this many players, without the double round; 0: no limit.

        >>> PlayTime(hands=(16, 20, 24)).get_most_hands(5), PlayTime().get_most_hands(4)
        (20, 0)
        """
        return self.hands[players - FEWEST_PLAYERS] if self.hands else 0

    @property
    def needs_phase(self) -> bool:
        """Return True if a hand must state its phase; without a time limit and a double round it is always in time.

        >>> PlayTime(timed=False, double=False).needs_phase, PlayTime(double=False).needs_phase
        (False, True)
        """
        return self.timed or self.double

    def compute_left(self, now: datetime) -> int:
        """Return the milliseconds that are left; 0: the time is up.

        >>> clock = PlayTime(ends=datetime(2026, 1, 6, 20, tzinfo=UTC), stands="")
        >>> clock.compute_left(datetime(2026, 1, 6, 19, 59, tzinfo=UTC))
        60000
        """
        if self.stands or self.ends is None:
            return self.left
        return max(0, (self.ends - now) // timedelta(milliseconds=1))

    def is_over(self, now: datetime) -> bool:
        """Return True if the gong has sounded.

        >>> PlayTime(stands="", timed=False).is_over(datetime(2026, 1, 6, 20, tzinfo=UTC))
        False
        """
        return self.timed and self.stands not in (BEFORE_START,) and self.compute_left(now) == 0


class OvertimePlay(NamedTuple):
    """The entries of a table since its time was up, and whether it has played its hands."""

    in_play: bool = False  # the hand in play is in the book
    double_round: str = ""  # "", "running" or "over"
    all_hands: bool = False  # as many hands as it plays are in the book


def check_clock(clock: PlayTime, phase: str, after: OvertimePlay, now: datetime) -> str:
    """Return the reason why a hand of this phase cannot be entered now; "": it can.

    >>> clock = PlayTime(ends=datetime(2026, 1, 6, 20, tzinfo=UTC), stands="")
    >>> check_clock(clock, IN_TIME, OvertimePlay(), datetime(2026, 1, 6, 20, tzinfo=UTC))
    'time_up'
    """
    if clock.stands:
        return _STANDSTILL_CODES[clock.stands]
    if phase not in PHASES:
        return NO_PHASE
    up = clock.is_over(now)
    runs = after.double_round == "running"  # even if the director has given more time since
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
    """Return the phases that a hand may have now, the likeliest first; empty: no hand may be entered."""
    return tuple(phase for phase in PHASES if not check_clock(clock, phase, after, now))


def encode_clock(clock: PlayTime) -> str:
    """Return a clock as JSON text; decode_clock is the inverse."""
    ends = None if clock.ends is None else round(clock.ends.timestamp() * 1000)
    return encode_ascii(clock._asdict() | {"ends": ends})


def decode_clock(text: str) -> PlayTime | None:
    """Return the clock of a table; None for a table without one.

    >>> clock = PlayTime(ends=datetime(2026, 1, 6, 20, tzinfo=UTC), stands="", settled=(4,), hands=(16, 20, 24))
    >>> decode_clock(encode_clock(clock)) == clock, decode_clock("")
    (True, None)
    """
    if not text:
        return None
    content = json.loads(text)
    ends = content.pop("ends")
    end = None if ends is None else datetime.fromtimestamp(ends / 1000, UTC)
    fields = {name: value for name, value in content.items() if name in PlayTime._fields}
    tuples = {name: tuple(content.get(name, ())) for name in ("settled", "hands")}
    return PlayTime(ends=end, **(fields | tuples))
