"""Ranking by criteria that are data (§3, §4), also at a table: pure values; equal results share a rank (1, 1, 3)."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from random import Random
from typing import Any, NamedTuple

from tournaments.core.rules.line_facts import LineFacts, merge_facts
from tournaments.core.settings import (
    BEST_ROUND,
    BEST_SUM,
    BEST_WRITTEN,
    CAPITAL,
    HANDS_WON,
    LOT,
    NO_REPLACEMENTS,
    PLACE_POINTS,
    PLACES,
    REPLACEMENTS,
    ROUNDS_WON,
    SUM,
    TABLE_PLACES,
    WRITTEN_ROUNDS,
    WRITTEN_SCORE,
)

Roll = Callable[[], float]


def create_roll(seed: int) -> Roll:
    """Return a source of numbers from 0 to below 1, the same on every machine and in every version of Python.

    Only `Random.random` is used: the other methods of `random.Random` may change between versions.

    >>> shuffle_values(range(6), create_roll(7))
    [3, 5, 4, 2, 0, 1]
    """
    return Random(seed).random  # noqa: S311 -- a draw is to be repeatable, not secret


def shuffle_values(values: Iterable[int], roll: Roll) -> list[int]:
    """Return the values in random order."""
    mixed = list(values)
    for last in range(len(mixed) - 1, 0, -1):
        other = int(roll() * (last + 1))
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


PARTS = 60  # of a place point: the mean of up to six places is exact
OF_WRITTEN = PARTS // 6  # a sixth of a point, in the same parts


class PlayerResult(NamedTuple):
    """The result of a player in a round, or in all rounds that they played."""

    who: int
    gain: int = 0  # capital less replacements less starting capital, over all rounds; sixths of a cent
    replaced: int = 0  # replacements
    written: int = 0  # sixths of a point
    facts: LineFacts = LineFacts()
    gains: tuple[int, ...] = ()  # of each round played
    places: tuple[int, ...] = ()  # the rank in each of them
    points: int = 0  # place points, in parts (PARTS)
    writtens: tuple[int, ...] = ()  # of each round, in sixths
    sums: tuple[int, ...] = ()  # written score and place points of each round, in parts
    table_places: tuple[int, ...] = ()  # the place at the table in each round, the first of those shared
    lot: int = 0  # drawn: the larger one is ranked first; 0: none was drawn

    @property
    def together(self) -> int:
        """The written score and the place points, in parts of a point."""
        return self.written * OF_WRITTEN + self.points


class RankedResult(NamedTuple):
    """A result with its rank."""

    rank: int
    shared: bool
    result: PlayerResult


Key = Callable[[PlayerResult], Any]
# The value that each criterion compares: the larger one is better.
CRITERION_KEYS: Mapping[str, Key] = {
    NO_REPLACEMENTS: lambda result: result.replaced == 0,
    REPLACEMENTS: lambda result: -result.replaced,
    CAPITAL: lambda result: result.gain,  # all begin a round with the same, so the gain ranks as the capital does
    PLACES: lambda result: tuple(
        -place for place in sorted(result.places)
    ),  # more first places, then more second ones …
    BEST_ROUND: lambda result: max(result.gains, default=result.gain),
    ROUNDS_WON: lambda result: result.places.count(1),
    WRITTEN_SCORE: lambda result: result.written,
    HANDS_WON: lambda result: result.facts.won,
    PLACE_POINTS: lambda result: result.points,
    SUM: lambda result: result.together,
    TABLE_PLACES: lambda result: tuple(-place for place in sorted(result.table_places)),
    BEST_WRITTEN: lambda result: max(result.writtens, default=result.written),
    WRITTEN_ROUNDS: lambda result: tuple(sorted(result.writtens, reverse=True)),
    BEST_SUM: lambda result: max(result.sums, default=result.together),
    LOT: lambda result: result.lot,
}


def rank_results(results: Iterable[PlayerResult], criteria: Sequence[str]) -> tuple[RankedResult, ...]:
    """Rank the results, the best first; equal ones are in the order of `who`, which decides nothing.

    >>> some = [PlayerResult(who=1, gain=-5), PlayerResult(who=2, gain=30, replaced=1)]
    >>> some.append(PlayerResult(who=3, gain=-5))
    >>> [(one.rank, one.result.who) for one in rank_results(some, (NO_REPLACEMENTS, REPLACEMENTS, CAPITAL))]
    [(1, 1), (1, 3), (3, 2)]
    """

    keys = [CRITERION_KEYS[name] for name in criteria]
    by_who = sorted(results, key=lambda result: result.who)
    keyed = [(tuple([key(result) for key in keys]), result) for result in by_who]
    placed: list[RankedResult] = []
    for _key, group in groupby(sorted(keyed, key=itemgetter(0), reverse=True), key=itemgetter(0)):
        equals = [result for _key, result in group]
        rank = len(placed) + 1
        placed += [RankedResult(rank, len(equals) > 1, equal) for equal in equals]
    return tuple(placed)


def rank_replaced_last(results: Iterable[PlayerResult], criteria: Sequence[str]) -> tuple[RankedResult, ...]:
    """Rank the results of a round; players who needed a replacement share the last rank, the number of players (§4).

    >>> some = [PlayerResult(who=1, gain=-5), PlayerResult(who=2, gain=30, replaced=1)]
    >>> some += [PlayerResult(who=3, gain=-9), PlayerResult(who=4, replaced=2)]
    >>> [(one.rank, one.shared, one.result.who) for one in rank_replaced_last(some, (CAPITAL,))]
    [(1, False, 1), (2, False, 3), (4, True, 2), (4, True, 4)]
    """
    placed = rank_results(results, (NO_REPLACEMENTS, *criteria))
    last = sum(ranked.result.replaced > 0 for ranked in placed)
    return tuple(
        ranked._replace(rank=len(placed), shared=last > 1) if ranked.result.replaced else ranked for ranked in placed
    )


def compute_lot(seed: str, what: str, who: int) -> int:
    """Return a player's lot: derived from the tournament's seed and the purpose, so drawing again gives the same.

    Each player's lot is independent of the others: an additional equal player changes nothing between the rest.

    >>> compute_lot("00", "round 1", 7) == compute_lot("00", "round 1", 7) != compute_lot("00", "round 2", 7)
    True
    """
    return int.from_bytes(hashlib.sha256(f"{seed}|{what}|{who}".encode()).digest()[:8], "big") + 1


def sum_results(who: int, rounds: Sequence[tuple[PlayerResult, int]]) -> PlayerResult:
    """Return a player's result over all rounds played, each with their rank in it; a round not played counts 0.

    >>> rounds = [(PlayerResult(who=7, gain=5), 2), (PlayerResult(who=7, gain=-2, replaced=1), 9)]
    >>> whole = sum_results(7, rounds)
    >>> whole.who, whole.gain, whole.replaced, whole.places
    (7, 3, 1, (2, 9))
    """
    results = [result for result, _rank in rounds]
    return PlayerResult(
        who=who,
        gain=sum(result.gain for result in results),
        replaced=sum(result.replaced for result in results),
        written=sum(result.written for result in results),
        facts=merge_facts([result.facts for result in results]),
        gains=tuple(result.gain for result in results),
        places=tuple(rank for _one, rank in rounds),
        points=sum(result.points for result in results),
        writtens=tuple(result.written for result in results),
        sums=tuple(result.together for result in results),
        table_places=tuple(place for result in results for place in result.table_places),
    )


# Place points are data (`Settings.place_points`): for a table of four, five, six the points of the first, the second …

SMALLEST_TABLE = 4  # players of the first row of place points


class TablePlace(NamedTuple):
    """A player's place at their table."""

    place: int  # the first of those that are shared
    points: int  # place points, in parts (PARTS)
    shared: bool = False


