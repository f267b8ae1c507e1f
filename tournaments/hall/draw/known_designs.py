"""Known designs: rounds in which nobody meets anybody twice, made from one round by turning it.

The players of a design are numbers. All but the last few are in circles of `turns` players each; a round follows
from the one before it when every circle moves on by one, and after `turns` rounds all is as it was. The few who are
in no circle keep their places. designs.txt has the first round of each; tests check every pair of every design.

* 16 in 5 rounds, 28 in 9, 40 in 13, 52 in 17, 64 in 21: everybody meets everybody exactly once (resolvable designs
  with blocks of four; 16 is the affine plane of order 4);
* 24 in 7 and the like: everybody meets everybody but two others (groups of three).

>>> build_design(16)[0]
((15, 3, 7, 11), (13, 2, 4, 14), (6, 8, 0, 1), (10, 9, 5, 12))
>>> len(build_design(16)), build_design(7)
(5, ())
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from pathlib import Path

from tournaments.core.rules.seeded_random import Roll, create_roll, shuffle_values
from tournaments.hall.draw.values import DrawInput, Round

FILE = Path(__file__).with_name("designs.txt")
Tables = tuple[tuple[int, ...], ...]
Sets = frozenset[frozenset[int]]


@cache
def _load_designs() -> dict[int, tuple[int, tuple[Tables, ...]]]:
    """Load for each number of players the number of turns, and the rounds that are turned."""
    found = {}
    for line in FILE.read_text("utf-8").splitlines():
        head, rounds = line.split(":")
        number, turns = map(int, head.split())
        found[number] = turns, tuple(_parse_tables(word) for word in rounds.split(";"))
    return found


def _parse_tables(text: str) -> Tables:
    return tuple(tuple(map(int, table.split())) for table in text.split("|"))


def list_known_sizes() -> tuple[int, ...]:
    """Return the numbers of players for which there is a design."""
    return tuple(sorted(_load_designs()))


@cache
def build_design(number: int) -> tuple[Tables, ...]:
    """Build the rounds of the design for `number` players; empty if none is known."""
    if number not in _load_designs():
        return ()
    turns, firsts = _load_designs()[number]
    return tuple(_turn_tables(first, by, turns, number) for by in range(turns) for first in firsts)


def _turn_tables(first: Tables, by: int, turns: int, number: int) -> Tables:
    circles = number // turns * turns

    def move(player: int) -> int:
        return player if player >= circles else player // turns * turns + (player + by) % turns

    return tuple(tuple(move(player) for player in table) for table in first)


def continue_design(draw: DrawInput, roll: Roll) -> list[tuple[int, ...]]:
    """Return the tables of another round of the design; empty unless all earlier rounds belong to it, or if used up.

    Chooses one of the remaining rounds without forbidden pairs that has the fewest repeats.
    """
    design = build_design(len(draw.players))
    if not design:
        return []
    names = shuffle_values(sorted(draw.players), create_roll(draw.plan_seed))
    left = {_name_sets(tables, names) for tables in design}
    played = [_build_sets(round_) for round_ in draw.rounds]
    if len(set(played)) < len(played) or not left.issuperset(played):
        return []
    met = {pair for tables in played for pair in _list_pairs(tables)}
    free = [tables for tables in left.difference(played) if _list_pairs(tables).isdisjoint(_list_apart_pairs(draw))]
    repeats = {tables: len(met & _list_pairs(tables)) for tables in free}
    best = sorted(_sort_tables(tables) for tables in free if repeats[tables] == min(repeats.values()))
    return best[int(roll() * len(best))] if best else []


def _name_sets(tables: Iterable[Iterable[int]], names: list[int]) -> Sets:
    return frozenset(frozenset(names[player] for player in table) for table in tables)


def _build_sets(round_: Round) -> Sets:
    """Return a round as it was played; with a substitute it is no round of a design any more."""
    return frozenset(frozenset(player for seat in table.seats for player in seat) for table in round_)


def _sort_tables(tables: Sets) -> list[tuple[int, ...]]:
    return sorted(tuple(sorted(table)) for table in tables)


def _list_pairs(tables: Sets) -> set[frozenset[int]]:
    return {frozenset(pair) for table in tables for pair in combinations(table, 2)}


def _list_apart_pairs(draw: DrawInput) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in draw.apart}
