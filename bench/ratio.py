"""Two things measured in turn, so that whatever slows the machine slows both."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent


class Measured(NamedTuple):
    """What came out: how many times as much the first thing took as the second, once for each round."""

    name: str
    ratios: tuple[float, ...]
    limit: float

    @property
    def middle(self) -> float:
        """The ratio that counts: half of the rounds were better, half worse."""
        return median(self.ratios)

    @property
    def ok(self) -> bool:
        """Whether the limit is kept."""
        return self.middle <= self.limit


def ratios(rounds: int, ours: Callable[[], float], theirs: Callable[[], float]) -> tuple[float, ...]:
    """Take both measurements in turn, and the ratio of each pair; a first pair only warms up."""
    return tuple(_pairs(rounds + 1, ours, theirs))[1:]


def _pairs(rounds: int, ours: Callable[[], float], theirs: Callable[[], float]) -> Iterator[float]:
    for _ in range(rounds):
        base = theirs()
        yield ours() / base


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> Callable[[], float]:
    """The measurement that says how long something takes, by that clock."""

    def measure() -> float:
        start = clock()
        work()
        return clock() - start

    return measure
