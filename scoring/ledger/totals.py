"""Sums over deals, and whether the totals of a table follow from them."""

from typing import NamedTuple

from scoring.engine.evening.course import Step, paid_by
from scoring.engine.evening.state import Evening
from scoring.ledger.seats import Stretch, compute_stretches


class Sum(NamedTuple):
    """What a sitting stands at, in sixths."""

    money: int
    written: int


def compute_totals(start: Evening, steps: tuple[Step, ...]) -> dict[Stretch, Sum]:
    """The totals of every sitting, added up hand by hand."""
    found = {stretch: Sum(0, 0) for stretch in compute_stretches(start.order, [step.line for step in steps])}
    for step in steps:
        for place, paid in paid_by(step.line.content, step.line.score, step.before.active).items():
            one = next(one for one in found if covers_place(one, place, step.line.number))
            money, written = found[one]
            found[one] = Sum(money + paid[0], written + paid[1])
    return found


def covers_place(one: Stretch, place: int, number: int) -> bool:
    """Whether a sitting is at a place in a line of the book."""
    return one.place == place and one.since <= number and (one.until is None or number < one.until)
