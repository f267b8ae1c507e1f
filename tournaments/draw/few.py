"""Few players: every seating there is, so that the best one is found for sure.

Eight players can sit at two tables in 35 ways, twelve at three in 5,775: all are looked at where swaps have not led to
what cannot be better.

>>> len(list(seatings(0b11111111, (4, 4)))), len(list(seatings((1 << 9) - 1, (4, 5))))
(35, 126)
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from tournaments.draw.conflicts import APART, Crowd
from tournaments.draw.search import Hall, cost, members
from tournaments.draw.sizes import sizes
from tournaments.rules.seeded_random import Roll

FEW = 12
Key = tuple[int, int, int]


def best_of_few(everybody: Crowd, tables: list[int], roll: Roll) -> list[int]:
    """These tables unless there are better ones: then one of the best, by lot."""
    all_sizes = sizes(len(everybody.players))
    large = tuple(size > all_sizes[0] for size in all_sizes)
    found = _worth(everybody, Hall(tables, large))
    best: list[list[int]] = []
    for seating in seatings((1 << len(everybody.players)) - 1, all_sizes):
        worth = _worth(everybody, Hall(seating, large))
        if worth < found:
            found, best = worth, [seating]
        elif worth == found and best:
            best.append(seating)
    return best[int(roll() * len(best))] if best else tables


def _worth(everybody: Crowd, hall: Hall) -> Key:
    """What speaks against tables: forbidden pairs, then pairs that have met before, then all else."""
    whole = cost(everybody, hall)
    met = sum((everybody.met[one] & table).bit_count() for table in hall.tables for one in members(table))
    return whole // APART, met // 2, whole


def seatings(players: int, all_sizes: Sequence[int], after: int = 0) -> Iterator[list[int]]:
    """Every way to seat players (as bits) at tables of these sizes, small ones first; each way once.

    Tables of one size come in the order of the lowest of those who sit there: `after` is that of the one before.
    """
    if not all_sizes:
        yield []
        return
    size, *others = all_sizes
    for some in combinations(members(players), size):
        lowest = 1 << some[0]
        if lowest > after:
            table = sum(1 << one for one in some)
            for rest in seatings(players & ~table, others, lowest if others[:1] == [size] else 0):
                yield [table, *rest]
