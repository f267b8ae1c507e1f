"""What a place is worth: by a table or by a formula, shared places by their mean or like the best of them; pure.

Points are integers in hundredths of a cup point, rounded once: half of the last decimal away from 0.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from tournaments.season.points.formula.evaluate import Amount, reckoner, rounded
from tournaments.season.points.formula.parser import parsed
from tournaments.season.points.formula.problems import Problem
from tournaments.season.settings import HUNDREDTHS, MEAN, TABLE, Settings

Worth = Callable[[int, int], Amount | Problem]


def points_at(settings: Settings, place: int, sharing: int, players: int) -> int | Problem:
    """The points (hundredths) of everybody on a place that so many share, among so many players.

    >>> by_table = Settings(way=TABLE, table=(22300, 19800, 18000), rest=100)
    >>> [points_at(by_table, place, 1, 30) for place in (1, 3, 4)], points_at(by_table, 1, 2, 30)
    ([22300, 18000, 100], 21100)
    >>> points_at(by_table._replace(ties="better"), 1, 2, 30)
    22300
    """
    worth = worth_of(settings)
    if sharing == 1 or settings.ties != MEAN:
        alone = worth(place, players)
        return alone if isinstance(alone, Problem) else kept(alone, settings.decimals)
    found: list[Amount] = []
    for each in range(place, place + sharing):
        value = worth(each, players)
        if isinstance(value, Problem):
            return value
        found.append(value)
    return kept(Fraction(sum(found)) / len(found), settings.decimals)


def worth_of(settings: Settings) -> Worth:
    """What each place is worth alone, in points."""
    if settings.way == TABLE:
        return lambda place, _players: _in_table(settings, place)
    return _by_formula(settings.formula)


def _in_table(settings: Settings, place: int) -> Amount:
    return Fraction(settings.table[place - 1] if place <= len(settings.table) else settings.rest, HUNDREDTHS)


@lru_cache(maxsize=64)
def _by_formula(text: str) -> Worth:
    node = parsed(text)
    if isinstance(node, Problem):
        problem = node
        return lambda _place, _players: problem
    return reckoner(node)


def kept(value: Amount, decimals: int) -> int:
    """Points with so many decimals, in hundredths.

    >>> kept(Fraction(421, 2), 0), kept(Fraction(421, 2), 1), kept(Fraction(100, 3), 2)
    (21100, 21050, 3333)
    """
    steps = (1, 10, 100)[decimals]
    return rounded(value * steps) * (HUNDREDTHS // steps)
