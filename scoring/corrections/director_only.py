"""What at a table with a clock only the director may change, and in which phase a line that is no hand was played."""

from datetime import timedelta

from scoring.corrections.plan import Plan
from scoring.engine.evening.course import EndTotals, Hand, Redeal, Step, Struck, Void
from scoring.engine.evening.state import RUNNING
from scoring.ledger.book import Book
from scoring.ledger.entries import Outcome, Written
from scoring.ledger.phase_checks import outcome_of
from scoring.models import Entry
from scoring.table_clock.clock import (
    ALL_PLAYED,
    BEFORE,
    BEFORE_RULING,
    DONE,
    DOUBLE,
    HALTED,
    HAND_COUNTS,
    HANDS_PLAYED,
    IN_PAUSE,
    IN_PLAY,
    IN_TIME,
    NOT_FOR_PLAYERS,
    NOT_STARTED,
    ON_PAPER,
    PAUSED,
    PLAYED,
    REFEREE,
    SETTLED,
    TABLE_DONE,
    TIME_UP,
    PlayTime,
)
from tarockclub import time_source
from tarockclub.accounts.actors import Who

_NOT_NOW = {BEFORE: NOT_STARTED, PAUSED: IN_PAUSE}  # no deal is dealt then
UNDO_SECONDS = 10  # for so long a page offers to take back the hand that was just saved
_SLOW_NETWORK = 20  # seconds more until the tap has arrived
# What is decided for the whole tournament, or by the director: seats were drawn, the end is his, money is play money.
OF_THE_DIRECTOR = (
    Entry.Kind.RADL,
    Entry.Kind.LAST_ROUND,
    Entry.Kind.SEATING,
    Entry.Kind.SWAP,
    Entry.Kind.CASH,
    Entry.Kind.AGREED,
    Entry.Kind.TRANSFER,
    Entry.Kind.END_TOTALS,
    Entry.Kind.ENDED,
    Entry.Kind.REOPENED,
)


def standing(clock: PlayTime, who: Who) -> Written | None:
    """Why nothing at all may be changed now: the table is done, or waits for the referee."""
    if who.directs or clock.stands not in (DONE, REFEREE):
        return None
    return Written(Outcome.DIRECTOR, code=TABLE_DONE if clock.stands == DONE else HALTED)


def against(clock: PlayTime, plan: Plan, who: Who) -> Written | None:
    """Why a change of these lines is not for whoever asks for it."""
    if plan.problems:
        return None
    if _counts_twice(plan):
        return Written(outcome_of(ON_PAPER), code=ON_PAPER)
    if plan.draft.number in clock.settled and not who.rules:
        return Written(Outcome.DIRECTOR, code=SETTLED)
    if who.directs:
        return None
    if _is_of_the_director(plan):
        return Written(Outcome.DIRECTOR, code=NOT_FOR_PLAYERS)
    first = min([plan.draft.number, *(step.line.number for step in plan.follow)])
    if clock.settled and first <= max(clock.settled):
        return Written(Outcome.DIRECTOR, code=BEFORE_RULING)
    if code := _not_in_time(clock, plan) or _one_too_many(clock, plan):
        return Written(outcome_of(code), code=code)
    if _takes_out_a_deal(plan) and not _is_undo(plan, who):
        return Written(Outcome.DIRECTOR, code=HAND_COUNTS)
    return None


def _counts_twice(plan: Plan) -> bool:
    """Whether deals would stand beside the end totals of a paper sheet."""
    contents = [step.line.content for step in plan.steps]
    return any(isinstance(one, EndTotals) for one in contents) and any(isinstance(one, Hand | Void) for one in contents)


def _is_of_the_director(plan: Plan) -> bool:
    """Whether a line is written, or struck out, that only the director may write; or what a hand counts is said."""
    was, own = plan.book.at(plan.draft.number), plan.own
    if plan.draft.kind in OF_THE_DIRECTOR or (was is not None and was.entry.kind in OF_THE_DIRECTOR):
        return True
    stood = was.content.radl_set if was is not None and isinstance(was.content, Hand) else None
    return own is not None and isinstance(own.line.content, Hand) and own.line.content.radl_set not in (None, stood)


