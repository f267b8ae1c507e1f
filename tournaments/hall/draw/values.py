"""The input and the result of a draw; players are numbers, whatever they are called elsewhere.

The stored form of a draw: its input, seats and first dealers, encoded as texts and decoded again.

>>> wanted = DrawInput(
...     (1, 2, 3, 4), 255, rounds=((PlayedTable(((1, 9), (2,)), 1),),), apart=((1, 2),), plan=7, planned=3
... )
>>> wanted = wanted._replace(order=((2,), (1, 3)))
>>> parse_input(encode_input(wanted), f"{255:032x}") == wanted
True
"""

import json
from typing import Any, NamedTuple

from tarockclub.kit.hash_chain import encode_ascii
from tournaments.core.settings import STANDING
from tournaments.models import Draw

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


PlayedRound = tuple[PlayedTable, ...]
RULE = 3  # of drawing by lot
RULE_VERSIONS = {1: "1.0", 2: "1.1"}  # of the program: only these repeat the draws of earlier rules


class DrawInput(NamedTuple):
    """Everything that decides a draw: the same value gives the same draw, on every machine."""

    players: tuple[int, ...]
    seed: int
    rounds: tuple[PlayedRound, ...] = ()  # the earlier ones
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


def build_played_round(tables: tuple[DrawTable, ...]) -> PlayedRound:
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


def encode_input(draw: DrawInput) -> str:
    """Return all that decides a draw but its own seed, as JSON text."""
    return encode_ascii(
        {
            "players": draw.players,
            "rounds": [[[table.seats, table.high] for table in round_] for round_ in draw.rounds],
            "apart": draw.apart,
            "plan": f"{draw.plan:032x}" if draw.plan else "",
            "planned": draw.planned,
        }
        | ({"order": draw.order} if draw.order else {})
        | ({"way": draw.way} if draw.way != STANDING else {})
        | {"rule": draw.rule}
    )


def parse_input(text: str, seed: str) -> DrawInput:
    """Parse the input of a draw; with the seed it gives the same tables again."""
    content: dict[str, Any] = json.loads(text)
    return DrawInput(
        tuple(content.get("players", ())),
        int(seed or "0", 16),
        tuple(
            tuple(PlayedTable(tuple(tuple(seat) for seat in seats), high) for seats, high in round_)
            for round_ in content.get("rounds", ())
        ),
        tuple((player, other) for player, other in content.get("apart", ())),
        int(content.get("plan") or "0", 16),
        content.get("planned", 0),
        tuple(map(tuple, content.get("order", ()))),
        content.get("way", STANDING),
        content.get("rule", 1),
    )


def encode_tables(tables: tuple[DrawTable, ...], *, hoch_deals: bool) -> tuple[str, str]:
    """Encode seating and first dealers for storing; by the sheet, Hoch deals or is first forehand."""
    dealers = [table.high if hoch_deals else (table.high - 1) % len(table.seats) for table in tables]
    return encode_ascii([table.seats for table in tables]), encode_ascii(dealers)


def parse_tables(draw: Draw, *, hoch_deals: bool) -> tuple[DrawTable, ...]:
    """Parse the tables of a draw.

    >>> draw = Draw(seating="[[1,2,3,4]]", dealers="[3]")
    >>> parse_tables(draw, hoch_deals=False), parse_tables(draw, hoch_deals=True)
    ((DrawTable(seats=(1, 2, 3, 4), high=0),), (DrawTable(seats=(1, 2, 3, 4), high=3),))
    """
    seated = zip(json.loads(draw.seating), json.loads(draw.dealers), strict=True)
    return tuple(
        DrawTable(tuple(seats), dealer if hoch_deals else (dealer + 1) % len(seats)) for seats, dealer in seated
    )
