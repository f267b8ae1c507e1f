"""Hands of several phones in the order in which each of them was entered."""

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar


class Queued(Protocol):
    """A hand that says which one it follows."""

    @property
    def key(self) -> str:
        """What it is called."""

    @property
    def previous(self) -> str:
        """The key of the deal before it."""


H = TypeVar("H", bound=Queued)


def in_order(hands: Sequence[H]) -> Iterator[H]:
    """Each hand, then what follows it; those that follow none of these in the order in which they are given."""
    keys = {one.key for one in hands}
    after: dict[str, list[H]] = {}
    for one in hands:
        after.setdefault(one.previous if one.previous in keys - {one.key} else "", []).append(one)
    told: set[str] = set()
    for first in (*after.get("", ()), *hands):  # what only follows itself in a circle comes last
        yield from _with_what_follows(first, after, told)


def _with_what_follows(first: H, after: dict[str, list[H]], told: set[str]) -> Iterator[H]:
    waiting = [first]
    while waiting:
        one = waiting.pop()
        if one.key not in told:
            told.add(one.key)
            yield one
            waiting += reversed(after.get(one.key, ()))
