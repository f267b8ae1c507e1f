"""The facts that the lines of a book tell of a seat beside its amounts: its hands, and values that columns fold.

A column of standings with a value of its own declares how it is folded beside itself:

    SERIES = register_accumulator(Accumulator("series", Series(), add_line, merge))
    LONGEST = StandingColumn("longest", _("Longest series"), lambda line: find_longest(line.facts.get(SERIES)))

The value comes with the other facts from the books to the lines of a round and of all rounds: no row between them has
to know it. Published lines have none, as they have no hands.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from importlib import import_module
from typing import Any, Generic, NamedTuple, TypeVar

from tournaments.core.rules.capital import LinePayment, Stay

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
