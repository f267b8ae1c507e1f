"""Who is placed where at a table by the written score, and the place points for it: pure, exact values.

Place points are data (`Settings.place_points`): for a table of four, five, six what the first, the second … gets.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.rules.ranking import PARTS

FEWEST = 4  # players of the first row of place points


class TablePlace(NamedTuple):
    """Somebody's place at his table."""

    place: int  # the first of those that he shares
    points: int  # place points, in parts (PARTS)
    shared: bool = False


def compute_places(scores: Sequence[int], rows: Sequence[Sequence[int]]) -> tuple[TablePlace, ...]:
    """Everybody's place at a table of so many, in the order of the scores; equal ones share the mean of their places.

    `scores` are compared only; `rows` are the place points by size of the table, none: nobody gets any.

    >>> [(one.place, one.points // PARTS) for one in compute_places((7, -3, 7, -11), [(60, 40, 20, 0)])]
    [(1, 50), (3, 20), (1, 50), (4, 0)]
    """
    row = select_row(len(scores), rows)
    return tuple(_compute_place(sum(one > score for one in scores), scores.count(score), row) for score in scores)


def _compute_place(before: int, equals: int, row: Sequence[int]) -> TablePlace:
    points = sum(row[before : before + equals]) * PARTS // equals
    return TablePlace(before + 1, points, equals > 1)


def select_row(players: int, rows: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The place points of a table by place: of the next smaller size where there is none, so long as there are players.

    Of three the first three of a table of four count; of more than six those behind get what the last of six gets.

    >>> select_row(5, [(4, 2, 1, 0), (5, 3, 2, 1, 0)]), select_row(3, [(4, 2, 1, 0)]), select_row(4, [])
    ((5, 3, 2, 1, 0), (4, 2, 1), (0, 0, 0, 0))
    """
    if not rows:
        return (0,) * players
    row = rows[max(0, min(players - FEWEST, len(rows) - 1))]
    return (*row, *[row[-1]] * players)[:players]