def compute_places(scores: Sequence[int], rows: Sequence[Sequence[int]]) -> tuple[TablePlace, ...]:
    """Return everybody's place at a table, in the order of the scores; equal scores share the mean of their places.

    `scores` are only compared; `rows` are the place points by size of the table; without rows nobody gets any.

    >>> [(one.place, one.points // PARTS) for one in compute_places((7, -3, 7, -11), [(60, 40, 20, 0)])]
    [(1, 50), (3, 20), (1, 50), (4, 0)]
    """
    row = select_row(len(scores), rows)
    return tuple(_compute_place(sum(other > score for other in scores), scores.count(score), row) for score in scores)


def _compute_place(before: int, equals: int, row: Sequence[int]) -> TablePlace:
    points = sum(row[before : before + equals]) * PARTS // equals
    return TablePlace(before + 1, points, equals > 1)


def select_row(players: int, rows: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the place points of a table by place; a size without a row uses the row of the next smaller size.

    A table of three uses the first three of a table of four; beyond six players the points of the last of six are
    repeated.

    >>> select_row(5, [(4, 2, 1, 0), (5, 3, 2, 1, 0)]), select_row(3, [(4, 2, 1, 0)]), select_row(4, [])
    ((5, 3, 2, 1, 0), (4, 2, 1), (0, 0, 0, 0))
    """
    if not rows:
        return (0,) * players
    row = rows[max(0, min(players - SMALLEST_TABLE, len(rows) - 1))]
    return (*row, *[row[-1]] * players)[:players]
