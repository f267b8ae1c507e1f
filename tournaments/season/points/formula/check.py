"""A formula tried out: every place of 4 to 300 players; what goes wrong, what looks wrong."""

from functools import lru_cache
from typing import NamedTuple

from tournaments.season.points.formula.evaluate import Amount, reckoner
from tournaments.season.points.formula.nodes import Node
from tournaments.season.points.formula.parser import parsed
from tournaments.season.points.formula.problems import Problem, problem

FEWEST, MOST = 4, 300  # players
# While somebody types not every number is tried: all the small ones, the largest, and some between.
QUICK = (*range(FEWEST, 33), 40, 64, 100, 150, 200, 256, MOST)
ALL = tuple(range(FEWEST, MOST + 1))
# Nor where a formula is so long that it would take seconds.
THINNED = (*range(FEWEST, 65), *range(65, MOST, 7), MOST)
LONG, MANY = 80, 4  # characters without blanks; divisions, which take longest


class Checked(NamedTuple):
    """A text, read and tried out; warnings are no reason to refuse it."""

    formula: Node | None
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...] = ()


def checked(text: str) -> Checked:
    """A formula that is to be kept, with all that is wrong with it.

    >>> [one.code for one in checked("10 - place").warnings], checked("10 / (place - 7)").problems[0].code
    (['negative'], 'divided_by_zero')
    """
    divisions = sum(text.count(sign) for sign in "/:÷")
    short = len("".join(text.split())) <= LONG and divisions <= MANY
    return _checked(text, ALL if short else THINNED)


def checked_quickly(text: str) -> Checked:
    """The same for who is typing: not for every number of players."""
    return _checked(text, QUICK)


@lru_cache(maxsize=64)
def _checked(text: str, sizes: tuple[int, ...]) -> Checked:
    node = parsed(text)
    if isinstance(node, Problem):
        return Checked(None, (node,))
    points = reckoner(node)
    warnings: dict[str, Problem] = {}
    for players in sizes:
        before: Amount | None = None
        for place in range(1, players + 1):
            found = points(place, players)
            if isinstance(found, Problem):
                return Checked(None, (found,))
            if found < 0:
                warnings.setdefault("negative", problem("negative", place=place, players=players))
            if before is not None and found > before:
                warnings.setdefault("rises", problem("rises", place=place, players=players))
            before = found
    return Checked(node, (), tuple(warnings.values()))
