"""The points of a place: by a table or by a formula, shared places by their mean or like the best of them; pure.

Points are integers in hundredths of a cup point, rounded once: half of the last decimal away from 0.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from tournaments.season.points.formula.evaluate import Amount, Day, compile_formula, round_half_away
from tournaments.season.points.formula.nodes import has_points_made
from tournaments.season.points.formula.parser import parse_formula
from tournaments.season.points.formula.problems import Problem
from tournaments.season.settings import HUNDREDTHS, MEAN, TABLE, SeasonSettings

Worth = Callable[[Day], Amount | Problem]


def compute_points(
    settings: SeasonSettings, place: int, sharing: int, players: int, made: Amount | None = None
) -> int | Problem:
    """Compute the points (hundredths) on a place shared by `sharing` players, among `players` players.

    `made`: the points that the player has made on the day, for formulas that ask for them.

    >>> by_table = SeasonSettings(way=TABLE, table=(22300, 19800, 18000), rest=100)
    >>> [compute_points(by_table, place, 1, 30) for place in (1, 3, 4)], compute_points(by_table, 1, 2, 30)
    ([22300, 18000, 100], 21100)
    >>> compute_points(by_table._replace(ties="better"), 1, 2, 30)
    22300
    >>> compute_points(SeasonSettings(formula="min(points, 50 + points / 2)"), 3, 1, 20, 160)
    13000
    """
    worth = build_worth(settings)
    if sharing == 1 or settings.ties != MEAN:
        alone = worth(Day(place, players, made))
        return alone if isinstance(alone, Problem) else round_points(alone, settings.decimals)
    found: list[Amount] = []
    for each in range(place, place + sharing):
        value = worth(Day(each, players, made))
        if isinstance(value, Problem):
            return value
        found.append(value)
    return round_points(Fraction(sum(found)) / len(found), settings.decimals)


def build_worth(settings: SeasonSettings) -> Worth:
    """Return the function for the points of each unshared place."""
    if settings.way == TABLE:
        return lambda day: _read_table(settings, day.place)
    return _build_formula_worth(settings.formula)


def _read_table(settings: SeasonSettings, place: int) -> Amount:
    return Fraction(settings.table[place - 1] if place <= len(settings.table) else settings.rest, HUNDREDTHS)


def is_by_points(settings: SeasonSettings) -> bool:
    """Return True if the points of a day depend on the points made there."""
    node = parse_formula(settings.formula)
    return settings.way != TABLE and not isinstance(node, Problem) and has_points_made(node)


@lru_cache(maxsize=64)
def _build_formula_worth(text: str) -> Worth:
    node = parse_formula(text)
    if isinstance(node, Problem):
        problem = node
        return lambda _day: problem
    return compile_formula(node)


def round_points(value: Amount, decimals: int) -> int:
    """Round points to this number of decimals, in hundredths.

    >>> round_points(Fraction(421, 2), 0), round_points(Fraction(421, 2), 1), round_points(Fraction(100, 3), 2)
    (21100, 21050, 3333)
    """
    steps = (1, 10, 100)[decimals]
    return round_half_away(value * steps) * (HUNDREDTHS // steps)
