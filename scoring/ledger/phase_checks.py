"""Checks of a hand against the table's clock, made while its row is locked and before anything is written."""

from datetime import datetime

from scoring.engine.evening.state import OVER, RUNNING, Evening
from scoring.ledger.codec import DEALS
from scoring.ledger.entries import Outcome
from scoring.ledger.sql import LockedTable
from scoring.models import Deal, Entry
from scoring.table_clock.clock import (
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
from tarockclub import time_source
from tarockclub.accounts.actors import Actor

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
    in_play = phase == IN_PLAY and has_played_on(row.id)
    after = OvertimePlay(in_play, _get_double_phase(evening), has_played_all(row, clock, evening.players, waiting))
    return check_clock(clock, phase, after, time_source.now())


def choose_outcome(code: str) -> Outcome:
    """Return the outcome of a refusal by the clock: NOT_NOW if the phone should send the hand again by itself."""
    return Outcome.NOT_NOW if code in RETRY_CODES else Outcome.TIME_OVER


def _get_double_phase(evening: Evening) -> str:
    return _DOUBLE_ROUND.get(evening.last_round.phase, "")


def has_played_all(row: LockedTable, clock: PlayTime, players: int, waiting: int = 0) -> bool:
    """Return True if the table has played as many hands as it may, including the waiting ones.

    Each deal has at least one entry: while there are fewer entries nothing is counted, so most hands cost no query.
    """
    most = clock.get_most_hands(players) - waiting
    return clock.get_most_hands(players) > 0 and most <= row.last_sequence and count_hands(row.id) >= most


def count_hands(table: int) -> int:
    """Count the deals of a table that use up one of its hands: all that were not struck, void ones too.

    Redeals and the deals of the double round do not count.
    """
    return Deal.objects.filter(table=table, entry__kind__in=DEALS).exclude(entry__phase=DOUBLE).count()


def is_on_paper(row: LockedTable) -> bool:
    """Return True if the end totals of a paper sheet are in the book: another hand would count twice.

    End totals are entered only at a table without deals, so there is a query only then.
    """
    if row.last_key or not row.last_sequence:
        return False
    return Deal.objects.filter(table=row.id, entry__kind=Entry.Kind.END_TOTALS).exists()


def has_played_on(table: int) -> bool:
    """Return True if the hand that was in play when the time was up is in the book and not struck.

    If the director has given more time since then, and a hand was played in it, the next gong has a hand of its own.
    """
    deals = Deal.objects.filter(table=table, entry__phase__in=(IN_TIME, IN_PLAY)).exclude(entry__kind=Entry.Kind.STRIKE)
    return deals.order_by("-number").values_list("entry__phase", flat=True).first() == IN_PLAY


def list_open_phases(table: int, clock: PlayTime, evening: Evening, waiting: int = 0) -> tuple[str, ...]:
    """Return the phases that a hand may have now, the likeliest first.

    Empty if no hand may be entered; `waiting` as in check_phase.
    """
    now, most = time_source.now(), clock.get_most_hands(evening.players)
    full = most > 0 and count_hands(table) + waiting >= most
    after = OvertimePlay(clock.is_over(now) and has_played_on(table), _get_double_phase(evening), full)
    return list_phases(clock, after, now)


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
