"""The history of the players of a draw, and the costs of meetings and of sitting out."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from tournaments.hall.draw.values import FEWEST, DrawInput, Pair, PlayedTable, Round

FORBIDDEN = 1 << 30  # the cost of a pair that must not sit together
PARTS = 4  # how often somebody has sat out is counted in quarters: rounds that they missed count as an average
OUT = 4  # the cost of sitting out, times the square of how often, in parts: at tables of six, two do
MOST_COUNTED = 9  # further meetings cost as much


class DrawHistory(NamedTuple):
    """The number of meetings of each pair; how often each player has sat out, in parts; forbidden pairs."""

    met: Counter[Pair]
    outs: dict[int, int]
    apart: frozenset[Pair]


def build_history(draw: DrawInput) -> DrawHistory:
    """Build what the earlier rounds say of the players of a draw."""
    apart = frozenset((min(pair), max(pair)) for pair in draw.apart)
    return DrawHistory(count_meetings(draw.rounds), compute_outs(draw), apart)


def compute_table_cost(history: DrawHistory, table: Sequence[int]) -> int:
    """Compute the cost of a table of one more round: forbidden pairs, who sits out again, who meets again."""
    pairs = [(min(pair), max(pair)) for pair in combinations(table, 2)]
    longer = PARTS * max(0, len(table) - FEWEST)
    return sum(FORBIDDEN if pair in history.apart else compute_meeting_cost(history.met[pair]) for pair in pairs) + sum(
        OUT * longer * (longer + 2 * history.outs.get(player, 0)) for player in table
    )


def compute_meeting_cost(before: int) -> int:
    """Compute the cost of a meeting by those before: a third one is worse than two second ones, and so on.

    >>> [compute_meeting_cost(before) for before in range(4)]
    [0, 4, 16, 64]
    """
    return 4 ** min(before, MOST_COUNTED) if before else 0


def count_meetings(rounds: Iterable[Round]) -> Counter[Pair]:
    """Count the meetings of each pair."""
    return Counter(pair for round_ in rounds for table in round_ for pair in list_pairs(table))


def list_pairs(table: PlayedTable) -> Iterable[Pair]:
    """Yield everybody who has met somebody there, in pairs; successive holders of one seat have not met."""
    for seat, other in combinations(table.seats, 2):
        for first in seat:
            for second in other:
                yield min(first, second), max(first, second)


def count_places_out(all_sizes: Sequence[int]) -> int:
    """Count how many sit out at the tables of all players: five at a table of five, twelve at one of six."""
    return sum(size * (size - FEWEST) for size in all_sizes)


def compute_outs(draw: DrawInput) -> dict[int, int]:
    """Compute in parts how often each has sat out; a round without them counts as it did on average for the others."""
    outs = dict.fromkeys(draw.players, 0.0)
    for round_ in draw.rounds:
        there = count_sat_out([round_])
        usual = sum(there.values()) / max(1, len(there))
        outs = {player: times + there.get(player, usual) for player, times in outs.items()}
    return {player: int(PARTS * times + 0.5) for player, times in outs.items()}


def count_sat_out(rounds: Iterable[Round]) -> dict[int, int]:
    """Count how many sat out at the tables of each player: one at a table of five, two at one of six."""
    outs: dict[int, int] = {}
    for table in chain.from_iterable(rounds):
        for player in chain.from_iterable(table.seats):
            outs[player] = outs.get(player, 0) + max(0, len(table.seats) - FEWEST)
    return outs
