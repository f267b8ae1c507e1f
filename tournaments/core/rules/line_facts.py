"""The facts that lines of a book tell of a seat: its capital after each hand (§2), and values that columns fold."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from importlib import import_module
from typing import Any, Generic, NamedTuple, TypeVar

# Amounts of hands are in sixths of a point and the stake in cents, so capital is counted in sixths of a cent: halves
# and thirds of a point stay exact whatever the stake. Only `round_cents` rounds, for people to read.

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
    forgiven: int = 0  # debt that was not taken from it
    on_paper: int = 0  # times that a paper sheet shows


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
    place = course.stay.place
    own = (
        (line, amounts[place] * rule.stake, on_paper[place] if on_paper else 0)
        for line, amounts, on_paper in paid
        if course.is_paid_in(line)
    )
    return _pay(rule, course, own)


def _pay(rule: Rule, course: CapitalCourse, own: Iterable[tuple[int, int, int]]) -> CapitalCourse:
    """Add lines with what each pays to the sitting and how many replacements a paper sheet shows."""
    stay, now, forgiven = course.stay, course.now, course.forgiven
    after, replacements = list(course.after), list(course.given)
    for line, amount, on_paper in own:
        now += amount
        needed = count_replacements(now, course.replacement)
        times = max(on_paper, min(needed, 1) if rule.forgives_debt else needed)
        if times:
            debt = max(0, -now) if rule.forgives_debt else 0
            now, forgiven = now + debt + times * course.replacement, forgiven + debt
            replacements.append(CapitalReplacement(line, stay.id, times, debt, on_paper))
        if amount or times or stay.until is None or line < stay.until:
            after.append((line, now))
    return course._replace(after=tuple(after), given=tuple(replacements), forgiven=forgiven)


def carry_over(rule: Rule, course: CapitalCourse, capital: int) -> CapitalCourse:
    """Compute the same sitting for a player who has brought a capital from another table.

    >>> rule = Rule(start=5000, stake=100)
    >>> [one] = compute_courses(rule, [Stay(1, 0)], [LinePayment(1, (-30,)), LinePayment(2, (-6,))])
    >>> [carry_over(rule, one, capital * PARTS).now // PARTS for capital in (9000, 5000, 500)]
    [8400, 4400, 4900]
    """
    replacements, now, own = {replacement.line: replacement for replacement in course.given}, course.start, []
    for line, capital_after in course.after:
        new = replacements.get(line, CapitalReplacement(line, course.stay.id, 0))
        amount = capital_after - now - new.times * course.replacement - new.forgiven
        own.append((line, amount, new.on_paper))
        now = capital_after
    return _pay(rule, course._replace(start=capital, after=(), given=(), forgiven=0), own)


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


# A column of standings with a value of its own declares how it is folded beside itself:
#
#     SERIES = register_accumulator(Accumulator("series", Series(), add_line, merge))
#     LONGEST = StandingColumn("longest", _("Longest series"), lambda line: find_longest(line.facts.get(SERIES)))
#
# The value comes with the other facts from the books to the lines of a round and of all rounds: no row between them
# has to know it. Published lines have none, as they have no hands.

S = TypeVar("S")


class PaidLine(NamedTuple):
    """The payments of one book line in both columns."""

    paid: LinePayment
    written: tuple[int, ...]
    is_hand: bool
    scores: bool  # a hand, or the totals of a paper sheet
    at: datetime | None = None


class SeatLine(NamedTuple):
    """The same line for one seat that it pays; amounts in sixths of a point."""

    amount: int  # in money
    written: int
    is_hand: bool
    has_left: bool  # a ruling may pay somebody who has left


@dataclass(frozen=True, eq=False)
class Accumulator(Generic[S]):
    """A value that is folded over the lines of books."""

    id: str
    start: S  # before the first line
    add: Callable[[S, SeatLine], S]
    merge: Callable[[S, S], S]  # of two sittings or two rounds, the earlier one first


ACCUMULATORS: dict[str, Accumulator[Any]] = {}
DECLARING_MODULES: list[str] = []  # loaded before the first book is read, so that no result lacks what they register


def register_accumulator(accumulator: Accumulator[S]) -> Accumulator[S]:
    """Let a value be folded; ValueError where there is another one of that name."""
    if ACCUMULATORS.setdefault(accumulator.id, accumulator) is not accumulator:
        raise ValueError(accumulator.id)
    return accumulator


class LineFacts(NamedTuple):
    """The facts of a seat, a round or all rounds; as they stand here, nothing is known of hands."""

    hands: int = 0  # that were played while somebody sat there; 0: only totals were typed in, or unknown
    won: int = 0  # of these, hands with a gain
    scored: bool = False  # the book has a hand or totals
    has_all_hands: bool = False  # what was won and lost comes from these hands, and not from totals as well
    values: tuple[tuple[str, Any], ...] = ()  # of accumulators, by their ids

    def get(self, accumulator: Accumulator[S]) -> S | None:
        """Return the value of an accumulator; None if not all lines are known."""
        return next((value for name, value in self.values if name == accumulator.id), None)


def begin_facts() -> LineFacts:
    """Return the facts of a seat before the first line."""
    for name in DECLARING_MODULES:
        import_module(name)
    values = tuple([(accumulator.id, accumulator.start) for accumulator in ACCUMULATORS.values()])
    return LineFacts(has_all_hands=True, values=values)


def fold_lines(facts: LineFacts, stay: Stay, paid: Sequence[PaidLine], *, scored: bool) -> LineFacts:
    """Return the facts of a sitting after more lines that pay it; `scored`: the book has a hand or totals."""
    hands, won, has_all_hands = facts.hands, facts.won, facts.has_all_hands
    place, until = stay.place, stay.until
    for line in paid:
        if line.is_hand:
            hands += until is None or line.paid.line < until
            won += line.paid.amounts[place] > 0
        elif line.scores:
            has_all_hands = False
    values = _fold_values(facts.values, stay, paid) if facts.values else ()
    return LineFacts(hands=hands, won=won, scored=scored, has_all_hands=has_all_hands, values=values)


def _fold_values(
    values: tuple[tuple[str, Any], ...], stay: Stay, paid: Sequence[PaidLine]
) -> tuple[tuple[str, Any], ...]:
    place, until = stay.place, stay.until
    lines = [
        SeatLine(
            amount=line.paid.amounts[place],
            written=line.written[place],
            is_hand=line.is_hand,
            has_left=until is not None and line.paid.line >= until,
        )
        for line in paid
    ]
    return tuple([(name, reduce(ACCUMULATORS[name].add, lines, value)) for name, value in values])


def merge_facts(parts: Sequence[LineFacts]) -> LineFacts:
    """Return the facts of several sittings or rounds together, in the order of time.

    >>> merge_facts([LineFacts(hands=4, won=1, has_all_hands=True), LineFacts(hands=2, scored=True)])
    LineFacts(hands=6, won=1, scored=True, has_all_hands=False, values=())
    """
    if len(parts) == 1:
        return parts[0]
    return LineFacts(
        hands=sum([part.hands for part in parts]),
        won=sum([part.won for part in parts]),
        scored=any(part.scored for part in parts),
        has_all_hands=all(part.has_all_hands for part in parts),
        values=_merge_values(parts),
    )


def _merge_values(parts: Sequence[LineFacts]) -> tuple[tuple[str, Any], ...]:
    """Return the values that all parts have."""
    by_name: dict[str, list[Any]] = {}
    for part in parts:
        for name, value in part.values:
            by_name.setdefault(name, []).append(value)
    whole = [(name, several) for name, several in by_name.items() if len(several) == len(parts)]
    return tuple([(name, reduce(ACCUMULATORS[name].merge, several)) for name, several in whole])
