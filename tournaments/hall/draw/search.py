"""Improvement of tables by repeated swaps of two players; only players with conflicts are considered."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from tournaments.core.rules.seeded_random import Roll
from tournaments.hall.draw.conflicts import APART_WEIGHT, MET_WEIGHT, Crowd
from tournaments.hall.draw.values import compute_sizes

# The probability of accepting a swap by its extra cost: 2 % for up to one pair that has met before.
WORSE_CHANCES = (1.0, *(0.02,) * MET_WEIGHT, *(0.0004,) * MET_WEIGHT)


class DrawHall(NamedTuple):
    """Tables as sets of bits; which of them are large, that is: not of the smallest size."""

    tables: list[int]
    large: tuple[bool, ...]


def compute_cost(crowd: Crowd, hall: DrawHall) -> int:
    """Compute the total cost of these tables."""
    return sum(_compute_table_cost(crowd, hall, index) for index in range(len(hall.tables)))


def _compute_table_cost(crowd: Crowd, hall: DrawHall, index: int) -> int:
    """Compute the cost of the pairs at a table, and of its size."""
    table, large = hall.tables[index], hall.large[index]
    players = list_members(table)
    cost = sum([max(0, crowd.shift[player] if large else -crowd.shift[player]) for player in players])
    for weight, against in crowd.layers:
        cost += weight * (sum([(against[player] & table).bit_count() for player in players]) // 2)
    return cost


def list_members(table: int) -> list[int]:
    """Return the indices of the players at a table.

    >>> list_members(0b1101)
    [0, 2, 3]
    """
    found = []
    while table:
        highest = table.bit_length() - 1
        found.append(highest)
        table ^= 1 << highest
    return found[::-1]


def improve_tables(crowd: Crowd, hall: DrawHall, least: int, tries: int, roll: Roll) -> tuple[int, list[int]]:
    """Return the best tables within `tries` swaps, and their cost; stop as soon as it is no more than `least`."""
    kept, tables = list(hall.tables), hall.tables
    where = _locate_players(tables, len(crowd.players))
    troubled = _list_troubled(crowd, hall, where)  # all of them, some twice, and some who are not any more
    now = best = sum(_compute_table_cost(crowd, hall, index) for index in {where[player] for player in troubled})
    while best > least and tries:
        tries -= 1
        index, other = int(roll() * len(troubled)), int(roll() * len(where))
        one = troubled[index]
        if not _is_troubled(crowd, hall, where, one):
            troubled[index] = troubled[-1]
            troubled.pop()
            continue
        if where[one] == where[other]:
            continue
        by = _compute_change(crowd, hall, where, one, other)
        if by > 0 and roll() >= _compute_chance(by, now):
            continue
        _swap(tables, where, one, other)
        now += by
        troubled += list_members(tables[where[one]] | tables[where[other]])
        if len(troubled) > 2 * len(where):
            troubled = _list_troubled(crowd, hall, where)
        if now < best:
            best, kept = now, list(tables)
    return best, kept


def _compute_chance(by: int, now: int) -> float:
    """Return the probability of accepting a swap that increases the cost by `by`.

    A forbidden pair comes in only while another one is there: there may be no way to free that one without.
    """
    if by < len(WORSE_CHANCES):
        return WORSE_CHANCES[by]
    return WORSE_CHANCES[MET_WEIGHT] if now >= APART_WEIGHT and by < 2 * APART_WEIGHT else 0.0


def _compute_change(crowd: Crowd, hall: DrawHall, where: Sequence[int], player: int, other: int) -> int:
    """Compute the change of the cost when two players swap."""
    here, there = hall.tables[where[player]], hall.tables[where[other]]
    by = 0
    for weight, against in crowd.layers:
        of_one, of_other = against[player], against[other]
        by += weight * (
            (of_one & (there ^ (1 << other))).bit_count()
            + (of_other & (here ^ (1 << player))).bit_count()
            - (of_one & here).bit_count()
            - (of_other & there).bit_count()
        )
    if hall.large[where[player]] != hall.large[where[other]]:
        more = crowd.shift[other] - crowd.shift[player]
        by += more if hall.large[where[player]] else -more
    return by


def _swap(tables: list[int], where: list[int], player: int, other: int) -> None:
    both = (1 << player) | (1 << other)
    tables[where[player]] ^= both
    tables[where[other]] ^= both
    where[player], where[other] = where[other], where[player]


def _locate_players(tables: Sequence[int], number: int) -> list[int]:
    found = [0] * number
    for index, table in enumerate(tables):
        for player in list_members(table):
            found[player] = index
    return found


def _list_troubled(crowd: Crowd, hall: DrawHall, where: Sequence[int]) -> list[int]:
    """Return the players with conflicts at their tables."""
    return [player for player in range(len(where)) if _is_troubled(crowd, hall, where, player)]


def _is_troubled(crowd: Crowd, hall: DrawHall, where: Sequence[int], player: int) -> bool:
    at = where[player]
    table = hall.tables[at]
    for layer in crowd.layers:
        if layer.against[player] & table:
            return True
    return crowd.shift[player] > 0 if hall.large[at] else crowd.shift[player] < 0


FEW = 12
Key = tuple[int, int, int]


def find_best_of_few(everybody: Crowd, tables: list[int], roll: Roll) -> list[int]:
    """Return these tables unless there are better ones: then one of the best, by lot."""
    all_sizes = compute_sizes(len(everybody.players))
    large = tuple(size > all_sizes[0] for size in all_sizes)
    found = _compute_worth(everybody, DrawHall(tables, large))
    best: list[list[int]] = []
    for seating in generate_seatings((1 << len(everybody.players)) - 1, all_sizes):
        worth = _compute_worth(everybody, DrawHall(seating, large))
        if worth < found:
            found, best = worth, [seating]
        elif worth == found and best:
            best.append(seating)
    return best[int(roll() * len(best))] if best else tables


def _compute_worth(everybody: Crowd, hall: DrawHall) -> Key:
    """Compute the cost of tables in order: forbidden pairs, then pairs that have met before, then all else."""
    whole = compute_cost(everybody, hall)
    met = sum((everybody.met[member] & table).bit_count() for table in hall.tables for member in list_members(table))
    return whole // APART_WEIGHT, met // 2, whole


def generate_seatings(players: int, all_sizes: Sequence[int], after: int = 0) -> Iterator[list[int]]:
    """Generate every way to seat players (as bits) at tables of these sizes, small ones first; each way once.

    Tables of one size come in the order of the lowest of those who sit there: `after` is that of the one before.
    """
    if not all_sizes:
        yield []
        return
    size, *others = all_sizes
    for some in combinations(list_members(players), size):
        lowest = 1 << some[0]
        if lowest > after:
            table = sum(1 << member for member in some)
            for rest in generate_seatings(players & ~table, others, lowest if others[:1] == [size] else 0):
                yield [table, *rest]
