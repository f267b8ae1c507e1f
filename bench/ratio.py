"""Two things measured in turn, so that whatever slows the machine slows both."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent


class Measurement(NamedTuple):
    """The ratios of two things, one for each round: how many times as much the first took as the second."""

    name: str
    ratios: tuple[float, ...]
    limit: float

    @property
    def middle(self) -> float:
        """The ratio that counts: half of the rounds were better, half worse."""
        return median(self.ratios)

    @property
    def is_kept(self) -> bool:
        """The limit is kept."""
        return self.middle <= self.limit


class Failure(NamedTuple):
    """The reason why there is no measurement, in one line."""

    reason: str


def build_failure(error: BaseException) -> Failure:
    """Describe an error by its kind and the last line of its message."""
    return Failure(f"{type(error).__name__}: {str(error).strip().rpartition(chr(10))[2]}")


def measure_ratios(
    rounds: int, ours: Callable[[], float], theirs: Callable[[], float], *, warm_up: bool = True
) -> tuple[float, ...]:
    """Take both measurements in turn, and the ratio of each pair; a first pair only warms up."""
    return tuple(_measure_pairs(rounds + warm_up, ours, theirs))[warm_up:]


def _measure_pairs(rounds: int, ours: Callable[[], float], theirs: Callable[[], float]) -> Iterator[float]:
    for _ in range(rounds):
        base = theirs()
        yield ours() / base


def build_stopwatch(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> Callable[[], float]:
    """Return a measurement of the seconds that something takes, by that clock."""

    def measure() -> float:
        start = clock()
        work()
        return clock() - start

    return measure