def _takes_out_a_deal(plan: Plan) -> bool:
    """Whether a deal is struck out or declared void, or one that was counts again (§7: every hand is played)."""
    was, own = plan.book.at(plan.draft.number), plan.own
    after = own.line.content if own is not None else None
    if isinstance(after, Void):
        return True
    if was is None or not was.entry.phase:  # only deals have a phase
        return False
    return isinstance(after, Struck) or isinstance(was.content, Void | Struck)


def _is_undo(plan: Plan, who: Who) -> bool:
    """Whether a phone takes back the hand that it has just saved."""
    was, last = plan.book.at(plan.draft.number), plan.book.last
    if was is None or last is None or plan.draft.kind != Entry.Kind.STRIKE or last.number != was.number:
        return False
    just = time_source.now() - was.entry.at <= timedelta(seconds=UNDO_SECONDS + _SLOW_NETWORK)
    return just and was.entry.kind == Entry.Kind.HAND and was.entry.device == who.device


def _not_in_time(clock: PlayTime, plan: Plan) -> str:
    """Why a line would stand in the book that the clock does not allow; "": it does."""
    own, up = plan.own, clock.time_is_up(time_source.now())
    if clock.stands in _NOT_NOW and own is not None and plan.draft.number > plan.book.number:
        return _NOT_NOW[clock.stands] if isinstance(own.line.content, Hand | Void | Redeal) else ""
    if own is None or not isinstance(own.line.content, Hand | Void):
        return ""
    was = plan.book.at(plan.draft.number)
    if was is None:  # a deal that was forgotten, or the next one, which is void
        is_next = plan.draft.number > plan.book.number
        in_double = is_next and own.before.last_round.phase == RUNNING
        return TIME_UP if up and not in_double else ""
    if was.is_deal:
        return ""
    return _counts_again(was.entry.phase, plan)


def _one_too_many(clock: PlayTime, plan: Plan) -> str:
    """Whether a deal more would stand than the table plays; one that was forgotten counts like any other."""
    most = clock.most_hands(plan.after.players)
    deals = [one.number for one in plan.book.played if one.is_deal]
    new = [step for step in plan.steps if isinstance(step.line.content, Hand | Void) and step.line.number not in deals]
    more = sum(_phase_then(step, plan.book) != DOUBLE for step in new)
    played = sum(_phase_at(plan.book, number) != DOUBLE for number in deals)
    return HANDS_PLAYED if more and 0 < most < played + more else ""


def _phase_then(step: Step, book: Book) -> str:
    """In which phase a deal that does not stand yet would stand."""
    was = book.at(step.line.number)
    if was is not None:
        return was.entry.phase
    return DOUBLE if step.before.last_round.phase == RUNNING else IN_TIME


def _counts_again(phase: str, plan: Plan) -> str:
    """Why a struck deal cannot count again: another one has been entered in its place."""
    own = plan.own
    if phase == IN_PLAY and any(one.is_deal and one.entry.phase == IN_PLAY for one in plan.book.played):
        return PLAYED
    doubles = [step for step in plan.steps if _phase_at(plan.book, step.line.number) == DOUBLE]
    deals = [step for step in doubles if isinstance(step.line.content, Hand | Void)]
    if phase == DOUBLE and own is not None and any(step.before.last_round.phase != RUNNING for step in deals):
        return ALL_PLAYED
    return ""


def _phase_at(book: Book, number: int) -> str:
    one = book.at(number)
    return "" if one is None else one.entry.phase


def phase_of_line(clock: PlayTime | None, plan: Plan, said: str) -> str:
    """The phase of the line that a change writes: it stays what it was; of a new one, that of where it stands."""
    if clock is None or not plan.draft.number:
        return ""
    was = plan.book.at(plan.draft.number)
    if was is not None:
        return was.entry.phase
    own = plan.own
    if own is None or not isinstance(own.line.content, Hand | Void):
        return ""
    if said:
        return said
    if own.before.last_round.phase == RUNNING:
        return DOUBLE
    return IN_TIME
