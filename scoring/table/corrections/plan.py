"""The effects of a change of a book, computed before anything is written, and whether only the director may make it."""

from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

from scoring.book.ledger.book import Book
from scoring.book.ledger.entries import Outcome, WriteResult, choose_outcome
from scoring.book.ledger.seats import load_struck_order
from scoring.book.table_clock import (
    ALL_PLAYED,
    ALREADY_PLAYED,
    AWAITS_REFEREE,
    BEFORE_RULING,
    BEFORE_START,
    CLOCK_DONE,
    CLOCK_PAUSED,
    DOUBLE,
    HAND_COUNTS,
    HANDS_PLAYED,
    IN_PAUSE,
    IN_PLAY,
    IN_TIME,
    LINE_SETTLED,
    NOT_FOR_PLAYERS,
    NOT_STARTED,
    ON_PAPER,
    TABLE_DONE,
    TABLE_HALTED,
    TIME_UP,
    PlayTime,
)
from scoring.engine.evening.course import (
    Content,
    CourseLine,
    CourseStep,
    EndTotals,
    Hand,
    Places,
    Redeal,
    Seating,
    StruckLine,
    Void,
    carry_seats,
    recount_course,
)
from scoring.engine.evening.state import RUNNING, Evening
from scoring.engine.problems import Problem
from scoring.models import Entry
from scoring.table.corrections.changes import Change
from tarockclub.kit import time_source
from tarockclub.platform.accounts.actors import Actor


class ChangePlan(NamedTuple):
    """A change with everything that follows from it."""

    book: Book
    draft: Change
    steps: tuple[CourseStep, ...]  # the whole book with the change
    follow: tuple[CourseStep, ...]  # the other lines that change
    problems: tuple[tuple[int, Problem], ...]  # number of the line (0: the change itself)

    @property
    def own(self) -> CourseStep | None:
        """The line that the change writes; None without one."""
        return next((step for step in self.steps if step.line.number == self.draft.number), None)

    @property
    def after(self) -> Evening:
        """The evening after the change."""
        return self.steps[-1].after if self.steps else self.book.start


def plan_change(book: Book, draft: Change) -> ChangePlan:
    """Recount a book with a change in it."""
    if draft.problems:
        return ChangePlan(book, draft, (), (), tuple((0, problem) for problem in draft.problems))
    seated = {line.number: line.before.order for line in book.played if isinstance(line.content, Seating)}
    restored = book.find_line(draft.number)
    if restored is not None and isinstance(restored.content, StruckLine):
        seated[draft.number] = load_struck_order(book.table, restored.entry)
    checked = carry_seats(book.start.order, seated, draft.lines)
    if any(problem for _, problem in checked):
        against = [(line.number, problem) for line, problem in checked if problem is not None]
        return ChangePlan(book, draft, (), (), _renumber_problems(draft, against))
    steps = tuple(recount_course(book.start, [line for line, _ in checked], book.sheet))
    before = {line.number: _extract_facts(line.line, line.before) for line in book.played}
    problems = [(step.line.number, problem) for step in steps for problem in step.problems]
    other_steps = (step for step in steps if step.line.number != draft.number)
    follow = tuple(step for step in other_steps if _extract_facts(step.line, step.before) != before[step.line.number])
    return ChangePlan(book, draft, steps, follow, _renumber_problems(draft, problems))


def _renumber_problems(draft: Change, problems: Iterable[tuple[int, Problem]]) -> tuple[tuple[int, Problem], ...]:
    """Return the problems with the numbers of their lines; 0 for the change itself."""
    return tuple((0 if number == draft.number else number, problem) for number, problem in problems)


def _extract_facts(line: CourseLine, evening: Evening) -> tuple[Content, int, Places | None, int | None]:
    """Return the facts that the entry of a line records: for a deal also the players and the dealer."""
    dealt = isinstance(line.content, Hand | Void | Redeal)
    return line.content, line.radl, evening.active if dealt else None, evening.dealer if dealt else None


