"""Actors: the person, device and right behind an act."""

from typing import NamedTuple


class Actor(NamedTuple):
    """Who writes: a person's id where somebody is logged in, and the device."""

    person: int | None = None
    device: str = ""
    directs: bool = False  # he is a director of the club, and acts as such
    rules: bool = False  # what is written follows from a ruling of the referees (§5)


ANONYMOUS = Actor()
