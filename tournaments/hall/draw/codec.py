"""The stored form of a draw: its input, seats and first dealers, encoded as texts and decoded again.

>>> wanted = DrawInput(
...     (1, 2, 3, 4), 255, rounds=((PlayedTable(((1, 9), (2,)), 1),),), apart=((1, 2),), plan=7, planned=3
... )
>>> wanted = wanted._replace(order=((2,), (1, 3)))
>>> parse_input(encode_input(wanted), f"{255:032x}") == wanted
True
"""

import json
from typing import Any

from tarockclub.kit.json_text import encode_ascii
from tournaments.core.settings import STANDING
from tournaments.hall.draw.values import DrawInput, DrawTable, PlayedTable
from tournaments.models import Draw


def encode_input(draw: DrawInput) -> str:
    """Return all that decides a draw but its own seed, as JSON text."""
    return encode_ascii(
        {
            "players": draw.players,
            "rounds": [[[table.seats, table.high] for table in round_] for round_ in draw.rounds],
            "apart": draw.apart,
            "plan": format_seed(draw.plan) if draw.plan else "",
            "planned": draw.planned,
        }
        | ({"order": draw.order} if draw.order else {})
        | ({"way": draw.way} if draw.way != STANDING else {})
        | {"rule": draw.rule}
    )


def parse_input(text: str, seed: str) -> DrawInput:
    """Parse the input of a draw; with the seed it gives the same tables again."""
    kept: dict[str, Any] = json.loads(text)
    return DrawInput(
        tuple(kept.get("players", ())),
        int(seed or "0", 16),
        tuple(
            tuple(PlayedTable(tuple(tuple(seat) for seat in seats), high) for seats, high in round_)
            for round_ in kept.get("rounds", ())
        ),
        tuple((player, other) for player, other in kept.get("apart", ())),
        int(kept.get("plan") or "0", 16),
        kept.get("planned", 0),
        tuple(map(tuple, kept.get("order", ()))),
        kept.get("way", STANDING),
        kept.get("rule", 1),
    )


def format_seed(seed: int) -> str:
    """Format a seed for storing: hexadecimal."""
    return f"{seed:032x}"


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
