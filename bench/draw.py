"""The draw: what twelve rounds cost, and how near a day comes to what is possible at best."""

import time
from collections.abc import Sequence
from math import comb

from bench.ratio import Measurement
from tournaments.hall.draw.pairing import draw_tables
from tournaments.hall.draw.quality import build_fields, compute_least_meetings, count_meetings, count_sat_out
from tournaments.hall.draw.values import DrawInput, PlayedRound, build_played_round

# Players, rounds. At least as close to the limit as clubs come: everybody has three neighbours a round.
LONGEST = (2000, 12)
NONE = ((64, 12), (100, 12), (16, 5), (28, 9), (40, 13))  # without any repeat
# Players, rounds, in which some must meet again.
NEAR = (
    (9, 6),
    (12, 6),
    (13, 6),
    (14, 6),
    (17, 3),
    (17, 6),
    (18, 4),
    (18, 6),
    (19, 6),
    (22, 4),
)
SEEDS = 5


def measure_seconds(*, quick: bool) -> Measurement:
    """Measure the seconds for twelve rounds of the larger number; repeats where there must be none are an error."""
    found = []
    for seed in range(1, 4 if quick else 10):
        start = time.process_time()
        drawn = _draw_rounds(*LONGEST, seed)
        found.append(time.process_time() - start)
        _must_not_repeat(drawn)
    for number, rounds in NONE:
        _must_not_repeat(_draw_rounds(number, rounds, 2))
    return Measurement("2,000 players, 12 rounds together, in seconds", tuple(found), 0.8)


def _must_not_repeat(rounds: Sequence[PlayedRound]) -> None:
    if left := _count_repeats(rounds):
        raise RuntimeError(f"{sum(len(table.seats) for table in rounds[0])} players: {left} repeats")


def measure_repeats(*, quick: bool) -> Measurement:
    """Compare pairs that meet again with the proved bound, in the worst case; uneven sitting out is an error."""
    seeds = range(1, 2 if quick else SEEDS + 1)
    ratios = tuple(_compute_ratio(number, rounds, seeds) for number, rounds in NEAR)
    return Measurement("pairs that meet again in the worst case, against the bound", (max(ratios),), 1.2)


def _compute_ratio(number: int, rounds: int, seeds: Sequence[int]) -> float:
    days = [_draw_rounds(number, rounds, seed) for seed in seeds]
    for day in days:
        out = count_sat_out(day).values()
        if max(out) - min(out) > 1:
            raise RuntimeError(f"{number} players, {rounds} rounds: sat out {min(out)} to {max(out)} times")
    least = compute_least_meetings(build_fields(number, rounds)) * len(days)
    return sum(comb(times, 2) for day in days for times in count_meetings(day).values()) / least


def _draw_rounds(number: int, rounds: int, seed: int) -> tuple[PlayedRound, ...]:
    """Draw one round after the other."""
    played: tuple[PlayedRound, ...] = ()
    for index in range(rounds):
        first = seed * 1000
        wanted = DrawInput(tuple(range(number)), first + index, played, plan=first, planned=rounds)
        played += (build_played_round(draw_tables(wanted)),)
    return played


def _count_repeats(rounds: Sequence[PlayedRound]) -> int:
    """Count the pairs that meet again, each time."""
    return sum(times - 1 for times in count_meetings(rounds).values())
