"""Until when a table with a clock plays, and what may be entered when: pure values; the server's time alone decides.

A hand names its phase, and the server never guesses: "time" while the clock runs, "play" for the one hand that was
being played when the time was up, "double" for the round with double stake that follows it (tournament §1, §6).
"""

import json
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

IN_TIME, IN_PLAY, DOUBLE = "time", "play", "double"
PHASES = (IN_TIME, IN_PLAY, DOUBLE)
# Why a clock stands.
BEFORE, PAUSED, REFEREE, DONE = "before", "paused", "referee", "done"
STANDS = (BEFORE, PAUSED, REFEREE, DONE)
# Why a hand is not taken.
NOT_STARTED, IN_PAUSE, HALTED, TABLE_DONE = "not_started", "in_pause", "halted", "table_done"
NO_PHASE, TIME_UP, TIME_LEFT, PLAYED, NO_DOUBLE, DOUBLE_RUNS, ALL_PLAYED, ON_PAPER = (
    "no_phase",
    "time_up",
    "time_left",
    "in_play_played",
    "no_double_round",
    "double_round_runs",
    "double_round_over",
    "on_paper",
)
_WHILE_IT_STANDS = {BEFORE: NOT_STARTED, PAUSED: IN_PAUSE, REFEREE: HALTED, DONE: TABLE_DONE}
LATER = (NOT_STARTED, IN_PAUSE, HALTED)  # the phone keeps the hand and sends it again


class PlayTime(NamedTuple):
    """The clock of a table: it runs until `ends`, or stands with `left` milliseconds to go."""

    ends: datetime | None = None
    left: int = 0
    stands: str = BEFORE  # "": it runs
    in_play: bool = True  # the hand in play may be finished after the time
    double: bool = True  # a round with double stake follows
    settled: tuple[int, ...] = ()  # lines of the book that a ruling has settled: players cannot change them

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
        """Whether the gong has sounded."""
        return self.stands not in (BEFORE,) and self.left_at(now) == 0


class After(NamedTuple):
    """What a table has entered since its time was up."""

    in_play: bool = False  # the hand in play stands in the book
    double_round: str = ""  # "", "running" or "over"


def refusal(clock: PlayTime, phase: str, after: After, now: datetime) -> str:
    """Why a hand of this phase cannot be entered now; "": it can.

    >>> clock = PlayTime(ends=datetime(2026, 1, 6, 20, tzinfo=UTC), stands="")
    >>> refusal(clock, IN_TIME, After(), datetime(2026, 1, 6, 20, tzinfo=UTC))
    'time_up'
    """
    if clock.stands:
        return _WHILE_IT_STANDS[clock.stands]
    if phase not in PHASES:
        return NO_PHASE
    up = clock.time_is_up(now)
    runs = after.double_round == "running"  # also where the director has given more time since
    if phase == IN_TIME:
        return TIME_UP if up else DOUBLE_RUNS if runs else ""
    if not up and not runs:
        return TIME_LEFT
    if phase == IN_PLAY:
        return "" if clock.in_play and not after.in_play and not after.double_round else PLAYED
    if not clock.double:
        return NO_DOUBLE
    return ALL_PLAYED if after.double_round == "over" else ""


def phases(clock: PlayTime, after: After, now: datetime) -> tuple[str, ...]:
    """The phases that a hand may have now, the likeliest first; none: nothing may be entered."""
    return tuple(phase for phase in PHASES if not refusal(clock, phase, after, now))


def to_text(clock: PlayTime) -> str:
    """A clock as JSON text; `read` is its inverse."""
    ends = None if clock.ends is None else round(clock.ends.timestamp() * 1000)
    return json.dumps(clock._asdict() | {"ends": ends}, separators=(",", ":"))


def read(text: str) -> PlayTime | None:
    """The clock of a table; None for one without.

    >>> clock = PlayTime(ends=datetime(2026, 1, 6, 20, tzinfo=UTC), stands="", settled=(4,))
    >>> read(to_text(clock)) == clock, read("")
    (True, None)
    """
    if not text:
        return None
    kept = json.loads(text)
    ends = kept.pop("ends")
    at = None if ends is None else datetime.fromtimestamp(ends / 1000, UTC)
    known = {name: value for name, value in kept.items() if name in PlayTime._fields}
    return PlayTime(ends=at, **(known | {"settled": tuple(kept["settled"])}))
