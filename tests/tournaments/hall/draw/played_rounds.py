"""Draws one after the other, and repeats counted the plain way."""

import tomllib
from itertools import combinations
from math import comb
from typing import Any

from tests.support.paths import DATA
from tournaments.hall.draw.pairing import draw_tables
from tournaments.hall.draw.quality import count_meetings
from tournaments.hall.draw.values import DrawInput, PlayedRound, PlayedTable, build_played_round

DRAW_DATA = DATA / "draw"


def cases(name: str) -> list[dict[str, Any]]:
    """The examples of a data file."""
    found: list[dict[str, Any]] = tomllib.loads((DRAW_DATA / f"{name}.toml").read_text("utf-8"))["case"]
    return found


def rounds_of(tables: list[list[list[int]]]) -> tuple[PlayedRound, ...]:
    """Rounds from lists, as they were played."""
    return tuple(
        tuple(PlayedTable(tuple((player,) for player in table), 0) for table in tables_of_round)
        for tables_of_round in tables
    )


def drawn_rounds(number: int, rounds: int, seed: int = 1) -> tuple[PlayedRound, ...]:
    """So many rounds of the same players, each drawn after the ones before it."""
    played: tuple[PlayedRound, ...] = ()
    for index in range(rounds):
        wanted = DrawInput(tuple(range(1, number + 1)), seed * 1000 + index, played, plan=seed * 1000, planned=rounds)
        played += (build_played_round(draw_tables(wanted)),)
    return played


def count_repeats(rounds: tuple[PlayedRound, ...]) -> list[int]:
    """For each round how many pairs have met before."""
    met: set[frozenset[int]] = set()
    found = []
    for round_ in rounds:
        pairs = [
            frozenset((first, second))
            for table in round_
            for seat, other in combinations(table.seats, 2)
            for first in seat
            for second in other
        ]
        found.append(sum(pair in met for pair in pairs))
        met.update(pairs)
    return found


def count_pairs_of_rounds(rounds: tuple[PlayedRound, ...]) -> int:
    """For each pair in how many pairs of rounds they meet, together."""
    return sum(comb(times, 2) for times in count_meetings(rounds).values())
