"""Seats by the standing so far: the first four at table 1, the next four at table 2, tables of five last.

Who sits with whom follows from the standing alone: players who have met meet again, and forbidden pairs are not kept
apart. By lot are the order of equal players, those who have no place in the standing (they come last), the seats at
each table, and who is Hoch.

>>> from tournaments.draw.values import Wanted
>>> [table.seats for table in seated_by_standing(Wanted(tuple(range(1, 10)), 7, order=((9,), (8, 7), (6,), (5, 4, 3))))]
[(6, 9, 8, 7), (2, 3, 1, 4, 5)]
"""

from tournaments.draw.pairing import highs_of, seated
from tournaments.draw.values import Table, Wanted, sizes
from tournaments.rules.seeded_random import chance, shuffled


def seated_by_standing(wanted: Wanted) -> tuple[Table, ...]:
    """The tables; ValueError where so many cannot be seated or somebody is named twice."""
    all_sizes = sizes(len(wanted.players))
    if not all_sizes or len(set(wanted.players)) < len(wanted.players):
        raise ValueError(f"{len(wanted.players)} cannot be seated")
    roll = chance(wanted.seed)
    here = set(wanted.players)
    placed = [sorted(here.intersection(equals)) for equals in wanted.order]
    new = sorted(here.difference(*wanted.order))
    order = [player for equals in (*placed, new) for player in shuffled(equals, roll)]
    highs, tables, start = highs_of(wanted.rounds), [], 0
    for size in all_sizes:
        tables.append(seated(order[start : start + size], highs, roll))
        start += size
    return tuple(tables)
