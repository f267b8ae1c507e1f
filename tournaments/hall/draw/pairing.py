"""The draw of tables: by the standing, or by a known design as long as possible, then by chance, and improved."""

from collections import Counter
from collections.abc import Iterable, Sequence
from operator import itemgetter

from tournaments.core.rules.seeded_random import Roll, create_roll, shuffle_values
from tournaments.hall.draw.conflicts import APART_WEIGHT, MET_WEIGHT, Crowd, build_crowd, count_present_seats
from tournaments.hall.draw.known_designs import continue_design
from tournaments.hall.draw.quality import compute_least_repeats
from tournaments.hall.draw.search import FEW, DrawHall, find_best_of_few, improve_tables, list_members
from tournaments.hall.draw.values import DrawInput, DrawTable, Round, compute_sizes

TRIES = 400_000  # swaps that are tried before the best so far is good enough: well under a second
STARTS = 20  # where a forbidden pair is left
TRIES_FOR_FEW = 250  # times the number of players, squared: few players have few tables to try


def draw_tables(draw: DrawInput) -> tuple[DrawTable, ...]:
    """Return the tables of a draw; ValueError where the players cannot be seated or one is named twice.

    >>> [table.seats for table in draw_tables(DrawInput((1, 2, 3, 4, 5, 6, 7, 8), seed=1))]
    [(4, 3, 7, 1), (5, 6, 2, 8)]
    """
    if not compute_sizes(len(draw.players)) or len(set(draw.players)) < len(draw.players):
        raise ValueError(f"{len(draw.players)} cannot be seated")
    draw = draw._replace(players=tuple(sorted(draw.players)))
    roll = create_roll(draw.seed)
    tables = continue_design(draw, roll) or _draw_by_chance(draw, roll)
    highs = count_highs(draw.rounds)
    order = shuffle_values(range(len(tables)), roll)
    return tuple(seat_table(tables[index], highs, roll) for index in order)


def _draw_by_chance(draw: DrawInput, roll: Roll) -> list[tuple[int, ...]]:
    """Draw tables by lot and improve them; start again where a forbidden pair is left that another start may avoid."""
    everybody, number = build_crowd(draw), len(draw.players)
    target = MET_WEIGHT * compute_least_repeats(everybody.met, count_present_seats(draw))
    tries = min(TRIES, TRIES_FOR_FEW * number**2)
    best = _improve_lot(everybody, target, tries, roll)
    for _ in range(STARTS):
        if best[0] < APART_WEIGHT:
            break
        best = min(best, _improve_lot(everybody, target, tries // STARTS, roll), key=itemgetter(0))
    tables = find_best_of_few(everybody, best[1], roll) if number <= FEW and best[0] > target else best[1]
    return [_list_names(everybody, table) for table in tables]


def _improve_lot(everybody: Crowd, target: int, tries: int, roll: Roll) -> tuple[int, list[int]]:
    """Improve the tables of a new lot by up to `tries` swaps; return their cost and the tables."""
    number = len(everybody.players)
    order, all_sizes = shuffle_values(range(number), roll), compute_sizes(number)
    large = tuple(size > all_sizes[0] for size in all_sizes)
    return improve_tables(everybody, DrawHall(_cut(order, all_sizes), large), target, tries, roll)


def _cut(order: Sequence[int], all_sizes: Iterable[int]) -> list[int]:
    """Cut an order into tables as bits, one after the other."""
    tables, start = [], 0
    for size in all_sizes:
        tables.append(sum([1 << player for player in order[start : start + size]]))
        start += size
    return tables


def _list_names(everybody: Crowd, table: int) -> tuple[int, ...]:
    return tuple(everybody.players[place] for place in list_members(table))


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
