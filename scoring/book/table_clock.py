"""A table's clock in a round, as pure values, and its refusals in words."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.hash_chain import encode_ascii

# The clock of a table: the end of play and the possible phases; pure values. Only the server's time counts.
#
# A table plays until its time is up, or until it has played its hands, or until the first of the two.
#
# A hand states its phase, and the server never guesses: "time" while the clock runs, "play" for the one hand that was
# in play when the time was up, "double" for the round with double stake that follows it (tournament §1, §6).

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


def format_clock_refusal(code: str, *, held: bool = False, clock: PlayTime | None = None) -> str:
    """Return the sentence for a refusal.

    `held`: the director decides about the hand; `clock`: the sentence mentions only the phases that this table plays.
    """
    if held and code == ON_PAPER:
        return _(
            "The result of this table has been entered from its paper sheet: the director decides about this hand."
        )
    if held:
        return _("The time was up when it arrived. It was entered in time: the director decides about it.")
    if clock is not None and code in _CLOCK_SENTENCES:
        return _CLOCK_SENTENCES[code](clock)
    return _SENTENCES[code]() if code in _SENTENCES else ""


def _format_time_up(clock: PlayTime) -> str:
    """Return the sentence for a hand after the time, with the phases that this table plays."""
    if clock.in_play and clock.double:
        return _SENTENCES[TIME_UP]()
    if clock.in_play:
        return _(
            "The time is up. Only the hand in play when the gong sounded may still be entered: say whether this is it."
        )
    if clock.double:
        return _(
            "The time is up. Only the round with double stake may still be entered: say whether this hand belongs to "
            "it."
        )
    return _("The time is up. Nothing more can be entered at this table.")


def _format_in_play(clock: PlayTime) -> str:
    """Return the sentence for the hand in play: it is entered already, or this table does not finish it."""
    if clock.double:
        played = _SENTENCES[ALREADY_PLAYED]()
        return played if clock.in_play else _("Hands are not played on after the gong here: the double round follows.")
    if clock.in_play:
        return _("The hand in play when the gong sounded has already been entered. This table has finished.")
    return _("Hands are not played on after the gong here. This table has finished.")


_CLOCK_SENTENCES: dict[str, Callable[[PlayTime], str]] = {
    TIME_UP: _format_time_up,
    ALREADY_PLAYED: _format_in_play,
}


_DIRECTOR_SENTENCES = {
    LINE_SETTLED: lambda: _("The referees have decided this: only another ruling can change it (§5)."),
    BEFORE_RULING: lambda: _(
        "The referees have decided a hand further down: up to that hand, only the director can change anything."
    ),
    HAND_COUNTS: lambda: _(
        "Every hand is played (§7): at a tournament table only the director or the referees strike out a hand or "
        "declare it void. You can change a hand that was entered wrongly."
    ),
    NOT_FOR_PLAYERS: lambda: _("At a tournament table, only the director can do this."),
}
_SENTENCES: dict[str, Callable[[], str]] = {
    NOT_STARTED: lambda: _("The round has not started yet. The hand can be saved as soon as the clock runs."),
    IN_PAUSE: lambda: _("The round is paused. The hand can be saved as soon as the clock runs again."),
    TABLE_HALTED: lambda: _(
        "The referee has been called: this table is stopped. The hand can be saved when play continues."
    ),
    TABLE_DONE: lambda: _(
        "This table is done. Only the director can still change or add something, with “Correct this table” on the "
        "director's page for this table."
    ),
    NO_PHASE: lambda: _("Choose when this hand was played: in time, when the gong sounded, or with double stake."),
    TIME_UP: lambda: _(
        "The time is up. Only these may still be entered: the hand in play when the gong sounded, then one round "
        "with double stake. Choose which of them this is."
    ),
    HANDS_PLAYED: lambda: _(
        "This table has played all its hands: this one would be one too many. If the sheet lacks a hand or has one "
        "twice, correct the sheet first; otherwise tell the director."
    ),
    TIME_LEFT: lambda: _("The time is still running: save this hand as one in time."),
    ALREADY_PLAYED: lambda: _(
        "The hand in play when the gong sounded has already been entered. Only the round with double stake may follow."
    ),
    NO_DOUBLE: lambda: _("In this tournament no double-stake round follows."),
    DOUBLE_RUNS: lambda: _(
        "The round with double stake has begun: this hand belongs to it, even if the director has added time."
    ),
    ON_PAPER: lambda: _(
        "The result of this table has been entered from its paper sheet. Another hand would count twice."
    ),
    ALL_PLAYED: lambda: _("The round with double stake has been played. Nothing more can be entered at this table."),
    **_DIRECTOR_SENTENCES,
}
