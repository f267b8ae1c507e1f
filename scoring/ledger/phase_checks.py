"""Whether the clock of a table takes a hand: asked while its row is locked, before anything is written."""

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
    """Why a hand of this phase is not taken now; "": it is. Who directs types in paper sheets whenever he likes.

    `waiting`: so many late hands wait for the director; they may have been played.
    """
    if who.directs:
        over = phase == DOUBLE and evening.last_round.phase == OVER  # no second one after it
        return NO_PHASE if phase not in PHASES else ALL_PLAYED if over else ""
    in_play = phase == IN_PLAY and has_played_on(row.id)
    after = OvertimePlay(in_play, _get_double_phase(evening), has_played_all(row, clock, evening.players, waiting))
    return check_clock(clock, phase, after, time_source.now())


def choose_outcome(code: str) -> Outcome:
    """What a refusal by the clock is to a phone: to be sent again by itself, or not."""
    return Outcome.NOT_NOW if code in RETRY_CODES else Outcome.TIME_OVER


def _get_double_phase(evening: Evening) -> str:
    return _DOUBLE_ROUND.get(evening.last_round.phase, "")


def has_played_all(row: LockedTable, clock: PlayTime, players: int, waiting: int = 0) -> bool:
    """Whether a table of so many stands at as many hands as it plays, with those that wait.

    A deal needs an entry at least: with fewer of them nothing is counted, so most hands cost no query.
    """
    most = clock.most_hands(players) - waiting
    return clock.most_hands(players) > 0 and most <= row.last_sequence and count_hands(row.id) >= most


def count_hands(table: int) -> int:
    """How many deals of a table's book use up one of its hands: all that stand, void ones too, but the double round's.

    A redeal uses up nothing.
    """
    return Deal.objects.filter(table=table, entry__kind__in=DEALS).exclude(entry__phase=DOUBLE).count()


def is_on_paper(row: LockedTable) -> bool:
    """Whether the end totals of a paper sheet stand in the book: a hand besides would count twice.

    They are entered only where no deal stands, so this is looked for only there.
    """
    if row.last_key or not row.last_sequence:
        return False
    return Deal.objects.filter(table=row.id, entry__kind=Entry.Kind.END_TOTALS).exists()


def has_played_on(table: int) -> bool:
    """Whether the hand in play when the time was up stands in the book; one that was struck does not.

    Where the director has given more time since, and a hand was played in it, the next gong has a hand of its own.
    """
    deals = Deal.objects.filter(table=table, entry__phase__in=(IN_TIME, IN_PLAY)).exclude(entry__kind=Entry.Kind.STRIKE)
    return deals.order_by("-number").values_list("entry__phase", flat=True).first() == IN_PLAY


def list_open_phases(table: int, clock: PlayTime, evening: Evening, waiting: int = 0) -> tuple[str, ...]:
    """The phases that a hand may have now, the likeliest first; none: nothing may be entered; `waiting` as above."""
    now, most = time_source.now(), clock.most_hands(evening.players)
    full = most > 0 and count_hands(table) + waiting >= most
    after = OvertimePlay(clock.time_is_up(now) and has_played_on(table), _get_double_phase(evening), full)
    return list_phases(clock, after, now)


def has_come_late(clock: PlayTime, phase: str, code: str, entered: datetime | None) -> bool:
    """Whether a hand was entered in time, and only came when the time was up; so the director decides about it."""
    if code == ON_PAPER:
        return True  # what the table came to was typed in meanwhile
    if phase != IN_TIME or code not in (TIME_UP, TABLE_DONE) or entered is None:
        return False
    return clock.ends is None or entered < clock.ends


def begins_double_round(phase: str, evening: Evening) -> bool:
    """Whether the round with double stake begins with this hand."""
    return phase == DOUBLE and evening.last_round.phase != RUNNING


def is_time_up(text: str) -> bool:
    """Whether the time of a table with this clock is up, or it is done."""
    clock = decode_clock(text)
    return clock is not None and (clock.time_is_up(time_source.now()) or clock.stands == CLOCK_DONE)
