"""Ranks by a total, here and there, and the number of places between them."""

from collections.abc import Sequence
from typing import NamedTuple


class Ranks(NamedTuple):
    """The rank of somebody under their own house rules and under others; players with the same total share it."""

    here: int
    there: int

    @property
    def gained(self) -> int:
        """The number of places gained there; negative: lost."""
        return self.here - self.there


def compute_ranks(here: Sequence[int], there: Sequence[int]) -> list[Ranks]:
    """Return everybody's ranks by their totals, the highest first.

    >>> compute_ranks([6, 6, -12], [0, 6, -6])
    [Ranks(here=1, there=2), Ranks(here=1, there=1), Ranks(here=3, there=3)]
    """
    return [Ranks(*pair) for pair in zip(_rank(here), _rank(there), strict=True)]


def _rank(totals: Sequence[int]) -> list[int]:
    first: dict[int, int] = {}
    for rank, total in enumerate(sorted(totals, reverse=True), 1):
        first.setdefault(total, rank)
    return [first[total] for total in totals]
