"""Play money at a table: everybody's capital after each hand, and the replacements of capital (§2, §4).

Amounts of hands are in sixths of a point and the stake in cents, so capital is counted in sixths of a cent: halves and
thirds of a point stay exact whatever the stake. Only `round_cents` rounds, for people to read.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

PARTS = 6  # of a cent


class Rule(NamedTuple):
    """Starting capital and stake, in cents (§2)."""

    start: int  # 0: nobody has capital, gains are only added up
    stake: int  # for a point
    replacement: int = 0  # 0: as much as the starting capital
    forgives_debt: bool = False  # a replacement is whole, whatever was lost beyond the capital


class Stay(NamedTuple):
    """A sitting: a player's place for a range of lines; a substitute continues it."""

    id: int
    place: int
    since: int = 0
    until: int | None = None  # the same as `since`: it was struck again


class LinePayment(NamedTuple):
    """The payments of a book line by place, in sixths of a point: a hand, a transfer, the totals of a paper sheet."""

    line: int
    amounts: tuple[int, ...]
    replaced: tuple[int, ...] = ()  # replacements that a paper sheet shows, by place


class CapitalReplacement(NamedTuple):
    """The replacement of a player's capital after the line in which they lost all of it (§4)."""

    line: int
    stay: int
    times: int


class CapitalCourse(NamedTuple):
    """The capital of a sitting over the hands."""

    stay: Stay
    start: int  # sixths of a cent, as all amounts here
    after: tuple[tuple[int, int], ...]  # line, capital after it with replacements
    given: tuple[CapitalReplacement, ...]
    replacement: int = 0  # the amount of each one
    forgiven: int = 0  # debt that was not taken from replacements
    end: int | None = None  # the line from which on somebody else has the place: later payments there belong to them

    def is_paid_in(self, line: int) -> bool:
        """Return True if this line's payment at the place belongs to the sitting; a ruling may add one later."""
        return line >= self.stay.since and (self.end is None or line < self.end)

    @property
    def now(self) -> int:
        """The current capital, including replacements."""
        return self.after[-1][1] if self.after else self.start

    @property
    def replaced(self) -> int:
        """The number of replacements."""
        return sum(replacement.times for replacement in self.given) if self.given else 0

    @property
    def gain(self) -> int:
        """The gain or loss: the capital less replacements and the starting capital."""
        return self.now - self.start - self.replacement * self.replaced


def compute_courses(rule: Rule, stays: Iterable[Stay], paid: Sequence[LinePayment]) -> tuple[CapitalCourse, ...]:
    """Compute the capital of everybody who sat at a table; `paid` in the order of play.

    A player with 0 or less after a hand gets a replacement, as often as needed; once, if debt is forgiven.

    >>> rule, stays = Rule(start=5000, stake=100), [Stay(1, 0), Stay(2, 1)]
    >>> [(one.now // PARTS, one.replaced) for one in compute_courses(rule, stays, [LinePayment(1, (-432, 432))])]
    [(2800, 1), (12200, 0)]
    >>> generous = rule._replace(replacement=2000, forgives_debt=True)
    >>> [one] = compute_courses(generous, stays[:1], [LinePayment(1, (-432, 432))])
    >>> one.now // PARTS, one.gain // PARTS, one.forgiven // PARTS
    (2000, -5000, 2200)
    """
    return tuple(continue_course(rule, course, paid) for course in begin_courses(rule, stays))


def begin_courses(rule: Rule, stays: Iterable[Stay]) -> tuple[CapitalCourse, ...]:
    """Return everybody's capital before anything was paid; a sitting that was struck again has none."""
    sat = [stay for stay in stays if stay.until != stay.since]
    amounts = rule.start * PARTS, (rule.replacement or rule.start) * PARTS
    return tuple(CapitalCourse(stay, amounts[0], (), (), amounts[1], end=_find_end(stay, sat)) for stay in sat)


def _find_end(stay: Stay, stays: Iterable[Stay]) -> int | None:
    return min((later.since for later in stays if later.place == stay.place and later.since > stay.since), default=None)


def continue_course(rule: Rule, course: CapitalCourse, paid: Iterable[LinePayment]) -> CapitalCourse:
    """Compute a capital after some more lines, all of them later than those before."""
    stay, now, forgiven = course.stay, course.now, course.forgiven
    after, replacements = list(course.after), list(course.given)
    for line, amounts, on_paper in paid:
        if not course.is_paid_in(line):
            continue
        amount = amounts[stay.place]
        now += amount * rule.stake
        needed = count_replacements(now, course.replacement)
        times = max(on_paper[stay.place] if on_paper else 0, min(needed, 1) if rule.forgives_debt else needed)
        if times:
            debt = max(0, -now) if rule.forgives_debt else 0
            now, forgiven = now + debt + times * course.replacement, forgiven + debt
            replacements.append(CapitalReplacement(line, stay.id, times))
        if amount or times or stay.until is None or line < stay.until:
            after.append((line, now))
    return course._replace(after=tuple(after), given=tuple(replacements), forgiven=forgiven)


def count_replacements(capital: int, each: int) -> int:
    """Return the number of replacements needed to have more than nothing.

    >>> count_replacements(1, 50), count_replacements(0, 50), count_replacements(-49, 50), count_replacements(-50, 50)
    (0, 1, 1, 2)
    >>> count_replacements(-49, 0)  # where nobody began with anything
    0
    """
    return 0 if capital > 0 or not each else -capital // each + 1


def round_cents(amount: int) -> int:
    """Round to cents for display; half a cent and more is rounded away from 0. Never compute with the result.

    >>> round_cents(300), round_cents(200), round_cents(-203), round_cents(33 * PARTS)
    (50, 33, -34, 33)
    """
    cents = (abs(amount) * 2 + PARTS) // (2 * PARTS)
    return -cents if amount < 0 else cents
