"""The draw: what twelve rounds cost, and how many repeats are left against plain greedy seating."""

import time
from collections.abc import Callable, Sequence

from bench.ratio import Measurement
from tournaments.core.rules.seeded_random import Roll, create_roll, shuffle_values
from tournaments.hall.draw.pairing import draw_tables
from tournaments.hall.draw.quality import count_meetings
from tournaments.hall.draw.values import DrawInput, PlayedTable, Round, build_played_round, compute_sizes

# Players, rounds. At least as close to the limit as clubs come: everybody has three neighbours a round.
LONGEST = (2000, 12)
NONE = ((64, 12), (100, 12), (16, 5), (28, 9), (40, 13))  # without any repeat
NEAR = ((24, 7), (32, 10), (20, 6), (23, 5), (23, 6), (17, 5), (30, 8), (36, 11))
SEEDS = 5
Drawer = Callable[[DrawInput], Round]


def measure_seconds(*, quick: bool) -> Measurement:
    """Measure the seconds for twelve rounds of the larger number; repeats where there must be none are an error."""
    found = []
    for seed in range(1, 4 if quick else 10):
        start = time.process_time()
        drawn = _draw_rounds(*LONGEST, _draw_ours, seed)
        found.append(time.process_time() - start)
        _must_not_repeat(drawn)
    for number, rounds in NONE:
        _must_not_repeat(_draw_rounds(number, rounds, _draw_ours, 2))
    return Measurement("2,000 players, 12 rounds together, in seconds", tuple(found), 0.5)


def _must_not_repeat(rounds: Sequence[Round]) -> None:
    if left := _count_repeats(rounds):
        raise RuntimeError(f"{sum(len(table.seats) for table in rounds[0])} players: {left} repeats")


def measure_repeats(*, quick: bool) -> Measurement:
    """Compare repeats with plain greedy seating, a ratio for each case; the largest is the one that counts."""
    seeds = range(1, 2 if quick else SEEDS + 1)
    ratios = tuple(_compute_ratio(number, rounds, seeds) for number, rounds in NEAR)
    return Measurement("repeats in the worst case, against plain greedy seating", (max(ratios),), 0.5)


def _compute_ratio(number: int, rounds: int, seeds: Sequence[int]) -> float:
    ours, theirs = (
        sum(_count_repeats(_draw_rounds(number, rounds, draw, seed)) for seed in seeds)
        for draw in (_draw_ours, _draw_greedily)
    )
    return ours / theirs


def _draw_rounds(number: int, rounds: int, draw: Drawer, seed: int) -> tuple[Round, ...]:
    """Draw one round after the other."""
    played: tuple[Round, ...] = ()
    for index in range(rounds):
        first = seed * 1000
        played += (draw(DrawInput(tuple(range(number)), first + index, played, plan=first, planned=rounds)),)
    return played


def _count_repeats(rounds: Sequence[Round]) -> int:
    """Count the pairs that meet again, each time."""
    return sum(times - 1 for times in count_meetings(rounds).values())


def _draw_ours(wanted: DrawInput) -> Round:
    return build_played_round(draw_tables(wanted))


def _draw_greedily(wanted: DrawInput) -> Round:
    """Table after table: the next one in an order by lot, then always somebody who has met fewest of those there."""
    met = count_meetings(wanted.rounds)
    rest = shuffle_values(wanted.players, _roll(wanted))
    tables = []
    for size in compute_sizes(len(rest)):
        seated = [rest.pop(0)]
        while len(seated) < size:
            fewest = min(
                rest, key=lambda player: sum((min(player, other), max(player, other)) in met for other in seated)
            )
            rest.remove(fewest)
            seated.append(fewest)
        tables.append(PlayedTable(tuple((player,) for player in seated), 0))
    return tuple(tables)


def _roll(wanted: DrawInput) -> Roll:
    return create_roll(wanted.seed)
