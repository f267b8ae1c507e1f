"""The points of one place by a formula."""

from fractions import Fraction

from tournaments.seasons.season.points.formula.evaluate import Day, compile_formula
from tournaments.seasons.season.points.formula.nodes import UNKNOWN, DayFacts, Node
from tournaments.seasons.season.points.formula.problems import Problem


def compute_value(node: Node, place: int, players: int, facts: DayFacts = UNKNOWN) -> Fraction | Problem:
    """Return the points of a place among a number of players, or the problem there."""
    value = compile_formula(node)(Day(place, players, facts))
    return value if isinstance(value, Problem) else Fraction(value)
