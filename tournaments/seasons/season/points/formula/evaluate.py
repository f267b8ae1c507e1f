"""The value of a formula for a place: exact, whole numbers if possible, bounded at every step."""

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from tournaments.seasons.season.points.formula.facts import UNKNOWN, Amount, DayFacts
from tournaments.seasons.season.points.formula.nodes import (
    AND,
    OR,
    PLACE,
    PLAYERS,
    Branch,
    Call,
    Negative,
    Node,
    Number,
    Operation,
    Variable,
    compute_level,
)
from tournaments.seasons.season.points.formula.problems import Fact, Problem, build_problem

MOST_POINTS = 100_000
_LARGEST = 10**18  # of intermediate values, numerator and denominator
MOST_EXPONENT = 20


class Day(NamedTuple):
    """A player's result on a day: all that a formula may ask."""

    place: int
    players: int
    facts: DayFacts = UNKNOWN  # of the day, or of a round of it


Run = Callable[[Day], Amount]


def compute_value(node: Node, place: int, players: int, facts: DayFacts = UNKNOWN) -> Fraction | Problem:
    """Compute the points of a place among a number of players, or the problem there.

    >>> from tournaments.seasons.season.points.formula.parser import parse_formula
    >>> compute_value(parse_formula("100 / place"), 3, 20), compute_value(parse_formula("1 / (place - 3)"), 3, 20).code
    (Fraction(100, 3), 'divided_by_zero')
    """
    found = compile_formula(node)(Day(place, players, facts))
    return found if isinstance(found, Problem) else Fraction(found)


def compile_formula(node: Node) -> Callable[[Day], Amount | Problem]:
    """Compile the formula for use with many places."""
    run = _compile_node(node)

    def compute_points(day: Day) -> Amount | Problem:
        try:
            found = run(day)
            _must_be_bounded(found)
        except _NoValueError as none:
            return build_problem(none.code, none.at, place=day.place, players=day.players, **none.facts)
        if not -MOST_POINTS <= found <= MOST_POINTS:
            return build_problem("too_large", place=day.place, players=day.players, most=MOST_POINTS)
        return found

    return compute_points


class _NoValueError(Exception):
    """The end of a computation without a value; never leaves this file."""

    def __init__(self, code: str, at: int, **facts: Fact) -> None:
        super().__init__(code)
        self.code, self.at, self.facts = code, at, facts


def _compile_node(node: Node) -> Run:
    match node:
        case Number():
            value = node.value.numerator if node.value.denominator == 1 else node.value
            return lambda _day: value
        case Variable():
            return _VARIABLES.get(node.name) or _compile_fact(node)
        case Negative():
            of = _compile_node(node.of)
            return lambda day: -of(day)
        case Call():
            return _compile_call(node)
        case Branch():
            condition, then, otherwise = map(_compile_node, (node.condition, node.then, node.otherwise))
            return lambda day: (then if condition(day) else otherwise)(day)
    return _compile_pair(node)


def _compile_fact(node: Variable) -> Run:
    name, at = node.name, DayFacts._fields.index(node.name)

    def take_fact(day: Day) -> Amount:
        value: Amount | None = day.facts[at]
        if value is None and name == "points":
            raise _NoValueError("points_unknown", 0)
        if value is None:
            raise _NoValueError("fact_unknown", 0, what=name)
        return value

    return take_fact


_VARIABLES: dict[str, Run] = {PLACE: lambda day: day.place, PLAYERS: lambda day: day.players}


def _compile_call(node: Call) -> Run:
    run, given = _FUNCTIONS[node.name], tuple(map(_compile_node, node.of))
    if len(given) == 1:
        [only] = given
        return lambda day: run(only(day))
    return lambda day: run(*(argument(day) for argument in given))


def _compile_pair(node: Operation) -> Run:
    left, right, at = _compile_node(node.left), _compile_node(node.right), node.at
    if compute_level(node) == OR:
        return lambda day: left(day) or right(day)
    if compute_level(node) == AND:
        return lambda day: left(day) and right(day)
    if node.sign == "^":
        return lambda day: _compute_power(left(day), right(day), at)
    if node.sign == "/":
        return lambda day: _divide(left(day), right(day), at)
    run = _PAIRS[node.sign]
    if node.sign == "*":
        return lambda day: _must_be_bounded(run(left(day), right(day)), at)
    return lambda day: run(left(day), right(day))


def _divide(left: Amount, right: Amount, at: int) -> Amount:
    if not right:
        raise _NoValueError("divided_by_zero", at)
    found = Fraction(left, right)
    return found.numerator if found.denominator == 1 else _must_be_bounded(found, at)


def _compute_power(base: Amount, exponent: Amount, at: int) -> Amount:
    """Return an exact power of a bounded base by a small exponent: no formula can take long."""
    if exponent.denominator != 1 or not -MOST_EXPONENT <= exponent <= MOST_EXPONENT:
        raise _NoValueError("exponent", at, most=MOST_EXPONENT)
    found = (_must_be_bounded(base, at) if exponent else base) ** abs(exponent.numerator)
    if exponent < 0:
        return _divide(1, found, at)
    _must_be_bounded(found, at)
    return found.numerator if found.denominator == 1 else found


def _must_be_bounded(amount: Amount, at: int = 0) -> Amount:
    """Refuse a value larger than a season could need; raise _NoValueError."""
    if abs(amount.numerator) > _LARGEST or amount.denominator > _LARGEST:
        raise _NoValueError("too_large", at, most=MOST_POINTS)
    return amount


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
