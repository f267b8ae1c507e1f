"""What a formula comes to for a place: exact, whole numbers where it can be, bounded at every step."""

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor

from tournaments.season.points.formula.nodes import (
    AND,
    OR,
    PLACE,
    Call,
    Choice,
    Negative,
    Node,
    Number,
    Pair,
    Variable,
    level,
)
from tournaments.season.points.formula.problems import Problem, problem

MOST_POINTS = 100_000
_LARGEST = 10**18  # of what a formula passes through, above and below the line
Amount = int | Fraction
Run = Callable[[int, int], Amount]


def value_of(node: Node, place: int, players: int) -> Fraction | Problem:
    """The points of a place among so many players, or what cannot be reckoned there.

    >>> from tournaments.season.points.formula.parser import parsed
    >>> value_of(parsed("100 / place"), 3, 20), value_of(parsed("1 / (place - 3)"), 3, 20).code
    (Fraction(100, 3), 'divided_by_zero')
    """
    found = reckoner(node)(place, players)
    return found if isinstance(found, Problem) else Fraction(found)


def reckoner(node: Node) -> Callable[[int, int], Amount | Problem]:
    """The formula ready to be reckoned for many places."""
    run = _run(node)

    def points(place: int, players: int) -> Amount | Problem:
        try:
            found = run(place, players)
            _bounded(found)
        except _NoValueError as none:
            return problem(none.code, none.at, place=place, players=players, **none.facts)
        if not -MOST_POINTS <= found <= MOST_POINTS:
            return problem("too_large", place=place, players=players, most=MOST_POINTS)
        return found

    return points


class _NoValueError(Exception):
    """Ends the reckoning; never leaves this file."""

    def __init__(self, code: str, at: int, **facts: int) -> None:
        super().__init__(code)
        self.code, self.at, self.facts = code, at, facts


def _run(node: Node) -> Run:
    match node:
        case Number():
            value = node.value.numerator if node.value.denominator == 1 else node.value
            return lambda _place, _players: value
        case Variable():
            return _place_itself if node.name == PLACE else _players_themselves
        case Negative():
            of = _run(node.of)
            return lambda place, players: -of(place, players)
        case Call():
            return _call(node)
        case Choice():
            condition, then, otherwise = map(_run, (node.condition, node.then, node.otherwise))
            return lambda place, players: (then if condition(place, players) else otherwise)(place, players)
    return _pair(node)


def _place_itself(place: int, _players: int) -> Amount:
    return place


def _players_themselves(_place: int, players: int) -> Amount:
    return players


def _call(node: Call) -> Run:
    run, given = _FUNCTIONS[node.name], tuple(map(_run, node.of))
    if len(given) == 1:
        [only] = given
        return lambda place, players: run(only(place, players))
    return lambda place, players: run(*(one(place, players) for one in given))


def _pair(node: Pair) -> Run:
    left, right, at = _run(node.left), _run(node.right), node.at
    if level(node) == OR:
        return lambda place, players: left(place, players) or right(place, players)
    if level(node) == AND:
        return lambda place, players: left(place, players) and right(place, players)
    if node.sign == "/":
        return lambda place, players: _divided(left(place, players), right(place, players), at)
    run = _PAIRS[node.sign]
    if node.sign == "*":
        return lambda place, players: _bounded(run(left(place, players), right(place, players)), at)
    return lambda place, players: run(left(place, players), right(place, players))


def _divided(left: Amount, right: Amount, at: int) -> Amount:
    if not right:
        raise _NoValueError("divided_by_zero", at)
    found = Fraction(left, right)
    return found.numerator if found.denominator == 1 else _bounded(found, at)


def _bounded(found: Amount, at: int = 0) -> Amount:
    """Refuse what grows beyond all that a season could need."""
    if abs(found.numerator) > _LARGEST or found.denominator > _LARGEST:
        raise _NoValueError("too_large", at, most=MOST_POINTS)
    return found


def rounded(value: Amount) -> int:
    """A whole number, a half away from 0.

    >>> rounded(Fraction(5, 2)), rounded(Fraction(-5, 2)), rounded(Fraction(7, 3))
    (3, -3, 2)
    """
    if value.denominator == 1:
        return value.numerator
    return floor(value + Fraction(1, 2)) if value >= 0 else ceil(value - Fraction(1, 2))


_FUNCTIONS: dict[str, Callable[..., Amount]] = {"min": min, "max": max, "round": rounded, "floor": floor, "ceil": ceil}
_PAIRS: dict[str, Callable[[Amount, Amount], Amount]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "=": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
