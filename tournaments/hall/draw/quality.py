"""The quality of a draw, and how few pairs can meet again over a day at least: a bound that is proved, not tried.

The bound counts meetings by the rounds in which they are: a pair that meets three times has three. In two rounds the
tables of one are spread over those of the other; where several of one sit together again, pairs meet again. Who has
sat at a table of five does so again only when everybody else has, so that fives meet fours first.

>>> [compute_least_meetings(number, rounds) for number, rounds in ((17, 3), (17, 4), (18, 4), (21, 3), (22, 4))]
[12, 18, 22, 6, 12]
>>> compute_least_meetings(16, 5)
0
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from tournaments.hall.draw.conflicts import count_meetings, count_places_out
from tournaments.hall.draw.values import FEWEST, DrawInput, DrawTable, Pair, Round, compute_sizes


def compute_least_meetings(number: int, rounds: int) -> int:
    """Compute the least sum over all pairs of m(m − 1)/2 meetings when nobody sits out twice more than another.

    `number` players all stay; 0 where tables of six are needed, for which nothing is proved.
    """
    all_sizes = compute_sizes(number)
    if not all_sizes or max(all_sizes) > FEWEST + 1:
        return 0
    fives, pairs = all_sizes.count(FEWEST + 1), comb(rounds, 2)
    each, more = divmod(rounds * count_places_out(all_sizes), number)
    # How often somebody is at a table of five in both of two rounds, all pairs of rounds together.
    again = more * comb(each + 1, 2) + (number - more) * comb(each, 2)
    common, rest = divmod(again, pairs) if pairs else (0, 0)
    fewest, next_ = (_compute_least_of_two(len(all_sizes), fives, common + by) for by in (0, 1))
    return (pairs - rest) * fewest + rest * next_  # the least of a convex function: as even as can be


def _compute_least_of_two(tables: int, fives: int, common: int) -> int:
    """Compute the least pairs that meet in both of two rounds, when so many are at a table of five in both."""
    fours, once = tables - fives, (FEWEST + 1) * fives - common
    return (
        _count_together(common, fives * fives)
        + 2 * _count_together(once, fives * fours)
        + _count_together(FEWEST * fours - once, fours * fours)
    )


def _count_together(players: int, places: int) -> int:
    """Count the pairs when players are spread over places as evenly as possible."""
    each, more = divmod(max(0, players), max(1, places))
    return places * comb(each, 2) + more * each


class Repeat(NamedTuple):
    """Two players at one table who have met before, and how often."""

    pair: Pair
    before: int


class QualityReport(NamedTuple):
    """The quality of a draw; the tables by their index."""

    sizes: tuple[tuple[int, int], ...]  # how many sit there, how many such tables
    repeats: tuple[tuple[int, Repeat], ...]  # at which table
    together: tuple[tuple[int, Pair], ...]  # forbidden pairs that sit together, and at which table
    high_again: int  # players who are Hoch again


def build_quality_report(draw: DrawInput, tables: Sequence[DrawTable]) -> QualityReport:
    """Build the report on the tables of a draw.

    >>> drawn = DrawInput((1, 2, 3, 4), 1, rounds=(), apart=((2, 1),))
    >>> said = build_quality_report(drawn, [DrawTable((1, 2, 3, 4), 0)])
    >>> said.sizes, said.together
    (((4, 1),), ((0, (1, 2)),))
    """
    met = count_meetings(draw.rounds)
    pairs = [(index, pair) for index, table in enumerate(tables) for pair in _list_pairs(table.seats)]
    apart = {tuple(sorted(pair)) for pair in draw.apart}
    return QualityReport(
        tuple(sorted(Counter(len(table.seats) for table in tables).items())),
        tuple((index, Repeat(pair, met[pair])) for index, pair in pairs if pair in met),
        tuple((index, pair) for index, pair in pairs if pair in apart),
        _count_high_again(draw.rounds, tables),
    )


def list_players(round_: Round) -> list[int]:
    """Return everybody who sat at a round, in order."""
    return sorted(player for table in round_ for seat in table.seats for player in seat)


def _list_pairs(seats: Iterable[int]) -> list[Pair]:
    return [(min(pair), max(pair)) for pair in combinations(seats, 2)]


def _count_high_again(rounds: Iterable[Round], tables: Iterable[DrawTable]) -> int:
    before = {table.seats[table.high][0] for round_ in rounds for table in round_}
    return sum(table.seats[table.high] in before for table in tables)
