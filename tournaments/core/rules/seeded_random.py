"""Random numbers from a seed, the same on every machine and in every version of Python.

Only `Random.random` is used: the other methods of `random.Random` may change between versions.

>>> roll = create_roll(7)
>>> shuffle_values(range(6), roll)
[3, 5, 4, 2, 0, 1]
"""

from collections.abc import Callable, Iterable
from random import Random

Roll = Callable[[], float]


def create_roll(seed: int) -> Roll:
    """Return a source of numbers from 0 to below 1."""
    return Random(seed).random  # noqa: S311 -- a draw is to be repeatable, not secret


def shuffle_values(values: Iterable[int], roll: Roll) -> list[int]:
    """Return the values in random order."""
    mixed = list(values)
    for last in range(len(mixed) - 1, 0, -1):
        other = int(roll() * (last + 1))
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed
