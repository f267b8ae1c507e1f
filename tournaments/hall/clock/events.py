"""The events of a round's clock, and the clock of each table that follows from them (§1, §5): pure values.

Nothing is counted: how long a table has played is the time between two events while nothing kept its clock from
running. A table's clock is stopped while its round pauses, while the referee is there, or both; no time counts twice.

A round may have no limit of time (None is left): it runs until it is ended. And it may be limited
to a number of hands: those are not counted here but in the table's book.

>>> at = lambda minute: datetime(2026, 1, 6, 20, minute, tzinfo=UTC)
>>> paused = (Event(START, at(0)), Event(PAUSE, at(10)), Event(RESUME, at(17)))
>>> compute_clock(Length(30 * 60), paused).ends == at(37)
True
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import reduce
from typing import NamedTuple

from scoring.book.table_clock import AWAITS_REFEREE, BEFORE_START, CLOCK_DONE, CLOCK_PAUSED, PlayTime

START, PAUSE, RESUME = "start", "pause", "resume"
EXTEND = "extend"  # by a number of seconds; less than 0: shorter
HALT, GO_ON = "halt", "go_on"  # one table, for a ruling
TIME_UP = "time_up"  # ended by hand
HANDS = "hands"  # a number of hands is played, by all tables or by one
CLOSE, REOPEN = "close", "reopen"  # a table is done, or not any more; with a number of seconds to play
CLOCK_SET = "clock_set"  # from here on moments are by another clock, a number of seconds ahead of the one before
UNDO = "undo"  # an earlier event is taken back
_WHY_IT_STANDS = (
    CLOCK_DONE,
    BEFORE_START,
    AWAITS_REFEREE,
    CLOCK_PAUSED,
)  # the order in which a table names its reasons
_BEGINS = {PAUSE: CLOCK_PAUSED, HALT: AWAITS_REFEREE, CLOSE: CLOCK_DONE}
_ENDS = {START: BEFORE_START, RESUME: CLOCK_PAUSED, GO_ON: AWAITS_REFEREE, REOPEN: CLOCK_DONE}
_LAST_MOMENT = timedelta(milliseconds=1)


class Event(NamedTuple):
    """An event of the clock of a round, or of one of its tables."""

    what: str
    at: datetime  # UTC
    seconds: int = 0
    table: int | None = None  # none: all
    again: bool = False  # an extension that also applies to tables whose time was up
    hands: tuple[int, ...] = ()  # of a table of four, five, six
    number: int = 0  # sequence number of the act that says it
    of: int = 0  # of UNDO: the number of the event that is taken back


class Length(NamedTuple):
    """The length of a round (§1), and what follows its time (§6)."""

    seconds: int  # 0: no limit of time
    in_play: bool = True
    double: bool = True
    hands: tuple[int, ...] = ()  # of a table of four, five, six; (): as many as the time allows


class _PastEvent(NamedTuple):
    """An event that counts, and the state of the clock when it happened."""

    event: Event
    used: int
    stands: frozenset[str]


class _RunState(NamedTuple):
    """A clock between two events: the time allowed and used, and the reasons why it is stopped."""

    length: Length
    allowed: int | None  # milliseconds; none: no limit
    at: datetime
    used: int = 0  # milliseconds that it has run
    stands: frozenset[str] = frozenset((BEFORE_START,))
    hands: tuple[int, ...] = ()
    own: bool = False  # the number of hands was set for this table alone
    past: tuple[_PastEvent, ...] = ()

    @property
    def left(self) -> int | None:
        """Return the milliseconds left; None: no limit."""
        return None if self.allowed is None else max(0, self.allowed - self.used)


def compute_clock(length: Length, events: Iterable[Event]) -> PlayTime:
    """Return the clock of a table after these events of its round and its own, in the order in which they happened."""
    now = _run(length, events)
    why = next((reason for reason in _WHY_IT_STANDS if reason in now.stands), "")
    left = now.left
    ends = None if why or left is None else now.at + timedelta(milliseconds=left)
    return PlayTime(
        ends=ends,
        left=left or 0,
        stands=why,
        in_play=length.in_play,
        double=length.double,
        timed=left is not None,
        hands=now.hands,
    )


def _run(length: Length, events: Iterable[Event]) -> _RunState:
    begun = _RunState(length, _compute_whole(length), datetime.min.replace(tzinfo=UTC), hands=length.hands)
    return reduce(_apply_event, events, begun)


def _compute_whole(length: Length) -> int | None:
    """Return the milliseconds of a whole round; None: no limit."""
    return length.seconds * 1000 or None


def filter_events(table: int, events: Iterable[Event]) -> tuple[Event, ...]:
    """Return the events of one table: its own, and those of all."""
    return tuple(event for event in events if event.table in (None, table))


def is_on(events: Iterable[Event]) -> bool:
    """Tell whether the round itself runs: it has begun and does not pause."""
    return _run(Length(0), (event for event in events if event.table is None)).stands.isdisjoint(
        (BEFORE_START, CLOCK_PAUSED)
    )


def _apply_event(now: _RunState, event: Event) -> _RunState:
    if event.what == CLOCK_SET:
        then = event.at - timedelta(seconds=event.seconds)  # by the clock before
        return now._replace(at=event.at, used=_compute_used(now, max(now.at, then)))
    moment = max(now.at, event.at)  # a computer's clock that was put back gives nobody time
    now = now._replace(at=moment, used=_compute_used(now, moment))
    if event.what == UNDO:
        return _undo_event(now, event.of)
    # Nobody waits for a referee any more.
    ended = _list_touched_reasons(event.what) if event.what == CLOSE else _compute_reasons(_ENDS, event)
    stands = (now.stands - ended) | _compute_reasons(_BEGINS, event)
    past = _PastEvent(event, now.used, now.stands)
    hands, own = _compute_hands(event, now)
    allowed = _compute_allowed(now.allowed, past)
    return now._replace(allowed=allowed, stands=stands, hands=hands, own=own, past=(*now.past, past))


def _compute_used(now: _RunState, moment: datetime) -> int:
    if now.stands:
        return now.used
    runs = (moment - now.at) // _LAST_MOMENT
    return now.used + (runs if now.left is None else min(runs, now.left))


def _undo_event(now: _RunState, number: int) -> _RunState:
    """Return the clock as if an event had not happened; no table loses time that it has not played, or gets any twice.

    Clocks that it stopped remain stopped for that time: the time of a pause, or after a gong, that are taken back is
    played now. Clocks that ran because of it have not run.
    """
    target = next((past_event for past_event in now.past if past_event.event.number == number), None)
    if target is None:
        return now
    if target.event.what == START:
        past, used, stands = (
            tuple(past_event for past_event in now.past if past_event.event.what == HANDS),
            0,
            frozenset((BEFORE_START,)),
        )
    else:
        touched = _list_touched_reasons(target.event.what)
        past = tuple(_remove_event(target, past_event, touched) for past_event in now.past if past_event is not target)
        used = target.used if target.event.what in _ENDS else now.used
        stands = (now.stands - touched) | (target.stands & touched)
    allowed = reduce(_compute_allowed, past, _compute_whole(now.length))
    fresh = now._replace(hands=now.length.hands, own=False)
    for past_event in past:
        hands, own = _compute_hands(past_event.event, fresh)
        fresh = fresh._replace(hands=hands, own=own)
    return fresh._replace(allowed=allowed, used=used, stands=stands, past=past)


def _remove_event(undone: _PastEvent, past_event: _PastEvent, touched: frozenset[str]) -> _PastEvent:
    """Return an event as it counts without another one: a gong, or added minutes, also reach a reopened table."""
    if past_event.event.number < undone.event.number:
        return past_event
    return past_event._replace(stands=(past_event.stands - touched) | (undone.stands & touched))


def _list_touched_reasons(what: str) -> frozenset[str]:
    """Return the reasons for stopping that an event may begin or end."""
    also = (AWAITS_REFEREE,) if what == CLOSE else ()
    return frozenset((*also, *(named[what] for named in (_BEGINS, _ENDS) if what in named)))


def _compute_hands(event: Event, now: _RunState) -> tuple[tuple[int, ...], bool]:
    """Return the number of hands: a table's own number remains valid, up to a number that is set later for all.

    >>> before = _RunState(Length(0), None, datetime.min, hands=(8, 10, 12), own=True)
    >>> [_compute_hands(Event(HANDS, datetime.min, hands=said), before)[0] for said in ((12, 15, 18), (4, 5, 6))]
    [(8, 10, 12), (4, 5, 6)]
    """
    if event.what != HANDS:
        return now.hands, now.own
    if event.table is not None or not now.own:
        return event.hands, event.table is not None
    return tuple(map(min, event.hands, now.hands)), True


def _compute_reasons(reasons: dict[str, str], event: Event) -> frozenset[str]:
    return frozenset((reasons[event.what],)) if event.what in reasons else frozenset()


def _compute_allowed(allowed: int | None, past: _PastEvent) -> int | None:
    """Return the time allowed after an event has added to it or taken from it; None: no limit."""
    event, used, stands = past
    if event.what == TIME_UP:
        return allowed if CLOCK_DONE in stands else used
    if allowed is None:
        return None
    left = max(0, allowed - used)
    if event.what == REOPEN or (event.what == EXTEND and CLOCK_DONE not in stands and (left or event.again)):
        return used + max(0, left + event.seconds * 1000)
    return allowed
