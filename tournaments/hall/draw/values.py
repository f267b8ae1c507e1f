"""The input and the result of a draw; players are numbers, whatever they are called elsewhere."""

from typing import NamedTuple

from tournaments.core.settings import STANDING

Pair = tuple[int, int]  # of players
Seat = tuple[int, ...]  # everybody who held it: a substitute comes after the player replaced


class DrawTable(NamedTuple):
    """A drawn table: its players in playing order, and the seat that has drawn the highest card (Hoch)."""

    seats: tuple[int, ...]
    high: int


class PlayedTable(NamedTuple):
    """A table of an earlier round as it was played; substitutes too."""

    seats: tuple[Seat, ...]
    high: int


Round = tuple[PlayedTable, ...]
RULE = 2  # of drawing by lot; only version 1.0 of the program repeats the draws of rule 1


class DrawInput(NamedTuple):
    """Everything that decides a draw: the same value gives the same draw, on every machine."""

    players: tuple[int, ...]
    seed: int
    rounds: tuple[Round, ...] = ()  # the earlier ones
    apart: tuple[Pair, ...] = ()  # must not sit together
    plan: int = 0  # the seed of the tournament's first draw, from which a known design is continued; 0: this is it
    planned: int = 0  # how many rounds there will be; 0: nobody knows
    order: tuple[tuple[int, ...], ...] = ()  # the standing, equal players together; (): not by a standing
    way: str = STANDING  # which standing it is: that so far, or that of the season
    rule: int = RULE

    @property
    def plan_seed(self) -> int:
        """Return the seed for the labels of a design."""
        return self.plan or self.seed


def build_played_round(tables: tuple[DrawTable, ...]) -> Round:
    """Build a round that was played as it was drawn."""
    return tuple(PlayedTable(tuple((player,) for player in table.seats), table.high) for table in tables)


FEWEST = 4
SIX = {6: (6,), 11: (5, 6)}  # a table of six: dealer and Hinterhand sit out


def compute_sizes(number: int) -> tuple[int, ...]:
    """Compute the sizes of the tables for a number of players, small ones first; empty where they cannot be seated."""
    if number in SIX:
        return SIX[number]
    fives = number % 4
    fours, rest = divmod(number - 5 * fives, 4)
    return (4,) * fours + (5,) * fives if number >= FEWEST and fours >= 0 and not rest else ()


def count_must_wait(number: int) -> int:
    """Count the players who have to wait so that the others can be seated; all of them below four."""
    return next(waiting for waiting in range(number + 1) if compute_sizes(number - waiting) or waiting == number)
