"""The least number of repeats that any draw can have: a bound that is proved, not tried.

A repeat is a pair at one table that has met before. Three reasons for repeats, each of which holds for every draw:

* a player who sits with s - 1 others, but has not met only u, repeats at least s - 1 - u times; the fewest
  altogether when those with many left sit at the large tables; each repeat is counted at two players;
* a player at a table is there with three others at least, so that it has no fewer repeats than the best table of
  four that they could have; a table's repeats are shared by those who sit there;
* those who have sat at one table are spread over the tables there are: of five over four tables two meet again. The
  tables of one earlier round have no pair in common, so that their repeats add up.

>>> compute_least_repeats([0, 0, 0, 0])  # nobody has met anybody
0
>>> compute_least_repeats([0b1110, 0b1101, 0b1011, 0b0111])  # the same four again
6
>>> compute_least_repeats([0] * 18, [(5, 5, 4, 4)])  # how many of each earlier table are there again
2
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil
from typing import NamedTuple

from tournaments.hall.draw.conflicts import build_meetings, count_present_seats, count_sat_out, list_pairs
from tournaments.hall.draw.search import list_members
from tournaments.hall.draw.values import FEWEST, DrawInput, DrawTable, Pair, Round, compute_sizes

MOST_SEARCHED = 120  # among more players no best tables are searched for
MOST_COUNTED = 24  # among up to this number the repeats at each player's best table are counted


def compute_least_repeats(met: Sequence[int], rounds: Iterable[Sequence[int]] = ()) -> int:
    """Compute the bound from the players each has met (as bits) and the number of players from each earlier table."""
    number = len(met)
    everybody = (1 << number) - 1
    fresh = [everybody & ~(others | 1 << player) for player, others in enumerate(met)]
    tables = len(compute_sizes(number))
    spread = (
        sum(count * _compute_fewest_pairs(there, tables) for there, count in Counter(round_).items())
        for round_ in rounds
    )
    return max(_compute_bound_by_count(fresh), _compute_bound_by_tables(fresh), max(spread, default=0))


def _compute_fewest_pairs(players: int, tables: int) -> int:
    """Compute the fewest pairs that sit together when players are spread over tables: evenly."""
    each, more = divmod(players, tables)
    return tables * (each * (each - 1) // 2) + more * each


def _compute_bound_by_count(fresh: Sequence[int]) -> int:
    """Compute the bound from the players who have too few others left to meet."""
    places = sorted(size - 1 for size in compute_sizes(len(fresh)) for _ in range(size))
    left = sorted(others.bit_count() for others in fresh)
    missing = sum(max(0, place - others) for place, others in zip(places, left, strict=True))
    return (missing + 1) // 2


def _compute_bound_by_tables(fresh: Sequence[int]) -> int:
    """Compute the bound from the best table of four that each could have."""
    number = len(fresh)
    if number > MOST_SEARCHED or 3 * (number - min(others.bit_count() for others in fresh)) < number:
        return 0  # three strangers, one after the other, always find a place among those who are left
    best = sorted(_compute_fewest_at_table(fresh, player) for player in range(number))
    places = sorted(size for size in compute_sizes(number) for _ in range(size))
    return ceil(sum(Fraction(repeats, size) for repeats, size in zip(best, places, strict=True)))


def _compute_fewest_at_table(fresh: Sequence[int], player: int) -> int:
    """Compute the fewest repeats at a table of four with this player; among many, only 0 or 1 for any."""
    if _has_strangers(fresh, player):
        return 0
    if len(fresh) > MOST_COUNTED:
        return 1
    others = (number for number in range(len(fresh)) if number != player)
    return min(_count_repeats(fresh, (player, *three)) for three in combinations(others, 3))


def _count_repeats(fresh: Sequence[int], table: tuple[int, ...]) -> int:
    return sum(not fresh[player] >> other & 1 for player, other in combinations(table, 2))


def _has_strangers(fresh: Sequence[int], player: int) -> bool:
    """Tell whether three others have met neither a player nor one another."""
    for second in list_members(fresh[player]):
        common = fresh[player] & fresh[second]
        if any(common & fresh[third] for third in list_members(common)):
            return True
    return False


class Repeat(NamedTuple):
    """Two players at one table who have met before, and how often."""

    pair: Pair
    before: int


class QualityReport(NamedTuple):
    """The quality of a draw; the tables by their index."""

    sizes: tuple[tuple[int, int], ...]  # how many sit there, how many such tables
    repeats: tuple[tuple[int, Repeat], ...]  # at which table
    least: int  # no draw of these players has fewer
    together: tuple[tuple[int, Pair], ...]  # forbidden pairs that sit together, and at which table
    high_again: int  # players who are Hoch again
    out_again: int  # players at tables where somebody sits out who were at such tables before


def build_quality_report(draw: DrawInput, tables: Sequence[DrawTable]) -> QualityReport:
    """Build the report on the tables of a draw.

    >>> drawn = DrawInput((1, 2, 3, 4), 1, rounds=(), apart=((2, 1),))
    >>> said = build_quality_report(drawn, [DrawTable((1, 2, 3, 4), 0)])
    >>> said.sizes, said.together, said.least
    (((4, 1),), ((0, (1, 2)),), 0)
    """
    met = count_meetings(draw.rounds)
    pairs = [(index, pair) for index, table in enumerate(tables) for pair in _list_pairs(table.seats)]
    apart = {tuple(sorted(pair)) for pair in draw.apart}
    return QualityReport(
        tuple(sorted(Counter(len(table.seats) for table in tables).items())),
        tuple((index, Repeat(pair, met[pair])) for index, pair in pairs if pair in met),
        _compute_least(draw),
        tuple((index, pair) for index, pair in pairs if pair in apart),
        _count_high_again(draw.rounds, tables),
        _count_out_again(draw.rounds, tables),
    )


def count_meetings(rounds: Iterable[Round]) -> Counter[Pair]:
    """Count the meetings of each pair."""
    return Counter(pair for round_ in rounds for table in round_ for pair in list_pairs(table))


def _list_pairs(seats: Iterable[int]) -> list[Pair]:
    return [(min(pair), max(pair)) for pair in combinations(seats, 2)]


def _compute_least(draw: DrawInput) -> int:
    place = {player: index for index, player in enumerate(draw.players)}
    return compute_least_repeats(build_meetings(draw.rounds, place)[0], count_present_seats(draw))


def _count_high_again(rounds: Iterable[Round], tables: Iterable[DrawTable]) -> int:
    before = {table.seats[table.high][0] for round_ in rounds for table in round_}
    return sum(table.seats[table.high] in before for table in tables)


def _count_out_again(rounds: Iterable[Round], tables: Iterable[DrawTable]) -> int:
    before = count_sat_out(rounds)
    large = (table for table in tables if len(table.seats) > FEWEST)
    return sum(before.get(player, 0) > 0 for table in large for player in table.seats)
