"""Repair of drawn tables when somebody does not come or comes late: as few people as possible move.

>>> four = DrawTable((1, 2, 3, 4), 0), DrawTable((5, 6, 7, 8), 0)
>>> [table.seats for table in mend_tables(DrawInput((1, 2, 3, 5, 6, 7, 8, 9), 0), four)]  # 9 takes the seat of 4
[(1, 2, 3, 9), (5, 6, 7, 8)]
"""

from collections.abc import Sequence

from tournaments.hall.draw.conflicts import DrawHistory, build_history, compute_table_cost
from tournaments.hall.draw.values import FEWEST, DrawInput, DrawTable, compute_sizes

USUAL_MOST, MOST = 5, 6  # at one table; six only where the number of players needs it
Seats = list[int]


def mend_tables(draw: DrawInput, tables: Sequence[DrawTable]) -> tuple[DrawTable, ...]:
    """Mend tables for those who play now; ValueError where that cannot be done.

    New players take the free seats. Otherwise one of a table of five moves up; where there is none, those left with
    three join other tables, and the last table takes the place of theirs. Who moves, and where to, costs least: nobody
    is forbidden to them, nobody sits out more often than others, and they have met the fewest.
    """
    here = set(draw.players)
    seats = [[seat for seat in table.seats if seat in here] for table in tables]
    history = build_history(draw)
    free = sorted(here.difference(player for table in seats for player in table))
    for table in seats:
        _fill(table, seats, free, history)
    most = MOST if MOST in compute_sizes(len(here)) else USUAL_MOST
    free = _break_up_small(seats, free) + [_take_out(table, history) for table in seats if len(table) > most]
    while len(free) >= FEWEST:
        seats.append([free.pop(0) for _ in range(FEWEST)])
    free = _add_table(seats, free, most, history)
    for player in free:
        _join(player, seats, history, most)
    highs = [table.seats[table.high] for table in tables]
    return tuple(DrawTable(tuple(table), _choose_high(table, highs)) for table in seats)


def _compute_gain(table: Seats, player: int, history: DrawHistory) -> int:
    """Compute what a table costs less without one of its players."""
    return compute_table_cost(history, table) - compute_table_cost(history, [seat for seat in table if seat != player])


def _take_out(table: Seats, history: DrawHistory) -> int:
    """Take out the player without whom a table costs least; the last one of equals."""
    player = max(reversed(table), key=lambda seat: _compute_gain(table, seat, history))
    table.remove(player)
    return player


def _fill(table: Seats, seats: list[Seats], free: Seats, history: DrawHistory) -> None:
    """Fill a table up to four: from those without a seat, else from the tables of five and six."""
    while 0 < len(table) < FEWEST:
        sources = [free] if free else [other for other in seats if len(other) > FEWEST]
        if not sources:
            return
        best, source = min(
            ((player, source) for source in sources for player in source),
            key=lambda row: (
                compute_table_cost(history, [*table, row[0]])
                - (0 if row[1] is free else _compute_gain(row[1], row[0], history)),
                row[0],
            ),
        )
        source.remove(best)
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


def _add_table(seats: list[Seats], free: Seats, most: int, history: DrawHistory) -> Seats:
    """Make another table of the unseated and of tables of five, if the others are full; return those still unseated."""
    if len(free) <= sum(most - len(table) for table in seats):
        return free
    fives = [table for table in seats if len(table) == USUAL_MOST]
    fives.sort(key=lambda table: -compute_table_cost(history, table))
    missing = FEWEST - len(free)
    if len(fives) < missing:
        return free
    seats.append([*free, *(_take_out(table, history) for table in fives[:missing])])
    return []


def _join(player: int, seats: list[Seats], history: DrawHistory, most: int) -> None:
    """Seat a player at one of the smallest tables; ValueError where there is no room."""
    if not seats or min(map(len, seats)) >= most:
        raise ValueError(f"no room for {player}")
    best = min(seats, key=lambda table: (len(table), _compute_gain([*table, player], player, history)))
    best.append(player)


def _choose_high(table: Seats, highs: Sequence[int]) -> int:
    """Keep Hoch for the player who had it; if they are gone, the first one is Hoch."""
    return next((place for place, player in enumerate(table) if player in highs), 0)