_STANDSTILL_CODES = {BEFORE_START: NOT_STARTED, CLOCK_PAUSED: IN_PAUSE}  # no deal is dealt then
UNDO_SECONDS = 10  # the time in which a page offers to take back the hand that was just saved
_SLOW_NETWORK = 20  # seconds that the tap may take to arrive
# Decided for the whole tournament or by the director: drawn seats, the end of a table, and the play money.
DIRECTOR_KINDS = (
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


def check_standstill(clock: PlayTime, who: Actor) -> WriteResult | None:
    """Return the refusal if nothing at all may be changed now: the table has finished, or waits for the referee."""
    if who.directs or clock.stands not in (CLOCK_DONE, AWAITS_REFEREE):
        return None
    return WriteResult(Outcome.DIRECTOR, code=TABLE_DONE if clock.stands == CLOCK_DONE else TABLE_HALTED)


def check_change(clock: PlayTime, plan: ChangePlan, who: Actor) -> WriteResult | None:
    """Return the refusal if this person may not make the change; None: they may."""
    if plan.problems:
        return None
    if _is_counted_twice(plan):
        return WriteResult(choose_outcome(ON_PAPER), code=ON_PAPER)
    if plan.draft.number in clock.settled and not who.rules:
        return WriteResult(Outcome.DIRECTOR, code=LINE_SETTLED)
    if who.directs:
        return None
    if _is_director_change(plan):
        return WriteResult(Outcome.DIRECTOR, code=NOT_FOR_PLAYERS)
    first = min([plan.draft.number, *(step.line.number for step in plan.follow)])
    if clock.settled and first <= max(clock.settled):
        return WriteResult(Outcome.DIRECTOR, code=BEFORE_RULING)
    if code := _check_time(clock, plan) or _check_hand_count(clock, plan):
        return WriteResult(choose_outcome(code), code=code)
    if _is_removal(plan) and not _is_undo(plan, who):
        return WriteResult(Outcome.DIRECTOR, code=HAND_COUNTS)
    return None


def _is_counted_twice(plan: ChangePlan) -> bool:
    """Return True if there would be deals beside the end totals of a paper sheet."""
    contents = [step.line.content for step in plan.steps]
    return any(isinstance(content, EndTotals) for content in contents) and any(
        isinstance(content, Hand | Void) for content in contents
    )


def _is_director_change(plan: ChangePlan) -> bool:
    """Return True if the change writes or strikes a line that is the director's, or sets the factor of a hand."""
    was, own = plan.book.find_line(plan.draft.number), plan.own
    if plan.draft.kind in DIRECTOR_KINDS or (was is not None and was.entry.kind in DIRECTOR_KINDS):
        return True
    stood = was.content.radl_set if was is not None and isinstance(was.content, Hand) else None
    return own is not None and isinstance(own.line.content, Hand) and own.line.content.radl_set not in (None, stood)


def _is_removal(plan: ChangePlan) -> bool:
    """Return True if a deal is struck or voided, or such a deal counts again (§7: every hand is played)."""
    was, own = plan.book.find_line(plan.draft.number), plan.own
    after = own.line.content if own is not None else None
    if isinstance(after, Void):
        return True
    if was is None or not was.entry.phase:  # only deals have a phase
        return False
    return isinstance(after, StruckLine) or isinstance(was.content, Void | StruckLine)


def _is_undo(plan: ChangePlan, who: Actor) -> bool:
    """Return True if a phone takes back the hand that it has just saved."""
    was, last = plan.book.find_line(plan.draft.number), plan.book.last
    if was is None or last is None or plan.draft.kind != Entry.Kind.STRIKE or last.number != was.number:
        return False
    just = time_source.now() - was.entry.at <= timedelta(seconds=UNDO_SECONDS + _SLOW_NETWORK)
    return just and was.entry.kind == Entry.Kind.HAND and was.entry.device == who.device


def _check_time(clock: PlayTime, plan: ChangePlan) -> str:
    """Return the reason why the clock does not allow the line that would be in the book; "": it does."""
    own, up = plan.own, clock.is_over(time_source.now())
    if clock.stands in _STANDSTILL_CODES and own is not None and plan.draft.number > plan.book.number:
        return _STANDSTILL_CODES[clock.stands] if isinstance(own.line.content, Hand | Void | Redeal) else ""
    if own is None or not isinstance(own.line.content, Hand | Void):
        return ""
    was = plan.book.find_line(plan.draft.number)
    if was is None:  # a forgotten deal, or a void next one
        is_next = plan.draft.number > plan.book.number
        in_double = is_next and own.before.last_round.phase == RUNNING
        return TIME_UP if up and not in_double else ""
    if was.is_deal:
        return ""
    return _check_recount(was.entry.phase, plan)


def _check_hand_count(clock: PlayTime, plan: ChangePlan) -> str:
    """Return a refusal if there would be more deals than the table plays; a forgotten one counts like any other."""
    most = clock.get_most_hands(plan.after.players)
    deals = [line.number for line in plan.book.played if line.is_deal]
    new = [step for step in plan.steps if isinstance(step.line.content, Hand | Void) and step.line.number not in deals]
    extra = sum(_predict_phase(step, plan.book) != DOUBLE for step in new)
    played = sum(_get_phase(plan.book, number) != DOUBLE for number in deals)
    return HANDS_PLAYED if extra and 0 < most < played + extra else ""


def _predict_phase(step: CourseStep, book: Book) -> str:
    """Return the phase that a deal of the plan would have."""
    was = book.find_line(step.line.number)
    if was is not None:
        return was.entry.phase
    return DOUBLE if step.before.last_round.phase == RUNNING else IN_TIME


def _check_recount(phase: str, plan: ChangePlan) -> str:
    """Return the reason why a struck deal cannot count again: another one has been entered in its place."""
    own = plan.own
    if phase == IN_PLAY and any(line.is_deal and line.entry.phase == IN_PLAY for line in plan.book.played):
        return ALREADY_PLAYED
    doubles = [step for step in plan.steps if _get_phase(plan.book, step.line.number) == DOUBLE]
    deals = [step for step in doubles if isinstance(step.line.content, Hand | Void)]
    if phase == DOUBLE and own is not None and any(step.before.last_round.phase != RUNNING for step in deals):
        return ALL_PLAYED
    return ""


def _get_phase(book: Book, number: int) -> str:
    line = book.find_line(number)
    return "" if line is None else line.entry.phase


def choose_phase(clock: PlayTime | None, plan: ChangePlan, text: str) -> str:
    """Return the phase of the line that a change writes: unchanged for an existing line, else by its place."""
    if clock is None or not plan.draft.number:
        return ""
    was = plan.book.find_line(plan.draft.number)
    if was is not None:
        return was.entry.phase
    own = plan.own
    if own is None or not isinstance(own.line.content, Hand | Void):
        return ""
    if text:
        return text
    if own.before.last_round.phase == RUNNING:
        return DOUBLE
    return IN_TIME
