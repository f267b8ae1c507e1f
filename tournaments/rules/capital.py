"""Play money at a table: what everybody has after each hand, and who got replacement capital (§2, §4).

Amounts of hands are in sixths of a point and the stake in cents, so capital is counted in sixths of a cent: halves and
thirds of a point stay exact whatever the stake. Only `shown` rounds, for people to read.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

PARTS = 6  # of a cent


class Rule(NamedTuple):
    """Starting capital and stake, in cents (§2)."""

    start: int  # each replacement is as much; 0: nobody has capital, what is won is only added up
    stake: int  # for a point


class Stay(NamedTuple):
    """A sitting: somebody's place for a stretch of lines; a substitute goes on in it."""

    id: int
    place: int
    since: int = 0
    until: int | None = None  # the same as `since`: it was struck out again


class LinePayment(NamedTuple):
    """What a line of the book pays by place, in sixths of a point: a hand, a transfer, the totals of a paper sheet."""

    line: int
    amounts: tuple[int, ...]
    replaced: tuple[int, ...] = ()  # replacements that a paper sheet shows, by place


class CapitalReplacement(NamedTuple):
    """Somebody had lost all his capital after a line, and got a replacement (§4)."""

    line: int
    stay: int
    times: int


class Course(NamedTuple):
    """The capital of a sitting over the hands."""

    stay: Stay
    start: int  # sixths of a cent, as all amounts here
    after: tuple[tuple[int, int], ...]  # line, what he had after it with replacements
    given: tuple[CapitalReplacement, ...]
    end: int | None = None  # the line from which on another one has his place: what is paid there is not his any more

    def is_paid_in(self, line: int) -> bool:
        """Whether what a line pays at his place is his; a ruling may still move something after he has left."""
        return line >= self.stay.since and (self.end is None or line < self.end)

    @property
    def now(self) -> int:
        """What lies before him, replacements and all."""
        return self.after[-1][1] if self.after else self.start

    @property
    def replaced(self) -> int:
        """How many replacements he got."""
        return sum(one.times for one in self.given)

    @property
    def gain(self) -> int:
        """What he has won or lost: his capital less replacements less what he began with."""
        return self.now - self.start * (1 + self.replaced)


def compute_courses(rule: Rule, stays: Iterable[Stay], paid: Sequence[LinePayment]) -> tuple[Course, ...]:
    """The capital of everybody who sat at a table; `paid` in the order of play.

    After a hand that leaves him with 0 or less he gets the starting capital anew, as often as it takes.

    >>> rule, stays = Rule(start=5000, stake=100), [Stay(1, 0), Stay(2, 1)]
    >>> [(one.now // PARTS, one.replaced) for one in compute_courses(rule, stays, [LinePayment(1, (-432, 432))])]
    [(2800, 1), (12200, 0)]
    """
    sat = [stay for stay in stays if stay.until != stay.since]
    return tuple(
        _compute_course(rule, Course(one, rule.start * PARTS, (), (), _find_end(one, sat)), paid) for one in sat
    )


def _find_end(stay: Stay, stays: Iterable[Stay]) -> int | None:
    return min((one.since for one in stays if one.place == stay.place and one.since > stay.since), default=None)


def _compute_course(rule: Rule, course: Course, paid: Iterable[LinePayment]) -> Course:
    stay, now = course.stay, course.start
    after, given = [], []
    for line, amounts, on_paper in paid:
        if not course.is_paid_in(line):
            continue
        amount = amounts[stay.place]
        now += amount * rule.stake
        times = max(on_paper[stay.place] if on_paper else 0, count_replacements(now, course.start))
        if times:
            now += times * course.start
            given.append(CapitalReplacement(line, stay.id, times))
        if amount or stay.until is None or line < stay.until:
            after.append((line, now))
    return course._replace(after=tuple(after), given=tuple(given))


def count_replacements(capital: int, start: int) -> int:
    """How many replacements it takes to have more than nothing.

    >>> count_replacements(1, 50), count_replacements(0, 50), count_replacements(-49, 50), count_replacements(-50, 50)
    (0, 1, 1, 2)
    >>> count_replacements(-49, 0)  # where nobody began with anything
    0
    """
    return 0 if capital > 0 or not start else -capital // start + 1


def list_replacements(courses: Iterable[Course]) -> tuple[CapitalReplacement, ...]:
    """Everybody who got a replacement, in the order in which it happened."""
    return tuple(sorted(one for course in courses for one in course.given))


def round_cents(amount: int) -> int:
    """Cents to be read: half a cent and more is rounded away from 0; nothing is reckoned with it.

    >>> round_cents(300), round_cents(200), round_cents(-203), round_cents(33 * PARTS)
    (50, 33, -34, 33)
    """
    cents = (abs(amount) * 2 + PARTS) // (2 * PARTS)
    return -cents if amount < 0 else cents
