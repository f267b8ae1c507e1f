"""The effects of a change of a book, computed before anything is written."""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.book.ledger.book import Book
from scoring.book.ledger.seats import load_struck_order
from scoring.engine.evening.course import (
    Content,
    CourseLine,
    CourseStep,
    Hand,
    Places,
    Redeal,
    Seating,
    StruckLine,
    Void,
    recount_course,
)
from scoring.engine.evening.seat_changes import carry_seats
from scoring.engine.evening.state import Evening
from scoring.engine.problems import Problem
from scoring.table.corrections.changes import Change


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
