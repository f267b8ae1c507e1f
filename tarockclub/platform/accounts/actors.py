"""Actors: the person, device and right behind an act."""

from typing import NamedTuple


class Actor(NamedTuple):
    """The author of an act: a person's id if somebody is logged in, and the device."""

    person: int | None = None
    device: str = ""
    directs: bool = False  # acts as a director of the club
    rules: bool = False  # the act follows from a ruling of the referees (§5)
    browser: str = ""  # as named by parse_browser()
    way: str = ""  # one of WAYS; "": the program did it by itself
    token: int | None = None  # the id of the token of the program that acts for the person
    rights: frozenset[str] = frozenset()  # names of those of the account, where an act depends on more than `directs`


WAYS = PAGE, API, COMMAND = "page", "api", "command"
ANONYMOUS = Actor()
AT_THE_COMPUTER = Actor(way=COMMAND)  # whoever can use its command line
