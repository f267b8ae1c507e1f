"""What a network in an inn may do to a request. A mood is a function from the request to what happens to it."""

import itertools
import random
import re
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from tests.support.network.wire import Asked

HANDS = r"^POST /tables/[^/]+/hands/"  # a hand that is sent


class Fate(Enum):
    """What becomes of a request."""

    PASSES = "passes"
    DIES = "dies"  # the connection is reset; the server knows nothing of it
    HANGS = "hangs"  # never answered; the server knows nothing of it
    ANSWER_LOST = "answer lost"  # the server has done it, then the connection is reset
    ANSWER_HANGS = "answer hangs"  # the server has done it; never answered
    CAPTIVE = "captive"  # the inn's network answers itself: a page, 200
    PORTAL = "portal"  # the same by a redirect to its own page


REACHES_THE_SERVER = (Fate.PASSES, Fate.ANSWER_LOST, Fate.ANSWER_HANGS)


class Way(NamedTuple):
    """What happens to one request, and how long it takes; seconds."""

    fate: Fate = Fate.PASSES
    there: float = 0.0
    back: float = 0.0


Mood = Callable[[Asked], Way]


def always(fate: Fate) -> Mood:
    """The same for every request."""
    return lambda _asked: Way(fate)


GOOD, OFF, HUNG = always(Fate.PASSES), always(Fate.DIES), always(Fate.HANGS)
ANSWERS_LOST, ANSWERS_HUNG = always(Fate.ANSWER_LOST), always(Fate.ANSWER_HANGS)
CAPTIVE, PORTAL = always(Fate.CAPTIVE), always(Fate.PORTAL)


def only(pattern: str, mood: Mood, otherwise: Mood = GOOD) -> Mood:
    """A mood for the requests whose line matches (`POST /tables/…/hands/`), another one for the others."""
    return lambda asked: (mood if re.search(pattern, asked.line) else otherwise)(asked)


def every_second(mood: Mood, otherwise: Mood = GOOD) -> Mood:
    """The mood for the first request, the third, the fifth, …"""
    count = itertools.count(1)
    return lambda asked: (mood if next(count) % 2 else otherwise)(asked)


def first(number: int, mood: Mood, otherwise: Mood = GOOD) -> Mood:
    """The mood for so many requests, then the other one."""
    count = itertools.count(1)
    return lambda asked: (mood if next(count) <= number else otherwise)(asked)


def slow(seconds: float, jitter: float = 0.0, chance: random.Random | None = None) -> Mood:
    """Every request takes so many seconds longer, give or take; half of it on the way there."""
    dice = chance or random.Random(0)

    def mood(_asked: Asked) -> Way:
        half = (seconds + dice.uniform(-jitter, jitter)) / 2
        return Way(there=max(0.0, half), back=max(0.0, half))

    return mood


def lossy(chance: random.Random, share: float, mood: Mood = GOOD) -> Mood:
    """A share of the requests dies, half of it before the server, half after it; the others as the mood says."""

    def lossy_mood(asked: Asked) -> Way:
        way = mood(asked)
        if chance.random() >= share:
            return way
        return way._replace(fate=chance.choice((Fate.DIES, Fate.ANSWER_LOST)))

    return lossy_mood
