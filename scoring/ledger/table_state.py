"""Where a table stands before its next deal, as it is kept beside the book so that saving a hand reads one row."""

import json
from typing import NamedTuple

from scoring.engine.evening.state import Evening, LastRound

PLACES = 6
_encode = json.JSONEncoder(separators=(",", ":")).encode


class State(NamedTuple):
    """Derived from the book, like the totals; verify_ledger proves it."""

    evening: Evening  # its totals are left out: all 0
    sittings: tuple[tuple[int, int], ...]  # place, id of the sitting; of those who sit there now
    number: int  # of the last line of the book, 0 before the first


def encode_state(state: State) -> str:
    """Write a state down; read_state is its inverse."""
    evening = state.evening
    return _encode(
        {
            "order": evening.order,
            "forehand": evening.forehand,
            "running": evening.running,
            "first_forehand": evening.first_forehand,
            "last_round": evening.last_round,
            "in_round": evening.in_round,
            "sittings": state.sittings,
            "number": state.number,
        }
    )


def decode_state(text: str) -> State:
    """Read a state that to_text has written."""
    kept = json.loads(text)
    zeros = (0,) * PLACES
    evening = Evening(
        order=tuple(kept["order"]),
        forehand=kept["forehand"],
        running=tuple(kept["running"]),
        totals=zeros,
        written=zeros,
        first_forehand=kept["first_forehand"],
        last_round=LastRound(*kept["last_round"]),
        in_round=kept["in_round"],
    )
    return State(evening, tuple((place, sitting) for place, sitting in kept["sittings"]), kept["number"])


def build_state(evening: Evening, sittings: dict[int, int], number: int) -> State:
    """The state after a book's last line; `sittings` by place."""
    zeros = (0,) * PLACES
    here = tuple(sorted((place, sittings[place]) for place in evening.order))
    return State(evening._replace(totals=zeros, written=zeros), here, number)
