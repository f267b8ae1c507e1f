"""What happens to a round's clock, and the clock of each table that follows from it (§1, §5): pure values.

Nothing is counted: how long a table has played is the time between two events while nothing kept its clock from
running. A table stands while its round pauses, while the referee is there, or for both; no time counts twice.

A round may have no limit of time (None is left): it runs until somebody says that the time is up. And it may be played
to so many hands: those are not counted here, a table's book tells.

>>> at = lambda minute: datetime(2026, 1, 6, 20, minute, tzinfo=UTC)
>>> paused = (Event(START, at(0)), Event(PAUSE, at(10)), Event(RESUME, at(17)))
>>> clock_of(Length(30 * 60), paused).ends == at(37)
True
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import reduce
from typing import NamedTuple

from scoring.playtime import BEFORE, DONE, PAUSED, REFEREE, PlayTime

START, PAUSE, RESUME = "start", "pause", "resume"
EXTEND = "extend"  # by so many seconds; less than 0: that much shorter
HALT, GO_ON = "halt", "go_on"  # one table, for a ruling
TIME_UP = "time_up"  # ended by hand
HANDS = "hands"  # so many hands are played, by all tables or by one
CLOSE, REOPEN = "close", "reopen"  # a table is done, or not any more; with so many seconds to play
_WHY_IT_STANDS = (DONE, BEFORE, REFEREE, PAUSED)  # what a table says where there are several reasons
_BEGINS = {PAUSE: PAUSED, HALT: REFEREE, CLOSE: DONE}
_ENDS = {START: BEFORE, RESUME: PAUSED, GO_ON: REFEREE, REOPEN: DONE}
_LAST = timedelta(milliseconds=1)


class Event(NamedTuple):
    """Something that happened to the clock of a round, or of one of its tables."""

    what: str
    at: datetime  # UTC
    seconds: int = 0
    table: int | None = None  # none: all
    again: bool = False  # an extension that also lets tables play on whose time was up
    hands: tuple[int, ...] = ()  # of a table of four, five, six


class Length(NamedTuple):
    """How long a round is (§1), and what follows its time (§6)."""

    seconds: int  # 0: no limit of time
    in_play: bool = True
    double: bool = True
    hands: tuple[int, ...] = ()  # of a table of four, five, six; (): as many as the time allows


class _Running(NamedTuple):
    """A clock between two events: so much was left at a moment, and it runs where nothing stands against it."""

    left: int | None  # milliseconds; none: no limit
    at: datetime
    stands: frozenset[str] = frozenset((BEFORE,))
    hands: tuple[int, ...] = ()
    own: bool = False  # so many hands were said for this table alone


def clock_of(length: Length, events: Iterable[Event]) -> PlayTime:
    """The clock of a table after these events of its round and its own, in the order in which they happened."""
    begun = _Running(length.seconds * 1000 or None, datetime.min.replace(tzinfo=UTC), hands=length.hands)
    now = reduce(_after, events, begun)
    why = next((reason for reason in _WHY_IT_STANDS if reason in now.stands), "")
    ends = None if why or now.left is None else now.at + timedelta(milliseconds=now.left)
    return PlayTime(
        ends=ends,
        left=now.left or 0,
        stands=why,
        in_play=length.in_play,
        double=length.double,
        timed=now.left is not None,
        hands=now.hands,
    )


def concerning(table: int, events: Iterable[Event]) -> tuple[Event, ...]:
    """The events of one table: its own, and those of all."""
    return tuple(event for event in events if event.table in (None, table))


def is_on(events: Iterable[Event]) -> bool:
    """Whether the round itself runs: it has begun and does not pause."""
    last = [event.what for event in events if event.table is None and event.what in (START, PAUSE, RESUME)]
    return bool(last) and last[-1] != PAUSE


def _after(now: _Running, event: Event) -> _Running:
    at = max(now.at, event.at)  # a computer's clock that was put back gives nobody time
    left = now.left if now.stands or now.left is None else max(0, now.left - (at - now.at) // _LAST)
    ended = frozenset((REFEREE,)) if event.what == CLOSE else _named(_ENDS, event)  # nobody waits for him any more
    stands = (now.stands | _named(_BEGINS, event)) - ended
    hands, own = _hands(event, now)
    return _Running(_changed(left, event, now), at, stands, hands, own)


def _hands(event: Event, now: _Running) -> tuple[tuple[int, ...], bool]:
    """How many hands are played: what was said for one table stands, but nobody plays more than was said later for all.

    >>> before = _Running(None, datetime.min, hands=(8, 10, 12), own=True)
    >>> [_hands(Event(HANDS, datetime.min, hands=said), before)[0] for said in ((12, 15, 18), (4, 5, 6))]
    [(8, 10, 12), (4, 5, 6)]
    """
    if event.what != HANDS:
        return now.hands, now.own
    if event.table is not None or not now.own:
        return event.hands, event.table is not None
    return tuple(map(min, event.hands, now.hands)), True


def _named(reasons: dict[str, str], event: Event) -> frozenset[str]:
    return frozenset((reasons[event.what],)) if event.what in reasons else frozenset()


def _changed(left: int | None, event: Event, now: _Running) -> int | None:
    """What is left after an event has added to it, or has taken from it."""
    if event.what == TIME_UP:
        return left if DONE in now.stands else 0
    if left is None:
        return None
    if event.what == REOPEN:
        return left + event.seconds * 1000
    if event.what == EXTEND and DONE not in now.stands and (left or event.again):
        return max(0, left + event.seconds * 1000)
    return left
