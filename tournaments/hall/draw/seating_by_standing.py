"""Seats by the standing so far: the first four at table 1, the next four at table 2, tables of five last.

The tables follow from the standing alone: players who have met meet again, and forbidden pairs are not kept
apart. By lot are the order of equal players, those who have no place in the standing (they come last), the seats at
each table, and who is Hoch.

>>> from tournaments.hall.draw.values import DrawInput
>>> [
...     table.seats
...     for table in seat_by_standing(DrawInput(tuple(range(1, 10)), 7, order=((9,), (8, 7), (6,), (5, 4, 3))))
... ]
[(6, 9, 8, 7), (2, 3, 1, 4, 5)]
"""

from tournaments.core.rules.seeded_random import create_roll, shuffle_values
from tournaments.hall.draw.pairing import count_highs, seat_table
from tournaments.hall.draw.values import DrawInput, DrawTable, compute_sizes


def seat_by_standing(draw_input: DrawInput) -> tuple[DrawTable, ...]:
    """Return the tables; ValueError where the players cannot be seated or one is named twice."""
    all_sizes = compute_sizes(len(draw_input.players))
    if not all_sizes or len(set(draw_input.players)) < len(draw_input.players):
        raise ValueError(f"{len(draw_input.players)} cannot be seated")
    roll = create_roll(draw_input.seed)
    here = set(draw_input.players)
    placed = [sorted(here.intersection(equals)) for equals in draw_input.order]
    new = sorted(here.difference(*draw_input.order))
    order = [player for equals in (*placed, new) for player in shuffle_values(equals, roll)]
    highs, tables, start = count_highs(draw_input.rounds), [], 0
    for size in all_sizes:
        tables.append(seat_table(order[start : start + size], highs, roll))
        start += size
    return tuple(tables)
