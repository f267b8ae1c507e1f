"""Who chooses from the prizes, and in which order (§3): pure values from a published result."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from tournaments.standings.editions import Ranked

Lot = Callable[[int], int]  # of a person: the larger comes first


class Choosers(NamedTuple):
    """Those who choose, in their order; persons."""

    order: tuple[int, ...]
    equals: bool  # lots decide between some of them, or who comes last among them

    def turn(self, chosen: Collection[int]) -> int:
        """Whose turn it is; 0: nobody's any more."""
        return next((one for one in self.order if one not in chosen), 0)


def choosers(rows: Sequence[Ranked], count: int, lot: Lot, *, by_table: bool = False) -> Choosers:
    """The first `count` of a result, or of each table; between equal ranks the larger lot comes first.

    >>> rows = [Ranked(rank, who, 0, 1, 0, 0, 0) for rank, who in ((1, 7), (2, 8), (2, 9))]
    >>> choosers(rows, 2, lambda who: who)
    Choosers(order=(7, 9), equals=True)
    """
    first: list[Ranked] = []
    equals = False
    for there in _tables(rows) if by_table else [rows]:
        placed = sorted(there, key=lambda one: (one.rank, -lot(one.person), one.person))
        first += placed[:count]
        equals |= len(placed) > count > 0 and placed[count - 1].rank == placed[count].rank
    order = sorted(first, key=lambda one: (one.rank, -lot(one.person), one.person))
    equals |= any(many > 1 for many in Counter(one.rank for one in order).values())
    return Choosers(tuple(one.person for one in order), equals)


def _tables(rows: Iterable[Ranked]) -> Iterable[list[Ranked]]:
    found: dict[int, list[Ranked]] = {}
    for one in rows:
        found.setdefault(one.table, []).append(one)
    return found.values()
