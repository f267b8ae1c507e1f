"""Actors: the person, device and right behind an act."""

from typing import NamedTuple


class Actor(NamedTuple):
    """The author of an act: a person's id if somebody is logged in, and the device."""

    person: int | None = None
    device: str = ""
    directs: bool = False  # acts as a director of the club
    rules: bool = False  # the act follows from a ruling of the referees (§5)


ANONYMOUS = Actor()
