"""What is to be said about a draw before it is published: repeats against the least possible, sizes, who is Hoch."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from tournaments.draw.conflicts import meetings, pairs_at, sat_out, there_again
from tournaments.draw.quality import least_repeats
from tournaments.draw.sizes import FEWEST
from tournaments.draw.values import Pair, Round, Table, Wanted


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
