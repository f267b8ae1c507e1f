"""Checks of a hand against the table's clock, made while its row is locked and before anything is written."""

from collections.abc import Sequence
from datetime import datetime

from scoring.book.ledger.codec import DEALS
from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.sql import LockedTable
from scoring.book.table_clock.clock import (
    ALL_PLAYED,
    CLOCK_DONE,
    DOUBLE,
    IN_PLAY,
    IN_TIME,
    NO_PHASE,
    ON_PAPER,
    PHASES,
    RETRY_CODES,
    TABLE_DONE,
    TIME_UP,
    OvertimePlay,
    PlayTime,
    check_clock,
    decode_clock,
    list_phases,
)
from scoring.engine.evening.state import OVER, RUNNING, Evening
from scoring.models import Deal, Entry
from tarockclub.kit import time_source
from tarockclub.platform.accounts.actors import Actor

_DOUBLE_ROUND = {RUNNING: "running", OVER: "over"}


def check_phase(
    row: LockedTable, clock: PlayTime, evening: Evening, phase: str, who: Actor, *, waiting: int = 0
) -> str:
    """Return the reason why a hand of this phase is not accepted now; "": it is accepted.

    A director may enter paper sheets at any time. `waiting` is the number of late hands that wait for the director;
    they may have been played.
    """
    if who.directs:
        over = phase == DOUBLE and evening.last_round.phase == OVER  # there is no second one after it
        return NO_PHASE if phase not in PHASES else ALL_PLAYED if over else ""
    # Each deal has at least one entry: while there are fewer entries nothing is read, so most hands cost no query.
    matters = phase == IN_PLAY or 0 < clock.get_most_hands(evening.players) <= row.last_sequence + waiting
    after = summarize_play(load_phases(row.id) if matters else (), clock, evening, waiting)
    return check_clock(clock, phase, after, time_source.now())


def choose_outcome(code: str) -> Outcome:
    """Return the outcome of a refusal by the clock: NOT_NOW if the phone should send the hand again by itself."""
    return Outcome.NOT_NOW if code in RETRY_CODES else Outcome.TIME_OVER


def load_phases(table: int) -> tuple[str, ...]:
    """Return the same as Book.phases, in one query."""
    deals = Deal.objects.filter(table=table, entry__kind__in=DEALS).order_by("number")
    return tuple(deals.values_list("entry__phase", flat=True))


def summarize_play(phases: Sequence[str], clock: PlayTime, evening: Evening, waiting: int) -> OvertimePlay:
    """Return how far a table has played, from the phases of its deals (Book.phases); `waiting` as in check_phase.

    If the director has given more time since the gong, and a hand was played in it, the next gong has a hand in play
    of its own.
    """
    before_double = [phase for phase in phases if phase in (IN_TIME, IN_PLAY)]
    full = 0 < clock.get_most_hands(evening.players) <= count_counted_hands(phases) + waiting
    return OvertimePlay(before_double[-1:] == [IN_PLAY], _DOUBLE_ROUND.get(evening.last_round.phase, ""), full)


def count_counted_hands(phases: Sequence[str]) -> int:
    """Count the deals that use up one of the hands of a table: all but those of the double round, void ones too."""
    return sum(phase != DOUBLE for phase in phases)


def is_on_paper(row: LockedTable) -> bool:
    """Return True if the end totals of a paper sheet are in the book: another hand would count twice.

    End totals are entered only at a table without deals, so there is a query only then.
    """
    if row.last_key or not row.last_sequence:
        return False
    return Deal.objects.filter(table=row.id, entry__kind=Entry.Kind.END_TOTALS).exists()


def list_open_phases(table: int, clock: PlayTime, evening: Evening, waiting: int = 0) -> tuple[str, ...]:
    """Return the phases that a hand may have now, the likeliest first.

    Empty if no hand may be entered; `waiting` as in check_phase.
    """
    return list_phases(clock, summarize_play(load_phases(table), clock, evening, waiting), time_source.now())


def has_come_late(clock: PlayTime, phase: str, code: str, entered: datetime | None) -> bool:
    """Return True if a hand was entered in time but received after the time was up; the director decides about it."""
    if code == ON_PAPER:
        return True  # the table's result was entered from paper in the meantime
    if phase != IN_TIME or code not in (TIME_UP, TABLE_DONE) or entered is None:
        return False
    return clock.ends is None or entered < clock.ends


def is_double_round_begun(phase: str, evening: Evening) -> bool:
    """Return True if the round with double stake begins with this hand."""
    return phase == DOUBLE and evening.last_round.phase != RUNNING


def is_time_up(text: str) -> bool:
    """Return True if the time of a table with this clock is up, or the table has finished."""
    clock = decode_clock(text)
    return clock is not None and (clock.is_over(time_source.now()) or clock.stands == CLOCK_DONE)
