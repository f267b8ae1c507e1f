"""What a draw is made from, and what comes out of it; players are numbers, whatever they are called elsewhere."""

from typing import NamedTuple

Seat = tuple[int, ...]  # everybody who held it: a substitute comes after the one he replaced
Pair = tuple[int, int]


class Table(NamedTuple):
    """A table that was drawn: who sits there in playing order, and which seat has drawn the highest card (Hoch)."""

    seats: tuple[int, ...]
    high: int


class Played(NamedTuple):
    """A table of an earlier round as it was played; substitutes too."""

    seats: tuple[Seat, ...]
    high: int


Round = tuple[Played, ...]


class Wanted(NamedTuple):
    """Everything that decides a draw: the same value gives the same draw, on every machine."""

    players: tuple[int, ...]
    seed: int
    rounds: tuple[Round, ...] = ()  # the earlier ones
    apart: tuple[Pair, ...] = ()  # shall not sit together
    plan: int = 0  # the seed of the tournament's first draw, from which a known design is continued; 0: this is it
    planned: int = 0  # how many rounds there will be; 0: nobody knows
    order: tuple[tuple[int, ...], ...] = ()  # the standing so far, equal players together; (): not by the standing

    @property
    def plan_seed(self) -> int:
        """What the labels of a design follow from."""
        return self.plan or self.seed


def as_played(tables: tuple[Table, ...]) -> Round:
    """A round that was played as it was drawn."""
    return tuple(Played(tuple((player,) for player in table.seats), table.high) for table in tables)
