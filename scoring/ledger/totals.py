"""The totals of a table as sums over its deals."""

from collections import defaultdict
from typing import NamedTuple

from scoring.engine.evening.course import Step, compute_amounts
from scoring.engine.evening.state import Evening
from scoring.ledger.seats import Stretch, compute_stretches


class Sum(NamedTuple):
    """The total of a sitting, in sixths."""

    money: int
    written: int


def compute_totals(start: Evening, steps: tuple[Step, ...]) -> dict[Stretch, Sum]:
    """Return the totals of every sitting, added up hand by hand."""
    found = {stretch: Sum(0, 0) for stretch in compute_stretches(start.order, [step.line for step in steps])}
    at_place: defaultdict[int, list[Stretch]] = defaultdict(list)
    for stretch in found:
        at_place[stretch.place].append(stretch)
    for step in steps:
        for place, paid in compute_amounts(step.line.content, step.line.score, step.before.active).items():
            stretch = next(key for key in at_place[place] if is_place_covered(key, place, step.line.number))
            money, written = found[stretch]
            found[stretch] = Sum(money + paid[0], written + paid[1])
    return found


def is_place_covered(stretch: Stretch, place: int, number: int) -> bool:
    """Return True if a sitting is at a place in a line of the book."""
    return stretch.place == place and stretch.since <= number and (stretch.until is None or number < stretch.until)
