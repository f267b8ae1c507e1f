"""The totals of a table as sums over its deals."""

from collections import defaultdict
from typing import NamedTuple

from scoring.book.ledger.seats import Stretch, compute_stretches
from scoring.engine.evening.course import CourseStep, compute_amounts
from scoring.engine.evening.state import Evening


class Sum(NamedTuple):
    """The total of a sitting, in sixths."""

    money: int
    written: int


def compute_totals(start: Evening, steps: tuple[CourseStep, ...]) -> dict[Stretch, Sum]:
    """Return the totals of every sitting, added up hand by hand."""
    found = {stretch: [0, 0] for stretch in compute_stretches(start.order, [step.line for step in steps])}
    at_place: defaultdict[int, list[tuple[Stretch, list[int]]]] = defaultdict(list)
    for stretch, so_far in found.items():
        at_place[stretch.place].append((stretch, so_far))
    for step in steps:
        line = step.line
        for place, (money, written) in compute_amounts(line.content, line.score, step.before.active).items():
            so_far = _find_sum(at_place[place], line.number)
            so_far[0] += money
            so_far[1] += written
    return {stretch: Sum(*added) for stretch, added in found.items()}


def _find_sum(stretches: list[tuple[Stretch, list[int]]], number: int) -> list[int]:
    """Return the sum of the sitting that a line belongs to; LookupError if there is none."""
    for (_place, since, until), so_far in stretches:
        if since <= number and (until is None or number < until):
            return so_far
    raise LookupError(number)
