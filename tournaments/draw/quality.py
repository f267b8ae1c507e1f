"""How few repeats a draw can have at least, whatever anybody does: a bound that is proved, not tried.

A repeat is a pair at one table that has met before. Three reasons for repeats, each of which holds for every draw:

* who sits with s - 1 others, but has only u left whom he has not met, repeats at least s - 1 - u times; the fewest
  altogether when those with many left sit at the large tables; each repeat is counted at two players;
* whoever sits at a table is there with three others at least, so that it has no fewer repeats than the best table of
  four that he could have; a table's repeats are shared by those who sit there;
* those who have sat at one table are spread over the tables there are: of five over four tables two meet again. The
  tables of one earlier round have no pair in common, so that their repeats add up.

>>> least_repeats([0, 0, 0, 0])  # nobody has met anybody
0
>>> least_repeats([0b1110, 0b1101, 0b1011, 0b0111])  # the same four again
6
>>> least_repeats([0] * 18, [(5, 5, 4, 4)])  # how many of each earlier table are there again
2
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil
from typing import NamedTuple

from tournaments.draw.conflicts import meetings, pairs_at, sat_out, there_again
from tournaments.draw.search import members
from tournaments.draw.values import FEWEST, Round, Table, Wanted, sizes
from tournaments.teams.rosters import Pair

SEARCHED = 120  # among more players nobody's best table is looked for
COUNTED = 24  # among so many the repeats at everybody's best table are counted


def least_repeats(met: Sequence[int], rounds: Iterable[Sequence[int]] = ()) -> int:
    """The bound for these players, by whom each has met (as bits), and how many of each table of each earlier round."""
    number = len(met)
    everybody = (1 << number) - 1
    fresh = [everybody & ~others & ~(1 << player) for player, others in enumerate(met)]
    tables = len(sizes(number))
    spread = (sum(_fewest_spread(there, tables) for there in round_) for round_ in rounds)
    return max(_by_count(fresh), _by_tables(fresh), max(spread, default=0))


def _fewest_spread(players: int, tables: int) -> int:
    """The fewest pairs that sit together when so many are spread over so many tables: evenly."""
    each, more = divmod(players, tables)
    return tables * (each * (each - 1) // 2) + more * each


def _by_count(fresh: Sequence[int]) -> int:
    """By those who have not enough others left."""
    places = sorted(size - 1 for size in sizes(len(fresh)) for _ in range(size))
    left = sorted(others.bit_count() for others in fresh)
    missing = sum(max(0, place - others) for place, others in zip(places, left, strict=True))
    return (missing + 1) // 2


def _by_tables(fresh: Sequence[int]) -> int:
    """By the best table of four that each could have."""
    number = len(fresh)
    most_met = number - min(others.bit_count() for others in fresh)
    if 3 * most_met < number or number > SEARCHED:
        return 0  # three strangers, one after the other, always find a place among those who are left
    best = sorted(_fewest_at_table(fresh, player) for player in range(number))
    places = sorted(size for size in sizes(number) for _ in range(size))
    return ceil(sum(Fraction(repeats, size) for repeats, size in zip(best, places, strict=True)))


def _fewest_at_table(fresh: Sequence[int], player: int) -> int:
    """The fewest repeats at a table of four with this player; among many it is only told whether there are any."""
    if _has_strangers(fresh, player):
        return 0
    if len(fresh) > COUNTED:
        return 1
    others = (one for one in range(len(fresh)) if one != player)
    return min(_repeats(fresh, (player, *three)) for three in combinations(others, 3))


def _repeats(fresh: Sequence[int], table: tuple[int, ...]) -> int:
    return sum(not fresh[one] >> other & 1 for one, other in combinations(table, 2))


def _has_strangers(fresh: Sequence[int], player: int) -> bool:
    """Whether three others have met neither a player nor one another."""
    for second in members(fresh[player]):
        common = fresh[player] & fresh[second]
        if any(common & fresh[third] for third in members(common)):
            return True
    return False


class Repeat(NamedTuple):
    """Two players at one table who have met before, and how often."""

    pair: Pair
    before: int


class Report(NamedTuple):
    """What a draw is worth; the tables by their index."""

    sizes: tuple[tuple[int, int], ...]  # how many sit there, how many such tables
    repeats: tuple[tuple[int, Repeat], ...]  # at which table
    least: int  # no draw of these players has fewer
    together: tuple[tuple[int, Pair], ...]  # forbidden pairs that sit together, and at which table
    high_again: int  # players who are Hoch and were it before
    out_again: int  # players at tables where somebody sits out who were at such tables before


def report(wanted: Wanted, tables: Sequence[Table]) -> Report:
    """What is to be said about tables of a draw.

    >>> said = report(Wanted((1, 2, 3, 4), 1, rounds=(), apart=((2, 1),)), [Table((1, 2, 3, 4), 0)])
    >>> said.sizes, said.together, said.least
    (((4, 1),), ((0, (1, 2)),), 0)
    """
    met = times_met(wanted.rounds)
    pairs = [(index, pair) for index, table in enumerate(tables) for pair in _pairs(table.seats)]
    apart = {tuple(sorted(pair)) for pair in wanted.apart}
    return Report(
        tuple(sorted(Counter(len(table.seats) for table in tables).items())),
        tuple((index, Repeat(pair, met[pair])) for index, pair in pairs if pair in met),
        _least(wanted),
        tuple((index, pair) for index, pair in pairs if pair in apart),
        _high_again(wanted.rounds, tables),
        _out_again(wanted.rounds, tables),
    )


def times_met(rounds: Iterable[Round]) -> Counter[Pair]:
    """How often each pair has met."""
    return Counter(pair for round_ in rounds for table in round_ for pair in pairs_at(table))


def _pairs(seats: Iterable[int]) -> list[Pair]:
    return [(min(pair), max(pair)) for pair in combinations(seats, 2)]


def _least(wanted: Wanted) -> int:
    place = {player: index for index, player in enumerate(wanted.players)}
    return least_repeats(meetings(wanted.rounds, place)[0], there_again(wanted))


def _high_again(rounds: Iterable[Round], tables: Iterable[Table]) -> int:
    before = {table.seats[table.high][0] for round_ in rounds for table in round_}
    return sum(table.seats[table.high] in before for table in tables)


def _out_again(rounds: Iterable[Round], tables: Iterable[Table]) -> int:
    before = sat_out(rounds)
    large = (table for table in tables if len(table.seats) > FEWEST)
    return sum(before.get(player, 0) > 0 for table in large for player in table.seats)
