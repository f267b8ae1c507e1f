"""The value of a formula for a place: exact, whole numbers if possible, bounded at every step."""

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
    compute_level,
)
from tournaments.season.points.formula.problems import Problem, build_problem

MOST_POINTS = 100_000
_LARGEST = 10**18  # of intermediate values, numerator and denominator
Amount = int | Fraction
Run = Callable[[int, int], Amount]


def compute_value(node: Node, place: int, players: int) -> Fraction | Problem:
    """Compute the points of a place among a number of players, or the problem there.

    >>> from tournaments.season.points.formula.parser import parse_formula
    >>> compute_value(parse_formula("100 / place"), 3, 20), compute_value(parse_formula("1 / (place - 3)"), 3, 20).code
    (Fraction(100, 3), 'divided_by_zero')
    """
    found = compile_formula(node)(place, players)
    return found if isinstance(found, Problem) else Fraction(found)


def compile_formula(node: Node) -> Callable[[int, int], Amount | Problem]:
    """Compile the formula for use with many places."""
    run = _compile_node(node)

    def compute_points(place: int, players: int) -> Amount | Problem:
        try:
            found = run(place, players)
            _must_be_bounded(found)
        except _NoValueError as none:
            return build_problem(none.code, none.at, place=place, players=players, **none.facts)
        if not -MOST_POINTS <= found <= MOST_POINTS:
            return build_problem("too_large", place=place, players=players, most=MOST_POINTS)
        return found

    return compute_points


class _NoValueError(Exception):
    """The end of a computation without a value; never leaves this file."""

    def __init__(self, code: str, at: int, **facts: int) -> None:
        super().__init__(code)
        self.code, self.at, self.facts = code, at, facts


def _compile_node(node: Node) -> Run:
    match node:
        case Number():
            value = node.value.numerator if node.value.denominator == 1 else node.value
            return lambda _place, _players: value
        case Variable():
            return _take_place if node.name == PLACE else _take_players
        case Negative():
            of = _compile_node(node.of)
            return lambda place, players: -of(place, players)
        case Call():
            return _compile_call(node)
        case Choice():
            condition, then, otherwise = map(_compile_node, (node.condition, node.then, node.otherwise))
            return lambda place, players: (then if condition(place, players) else otherwise)(place, players)
    return _compile_pair(node)


def _take_place(place: int, _players: int) -> Amount:
    return place


def _take_players(_place: int, players: int) -> Amount:
    return players


def _compile_call(node: Call) -> Run:
    run, given = _FUNCTIONS[node.name], tuple(map(_compile_node, node.of))
    if len(given) == 1:
        [only] = given
        return lambda place, players: run(only(place, players))
    return lambda place, players: run(*(argument(place, players) for argument in given))


def _compile_pair(node: Pair) -> Run:
    left, right, at = _compile_node(node.left), _compile_node(node.right), node.at
    if compute_level(node) == OR:
        return lambda place, players: left(place, players) or right(place, players)
    if compute_level(node) == AND:
        return lambda place, players: left(place, players) and right(place, players)
    if node.sign == "/":
        return lambda place, players: _divide(left(place, players), right(place, players), at)
    run = _PAIRS[node.sign]
    if node.sign == "*":
        return lambda place, players: _must_be_bounded(run(left(place, players), right(place, players)), at)
    return lambda place, players: run(left(place, players), right(place, players))


def _divide(left: Amount, right: Amount, at: int) -> Amount:
    if not right:
        raise _NoValueError("divided_by_zero", at)
    found = Fraction(left, right)
    return found.numerator if found.denominator == 1 else _must_be_bounded(found, at)


def _must_be_bounded(found: Amount, at: int = 0) -> Amount:
    """Refuse a value larger than a season could need; raise _NoValueError."""
    if abs(found.numerator) > _LARGEST or found.denominator > _LARGEST:
        raise _NoValueError("too_large", at, most=MOST_POINTS)
    return found


def round_half_away(value: Amount) -> int:
    """Round to a whole number, a half away from 0.

    >>> round_half_away(Fraction(5, 2)), round_half_away(Fraction(-5, 2)), round_half_away(Fraction(7, 3))
    (3, -3, 2)
    """
    if value.denominator == 1:
        return value.numerator
    return floor(value + Fraction(1, 2)) if value >= 0 else ceil(value - Fraction(1, 2))


_FUNCTIONS: dict[str, Callable[..., Amount]] = {
    "min": min,
    "max": max,
    "round": round_half_away,
    "floor": floor,
    "ceil": ceil,
}
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
