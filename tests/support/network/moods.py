"""All that a network in an inn may do to a request. A mood is a function from the request to what happens to it."""

import itertools
import random
import re
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from tests.support.network.wire import WireRequest

HANDS = r"^POST /tables/[^/]+/hands/"  # a hand that is sent


class Fate(Enum):
    """The fate of a request."""

    PASSES = "passes"
    DIES = "dies"  # the connection is reset; the server knows nothing of it
    HANGS = "hangs"  # never answered; the server knows nothing of it
    ANSWER_LOST = "answer lost"  # the server has done it, then the connection is reset
    ANSWER_HANGS = "answer hangs"  # the server has done it; never answered
    CAPTIVE = "captive"  # the inn's network answers itself: a page, 200
    PORTAL = "portal"  # the same by a redirect to its own page


REACHES_THE_SERVER = (Fate.PASSES, Fate.ANSWER_LOST, Fate.ANSWER_HANGS)


class Way(NamedTuple):
    """The fate of one request, and its times; seconds."""

    fate: Fate = Fate.PASSES
    there: float = 0.0
    back: float = 0.0


Mood = Callable[[WireRequest], Way]


def apply_always(fate: Fate) -> Mood:
    """The same for every request."""
    return lambda _asked: Way(fate)


GOOD, OFF, HUNG = apply_always(Fate.PASSES), apply_always(Fate.DIES), apply_always(Fate.HANGS)
ANSWERS_LOST, ANSWERS_HUNG = apply_always(Fate.ANSWER_LOST), apply_always(Fate.ANSWER_HANGS)
CAPTIVE, PORTAL = apply_always(Fate.CAPTIVE), apply_always(Fate.PORTAL)


def apply_only_to(pattern: str, mood: Mood, otherwise: Mood = GOOD) -> Mood:
    """A mood for the requests whose line matches (`POST /tables/…/hands/`), another one for the others."""
    return lambda asked: (mood if re.search(pattern, asked.line) else otherwise)(asked)


def apply_every_second(mood: Mood, otherwise: Mood = GOOD) -> Mood:
    """The mood for the first request, the third, the fifth, …"""
    count = itertools.count(1)
    return lambda asked: (mood if next(count) % 2 else otherwise)(asked)


def apply_first(number: int, mood: Mood, otherwise: Mood = GOOD) -> Mood:
    """The mood for so many requests, then the other one."""
    count = itertools.count(1)
    return lambda asked: (mood if next(count) <= number else otherwise)(asked)


def slow_down(seconds: float, jitter: float = 0.0, chance: random.Random | None = None) -> Mood:
    """Every request takes so many seconds longer, give or take; half of it on the way there."""
    dice = chance or random.Random(0)

    def delay(_asked: WireRequest) -> Way:
        half = (seconds + dice.uniform(-jitter, jitter)) / 2
        return Way(there=max(0.0, half), back=max(0.0, half))

    return delay


def lose_share(chance: random.Random, share: float, mood: Mood = GOOD) -> Mood:
    """A share of the requests dies, half of it before the server, half after it; the others as the mood says."""

    def lose_sometimes(asked: WireRequest) -> Way:
        way = mood(asked)
        if chance.random() >= share:
            return way
        return way._replace(fate=chance.choice((Fate.DIES, Fate.ANSWER_LOST)))

    return lose_sometimes
