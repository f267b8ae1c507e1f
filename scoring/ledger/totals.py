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
    found = {stretch: [0, 0] for stretch in compute_stretches(start.order, [step.line for step in steps])}
    at_place: defaultdict[int, list[Stretch]] = defaultdict(list)
    for stretch in found:
        at_place[stretch.place].append(stretch)
    for step in steps:
        line, number = step.line, step.line.number
        for place, (money, written) in compute_amounts(line.content, line.score, step.before.active).items():
            stretch = next(
                key for key in at_place[place] if key.since <= number and (key.until is None or number < key.until)
            )
            so_far = found[stretch]
            so_far[0] += money
            so_far[1] += written
    return {stretch: Sum(*added) for stretch, added in found.items()}
