"""The draw of tables: by the standing, or by a known design as long as possible, then by a plan."""

from collections import Counter
from collections.abc import Iterable, Sequence

from tournaments.core.rules.seeded_random import Roll, create_roll, shuffle_values
from tournaments.hall.draw.known_designs import continue_design
from tournaments.hall.draw.plan import plan_tables
from tournaments.hall.draw.values import DrawInput, DrawTable, Round, compute_sizes


def draw_tables(draw: DrawInput) -> tuple[DrawTable, ...]:
    """Return the tables of a draw; ValueError where the players cannot be seated or one is named twice.

    >>> [table.seats for table in draw_tables(DrawInput((1, 2, 3, 4, 5, 6, 7, 8), seed=1))]
    [(6, 5, 8, 2), (3, 4, 1, 7)]
    """
    if not compute_sizes(len(draw.players)) or len(set(draw.players)) < len(draw.players):
        raise ValueError(f"{len(draw.players)} cannot be seated")
    draw = draw._replace(players=tuple(sorted(draw.players)))
    roll = create_roll(draw.seed)
    tables = continue_design(draw, roll) or plan_tables(draw, roll)
    highs = count_highs(draw.rounds)
    order = shuffle_values(range(len(tables)), roll)
    return tuple(seat_table(tables[index], highs, roll) for index in order)


def count_highs(rounds: Iterable[Round]) -> dict[int, int]:
    """Count how often each player had drawn the highest card at the table."""
    return Counter(player for round_ in rounds for table in round_ for player in table.seats[table.high][:1])


def seat_table(table: Sequence[int], highs: dict[int, int], roll: Roll) -> DrawTable:
    """Order a table by lot; Hoch is one of those who had it least often."""
    seats = shuffle_values(table, roll)
    often = [highs.get(player, 0) for player in seats]
    fewest = min(often)
    able = [place for place, times in enumerate(often) if times == fewest]
    return DrawTable(tuple(seats), able[int(roll() * len(able))])


def seat_by_standing(draw: DrawInput) -> tuple[DrawTable, ...]:
    """Return tables by the standing so far: the first four at table 1, the next four at table 2, tables of five last.

    They follow from the standing alone: players who have met meet again, and forbidden pairs are not kept apart. By lot
    are the order of equal players, those who have no place in the standing (they come last), the seats at each table,
    and who is Hoch. ValueError where the players cannot be seated or one is named twice.

    >>> order = ((9,), (8, 7), (6,), (5, 4, 3))
    >>> [table.seats for table in seat_by_standing(DrawInput(tuple(range(1, 10)), 7, order=order))]
    [(6, 9, 8, 7), (2, 3, 1, 4, 5)]
    """
    all_sizes = compute_sizes(len(draw.players))
    if not all_sizes or len(set(draw.players)) < len(draw.players):
        raise ValueError(f"{len(draw.players)} cannot be seated")
    roll = create_roll(draw.seed)
    here = set(draw.players)
    placed = [sorted(here.intersection(equals)) for equals in draw.order]
    new = sorted(here.difference(*draw.order))
    order = [player for equals in (*placed, new) for player in shuffle_values(equals, roll)]
    highs, tables, start = count_highs(draw.rounds), [], 0
    for size in all_sizes:
        tables.append(seat_table(order[start : start + size], highs, roll))
        start += size
    return tuple(tables)


def list_cut_equals(draw: DrawInput, tables: Sequence[DrawTable]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the equals in the standing whom the lot has put at different tables: each with the number of the table.

    >>> wanted = DrawInput((1, 2, 3, 4, 5, 6, 7, 8), 7, order=((1,), (2,), (3,), (5, 6), (4, 7, 8)))
    >>> list_cut_equals(wanted, seat_by_standing(wanted))
    (((5, 2), (6, 1)),)
    """
    seated = {player: number for number, table in enumerate(tables, 1) for player in table.seats}
    placed = (tuple((player, seated[player]) for player in equals if player in seated) for equals in draw.order)
    return tuple(equals for equals in placed if len({number for _player, number in equals}) > 1)
