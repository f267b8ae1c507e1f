"""The costs of two players at one table, as sets of bits: a table is a number, too, a bit for each player.

>>> everybody = build_crowd(DrawInput((10, 20, 30, 40), 1, rounds=((PlayedTable(((10,), (30,)), 0),),)))
>>> everybody.layers
(ConflictLayer(weight=16, against=(4, 0, 1, 0)),)
"""

from collections.abc import Iterable
from itertools import chain, combinations
from typing import NamedTuple

from tournaments.hall.draw.values import FEWEST, DrawInput, PlayedTable, Round, compute_sizes

APART_WEIGHT, MET_WEIGHT, AGAIN_WEIGHT = (
    1 << 20,
    16,
    8,
)  # the costs of a pair: forbidden; met before; for each further meeting


class ConflictLayer(NamedTuple):
    """For each player the others with whom a table has a certain cost, as bits, and that cost."""

    weight: int
    against: tuple[int, ...]


class Crowd(NamedTuple):
    """The players of a draw by their place in the list."""

    players: tuple[int, ...]
    met: tuple[int, ...]  # the players that each has met, as bits
    layers: tuple[ConflictLayer, ...]
    shift: tuple[int, ...]  # the extra cost of this player at a large table; below 0: it is their turn


def build_crowd(draw_input: DrawInput) -> Crowd:
    """Build the crowd from the players of a draw and their history."""
    place = {player: index for index, player in enumerate(draw_input.players)}
    layers = [ConflictLayer(APART_WEIGHT, _build_pair_conflicts(draw_input, place))] if draw_input.apart else []
    met = build_meetings(draw_input.rounds, place)
    layers += [
        ConflictLayer(AGAIN_WEIGHT if times else MET_WEIGHT, tuple(against)) for times, against in enumerate(met)
    ]
    return Crowd(
        draw_input.players,
        tuple(met[0]),
        tuple(layer for layer in layers if any(layer.against)),
        _compute_shift(draw_input),
    )


def count_present_seats(draw_input: DrawInput) -> list[list[int]]:
    """Count the seats of each table of each earlier round that belong to players of this draw."""
    here = set(draw_input.players)
    return [
        [len(table.seats) - sum(map(here.isdisjoint, table.seats)) for table in round_] for round_ in draw_input.rounds
    ]


def build_meetings(rounds: Iterable[Round], place: dict[int, int]) -> list[list[int]]:
    """Build for each number of times the players, as bits, that each has met at least that often."""
    once = [0] * len(place)
    layers = [once]
    bits = {player: 1 << index for player, index in place.items()}
    for table in chain.from_iterable(rounds):
        seats = [
            bits.get(seat[0], 0) if len(seat) == 1 else sum(bits.get(player, 0) for player in seat)
            for seat in table.seats
        ]
        everybody = sum(seats)
        for seat, own in zip(table.seats, seats, strict=True):
            others = everybody ^ own
            for player in seat:
                if player in place:
                    index = place[player]
                    before = once[index]
                    once[index] = before | others
                    if again := before & others:
                        _add_again(layers, index, again)
    return layers


def _add_again(layers: list[list[int]], player: int, others: int) -> None:
    """Add a further meeting of a player with these others."""
    for layer in layers[1:]:
        before = layer[player]
        layer[player] = before | others
        others &= before
        if not others:
            return
    layers.append([0] * len(layers[0]))
    layers[-1][player] = others


def _build_pair_conflicts(draw_input: DrawInput, place: dict[int, int]) -> tuple[int, ...]:
    against = [0] * len(place)
    for player, other in draw_input.apart:
        if player in place and other in place and player != other:
            against[place[player]] |= 1 << place[other]
            against[place[other]] |= 1 << place[player]
    return tuple(against)


def _compute_shift(draw_input: DrawInput) -> tuple[int, ...]:
    """Compute how much more often each player sat at a large table than the last one whose turn it is."""
    all_sizes = compute_sizes(len(draw_input.players))
    seats = sum(size for size in all_sizes if size > all_sizes[0])
    if not seats:
        return (0,) * len(draw_input.players)
    sat = count_sat_out(draw_input.rounds)
    often = [sat.get(player, 0) for player in draw_input.players]
    turn = sorted(often)[seats - 1]
    return tuple(times - turn for times in often)


def count_sat_out(rounds: Iterable[Round]) -> dict[int, int]:
    """Count how many sat out at the tables of each player: one at a table of five, two at one of six."""
    found: dict[int, int] = {}
    for table in (table for round_ in rounds for table in round_):
        for player in _list_people(table):
            found[player] = found.get(player, 0) + len(table.seats) - FEWEST
    return found


def _list_people(table: PlayedTable) -> Iterable[int]:
    return (player for seat in table.seats for player in seat)


def list_pairs(table: PlayedTable) -> Iterable[tuple[int, int]]:
    """Yield everybody who has met somebody there, in pairs; successive holders of one seat have not met."""
    for seat, other in combinations(table.seats, 2):
        for first in seat:
            for second in other:
                yield min(first, second), max(first, second)
