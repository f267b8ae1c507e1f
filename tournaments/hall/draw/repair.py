"""Repair of drawn tables when somebody does not come or comes late: as few people as possible move.

>>> four = DrawTable((1, 2, 3, 4), 0), DrawTable((5, 6, 7, 8), 0)
>>> [table.seats for table in mend_tables(DrawInput((1, 2, 3, 5, 6, 7, 8, 9), 0), four)]  # 9 takes the seat of 4
[(1, 2, 3, 9), (5, 6, 7, 8)]
"""

from collections.abc import Iterable, Sequence

from tournaments.hall.draw.quality import count_meetings
from tournaments.hall.draw.values import FEWEST, DrawInput, DrawTable, Pair, compute_sizes

USUAL_MOST, MOST = 5, 6  # at one table; six only where the number of players needs it
Seats = list[int]


def mend_tables(draw: DrawInput, tables: Sequence[DrawTable]) -> tuple[DrawTable, ...]:
    """Mend tables for those who play now; ValueError where that cannot be done.

    New players take the free seats. Otherwise one of a table of five moves up; where there is none, those left with
    three join other tables, and the last table takes the place of theirs. Those who move go to tables where nobody is
    forbidden to them and they have met the fewest.
    """
    here = set(draw.players)
    seats = [[seat for seat in table.seats if seat in here] for table in tables]
    costs = _compute_costs(draw)
    free = sorted(here.difference(player for table in seats for player in table))
    for table in seats:
        _fill(table, seats, free, costs)
    most = MOST if MOST in compute_sizes(len(here)) else USUAL_MOST
    free = _break_up_small(seats, free) + [table.pop() for table in seats if len(table) > most]
    while len(free) >= FEWEST:
        seats.append([free.pop(0) for _ in range(FEWEST)])
    free = _add_table(seats, free, most)
    for player in free:
        _join(player, seats, costs, most)
    highs = [table.seats[table.high] for table in tables]
    return tuple(DrawTable(tuple(table), _choose_high(table, highs)) for table in seats)


def _compute_costs(draw: DrawInput) -> dict[Pair, int]:
    """Compute the costs of two players at one table."""
    costs = dict(count_meetings(draw.rounds))
    return costs | {(min(pair), max(pair)): 1000 for pair in draw.apart}


def _compute_cost(player: int, table: Iterable[int], costs: dict[Pair, int]) -> int:
    return sum(costs.get((min(player, other), max(player, other)), 0) for other in table)


def _fill(table: Seats, seats: list[Seats], free: Seats, costs: dict[Pair, int]) -> None:
    """Fill a table up to four: from those without a seat, else from the tables of five and six."""
    while 0 < len(table) < FEWEST:
        large = [player for other in seats if len(other) > FEWEST for player in other]
        best = min(free or large, key=lambda player: (_compute_cost(player, table, costs), player), default=None)
        if best is None:
            return
        (free if free else next(other for other in seats if best in other)).remove(best)
        table.append(best)


def _break_up_small(seats: list[Seats], free: Seats) -> Seats:
    """Break up the tables with fewer than four, and return the players left over."""
    left = list(free)
    for index in range(len(seats) - 1, -1, -1):
        if len(seats[index]) < FEWEST:
            left += seats[index]
            seats[index] = seats[-1]
            seats.pop()
    return left


def _add_table(seats: list[Seats], free: Seats, most: int) -> Seats:
    """Make another table of the unseated and of tables of five, if the others are full; return those still unseated."""
    if len(free) <= sum(most - len(table) for table in seats):
        return free
    fives = [table for table in seats if len(table) == USUAL_MOST]
    missing = FEWEST - len(free)
    if len(fives) < missing:
        return free
    seats.append([*free, *(table.pop() for table in fives[:missing])])
    return []


def _join(player: int, seats: list[Seats], costs: dict[Pair, int], most: int) -> None:
    """Seat a player at one of the smallest tables; ValueError where there is no room."""
    if not seats or min(map(len, seats)) >= most:
        raise ValueError(f"no room for {player}")
    best = min(seats, key=lambda table: (len(table), _compute_cost(player, table, costs)))
    best.append(player)


def _choose_high(table: Seats, highs: Sequence[int]) -> int:
    """Keep Hoch for the player who had it; if they are gone, the first one is Hoch."""
    return next((place for place, player in enumerate(table) if player in highs), 0)
