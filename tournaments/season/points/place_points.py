"""The points of a place: by a table or by a formula, shared places by their mean or like the best of them; pure.

Points are integers in hundredths of a cup point, rounded once: half of the last decimal away from 0.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from tournaments.season.points.formula.evaluate import Amount, compile_formula, round_half_away
from tournaments.season.points.formula.parser import parse_formula
from tournaments.season.points.formula.problems import Problem
from tournaments.season.settings import HUNDREDTHS, MEAN, TABLE, SeasonSettings

Worth = Callable[[int, int], Amount | Problem]


def compute_points(settings: SeasonSettings, place: int, sharing: int, players: int) -> int | Problem:
    """Compute the points (hundredths) on a place shared by `sharing` players, among `players` players.

    >>> by_table = SeasonSettings(way=TABLE, table=(22300, 19800, 18000), rest=100)
    >>> [compute_points(by_table, place, 1, 30) for place in (1, 3, 4)], compute_points(by_table, 1, 2, 30)
    ([22300, 18000, 100], 21100)
    >>> compute_points(by_table._replace(ties="better"), 1, 2, 30)
    22300
    """
    worth = build_worth(settings)
    if sharing == 1 or settings.ties != MEAN:
        alone = worth(place, players)
        return alone if isinstance(alone, Problem) else round_points(alone, settings.decimals)
    found: list[Amount] = []
    for each in range(place, place + sharing):
        value = worth(each, players)
        if isinstance(value, Problem):
            return value
        found.append(value)
    return round_points(Fraction(sum(found)) / len(found), settings.decimals)


def build_worth(settings: SeasonSettings) -> Worth:
    """Return the function for the points of each unshared place."""
    if settings.way == TABLE:
        return lambda place, _players: _read_table(settings, place)
    return _build_formula_worth(settings.formula)


def _read_table(settings: SeasonSettings, place: int) -> Amount:
    return Fraction(settings.table[place - 1] if place <= len(settings.table) else settings.rest, HUNDREDTHS)


@lru_cache(maxsize=64)
def _build_formula_worth(text: str) -> Worth:
    node = parse_formula(text)
    if isinstance(node, Problem):
        problem = node
        return lambda _place, _players: problem
    return compile_formula(node)


def round_points(value: Amount, decimals: int) -> int:
    """Round points to this number of decimals, in hundredths.

    >>> round_points(Fraction(421, 2), 0), round_points(Fraction(421, 2), 1), round_points(Fraction(100, 3), 2)
    (21100, 21050, 3333)
    """
    steps = (1, 10, 100)[decimals]
    return round_half_away(value * steps) * (HUNDREDTHS // steps)
