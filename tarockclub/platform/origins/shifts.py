"""The way of a model's ids from one place to another: they keep their order, and wide gaps between them close.

Without that, ids would double with each move of a club, there and back: after some fifty, no number would be free.
"""

import json
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

WIDEST = 1 << 20  # of the gaps that stay; a club with smaller ids moves as a whole
ROOM = 1 << 12  # free ids that stay on both sides of a closed gap, and before the first one


class Shift(NamedTuple):
    """From each start (an id there, in their order, the first one 0) on, ids move by an amount."""

    starts: tuple[int, ...] = (0,)
    amounts: tuple[int, ...] = (0,)

    def move(self, their_id: int) -> int | None:
        """Return the id here; None within a gap that was closed."""
        index = bisect_right(self.starts, their_id)
        own_id = their_id + self.amounts[index - 1]
        return own_id if index == len(self.starts) or own_id < self.starts[index] + self.amounts[index] else None

    def find_amount(self, their_id: int) -> int:
        """Return the amount of the piece to which an id belongs."""
        return self.amounts[max(0, bisect_right(self.starts, their_id) - 1)]

    def move_back(self, own_id: int) -> int:
        """Return the id there; of an id that is not from there, any number."""
        first = [start + amount for start, amount in zip(self.starts, self.amounts, strict=True)]
        return own_id - self.amounts[max(0, bisect_right(first, own_id) - 1)]

    def add(self, amount: int) -> "Shift":
        """Return the shift that goes further by an amount."""
        return Shift(self.starts, tuple(before + amount for before in self.amounts))


STAY = Shift()


def close_gaps(ids: Iterable[int]) -> Shift:
    """Return the shift that closes the wide gaps before and between ids (in any order)."""
    shift, last = [(0, 0)], 0
    for their_id in sorted(ids):
        if their_id - last > WIDEST:
            if len(shift) == 1:
                shift = [(0, ROOM)]
            shift.append((their_id - ROOM, last + shift[-1][1] + 2 * ROOM - their_id))
        last = their_id
    return _build(shift)


def join_shifts(first: Shift, second: Shift) -> Shift:
    """Return the shift of two moves, one after the other."""
    starts = sorted({*first.starts, *(max(0, first.move_back(start)) for start in second.starts)})
    between = [start + first.find_amount(start) for start in starts]
    pieces: list[tuple[int, int]] = []
    for start, middle in zip(starts, between, strict=True):
        amount = middle - start + second.find_amount(middle)
        while pieces and sum(pieces[-1]) >= start + amount:  # no id was in it: the second move closed it
            start = pieces.pop()[0] if len(pieces) == 1 else start
        pieces.append((start, amount))
    return _build(pieces)


def encode_shift(shift: Shift) -> int | list[tuple[int, int]]:
    """Return a shift as JSON can have it: of all ids alike one number."""
    pieces = list(zip(shift.starts, shift.amounts, strict=True))
    return pieces if len(pieces) > 1 else shift.amounts[0]


def decode_shifts(text: str) -> dict[str, Shift]:
    """Return the shifts of models; ValueError or TypeError for what encode_shift does not write."""
    return {name: _decode(content) for name, content in json.loads(text).items()}


def _decode(content: int | Sequence[Sequence[int]]) -> Shift:
    shift = Shift((0,), (content,)) if isinstance(content, int) else _build(content)
    pieces = list(zip(shift.starts, shift.amounts, strict=True))
    are_in_order = all(
        left < right and amount >= later and left + amount < right + later
        for (left, amount), (right, later) in pairwise(pieces)
    )
    if shift.starts[0] != 0 or not are_in_order:
        raise ValueError(content)
    return shift


def _build(pieces: Iterable[Sequence[int]]) -> Shift:
    starts, amounts = zip(*pieces, strict=True)
    return Shift(starts, amounts)
