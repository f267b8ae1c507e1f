"""The places at a table by the written score, and their place points: pure, exact values.

Place points are data (`Settings.place_points`): for a table of four, five, six the points of the first, the second …
"""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.core.rules.ranking import PARTS

FEWEST = 4  # players of the first row of place points


class TablePlace(NamedTuple):
    """A player's place at their table."""

    place: int  # the first of those that are shared
    points: int  # place points, in parts (PARTS)
    shared: bool = False


def compute_places(scores: Sequence[int], rows: Sequence[Sequence[int]]) -> tuple[TablePlace, ...]:
    """Return everybody's place at a table, in the order of the scores; equal scores share the mean of their places.

    `scores` are only compared; `rows` are the place points by size of the table; without rows nobody gets any.

    >>> [(one.place, one.points // PARTS) for one in compute_places((7, -3, 7, -11), [(60, 40, 20, 0)])]
    [(1, 50), (3, 20), (1, 50), (4, 0)]
    """
    row = select_row(len(scores), rows)
    return tuple(_compute_place(sum(other > score for other in scores), scores.count(score), row) for score in scores)


def _compute_place(before: int, equals: int, row: Sequence[int]) -> TablePlace:
    points = sum(row[before : before + equals]) * PARTS // equals
    return TablePlace(before + 1, points, equals > 1)


def select_row(players: int, rows: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the place points of a table by place; a size without a row uses the row of the next smaller size.

    A table of three uses the first three of a table of four; beyond six players the points of the last of six are
    repeated.

    >>> select_row(5, [(4, 2, 1, 0), (5, 3, 2, 1, 0)]), select_row(3, [(4, 2, 1, 0)]), select_row(4, [])
    ((5, 3, 2, 1, 0), (4, 2, 1), (0, 0, 0, 0))
    """
    if not rows:
        return (0,) * players
    row = rows[max(0, min(players - FEWEST, len(rows) - 1))]
    return (*row, *[row[-1]] * players)[:players]
