"""The value of a formula for a place: exact, whole numbers if possible, bounded at every step."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from tarockclub.kit.numbers import list_readings
from tournaments.seasons.season.points.formula.nodes import (
    AND,
    OR,
    PLACE,
    PLAYERS,
    UNKNOWN,
    Amount,
    Branch,
    Call,
    DayFacts,
    Negative,
    Node,
    Number,
    Operation,
    Variable,
    build_sample,
    compute_level,
    list_formula_facts,
)
from tournaments.seasons.season.points.formula.parser import FUNCTION, NUMBER, SIGN, parse_formula, parse_tokens
from tournaments.seasons.season.points.formula.printer import format_formula
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


def compile_formula(node: Node) -> Callable[[Day], Amount | Problem]:
    """Compile the formula for use with many places."""
    run = _compile_node(node)

    def compute_points(day: Day) -> Amount | Problem:
        try:
            value = run(day)
            _must_be_bounded(value)
        except _NoValueError as none:
            return build_problem(none.code, none.at, place=day.place, players=day.players, **none.facts)
        if not -MOST_POINTS <= value <= MOST_POINTS:
            return build_problem("too_large", place=day.place, players=day.players, most=MOST_POINTS)
        return value

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
            operand = _compile_node(node.of)
            return lambda day: -operand(day)
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
    run, arguments = _FUNCTIONS[node.name], tuple(map(_compile_node, node.of))
    if len(arguments) == 1:
        [only] = arguments
        return lambda day: run(only(day))
    return lambda day: run(*(argument(day) for argument in arguments))


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
    quotient = Fraction(left, right)
    return quotient.numerator if quotient.denominator == 1 else _must_be_bounded(quotient, at)


def _compute_power(base: Amount, exponent: Amount, at: int) -> Amount:
    """Return an exact power of a bounded base by a small exponent: no formula can take long."""
    if exponent.denominator != 1 or not -MOST_EXPONENT <= exponent <= MOST_EXPONENT:
        raise _NoValueError("exponent", at, most=MOST_EXPONENT)
    power = (_must_be_bounded(base, at) if exponent else base) ** abs(exponent.numerator)
    if exponent < 0:
        return _divide(1, power, at)
    _must_be_bounded(power, at)
    return power.numerator if power.denominator == 1 else power


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


# Checking a formula: every place of 4 to 300 players; its errors and its warnings.

FEWEST, MOST = 4, 300  # players
# While a formula is being typed, not every number is tried: all the small ones, the largest, and some between.
QUICK_SIZES = (*range(FEWEST, 33), 40, 64, 100, 150, 200, 256, MOST)
ALL_SIZES = tuple(range(FEWEST, MOST + 1))
# A formula that would take seconds is tried for a sample, too: the most numbers of players within the steps.
SAMPLED_SIZES = (*range(FEWEST, 65), *range(65, MOST, 7), MOST)
# A formula that asks for facts of the day is tried with each of these points, for few numbers of players.
SAMPLE_POINTS = (-500, -100, -1, 0, 1, 50, 100, 101, 200, 500, 1000)
POINTS_SIZES = (*range(FEWEST, 9), 24, 150)
MOST_STEPS = 300_000  # operations with fractions, of 2 to 4 microseconds
WHOLE_NUMBERS = 8  # times as fast are operations with whole numbers alone


class CheckedFormula(NamedTuple):
    """A formula's text after parsing and trying; warnings do not refuse it."""

    formula: Node | None
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...] = ()


def check_formula(text: str) -> CheckedFormula:
    """Check a formula that is to be saved, and return all that is wrong with it.

    >>> [one.code for one in check_formula("10 - place").warnings], check_formula("10 / (place - 7)").problems[0].code
    (['negative'], 'divided_by_zero')
    """
    unclear = find_unclear_number(text)
    if unclear is not None:
        return CheckedFormula(None, (unclear,))
    work = _count_work(text)
    affordable = (sizes for sizes in (ALL_SIZES, SAMPLED_SIZES) if work * sum(sizes) <= MOST_STEPS * WHOLE_NUMBERS)
    return _check_sizes(text, next(affordable, QUICK_SIZES))


def find_unclear_number(text: str) -> Problem | None:
    """Return the problem with the first number that allows two readings, which is not saved any more.

    >>> find_unclear_number("1.000 * place").facts, find_unclear_number("1.0000 * place")
    ((('decimal', '1'), ('thousands', '1000'), ('typed', '1.000')), None)
    """
    tokens = parse_tokens(text)
    if isinstance(tokens, Problem):
        return None
    for token in tokens:
        readings = list_readings(token.text) if token.kind == NUMBER else ()
        if len(readings) > 1:
            thousands, decimal = (format_formula(Number(reading)) for reading in readings)
            return build_problem("two_readings", token.at, typed=token.text, thousands=thousands, decimal=decimal)
    return None


def _count_work(text: str) -> int:
    """Return how long a formula takes for one place, in operations with whole numbers."""
    tokens = parse_tokens(text)
    if isinstance(tokens, Problem):
        return 0
    operations = sum(token.kind == FUNCTION or (token.kind == SIGN and token.means not in "(),") for token in tokens)
    has_fractions = any(token.means in ("/", "^") or token.value.denominator > 1 for token in tokens)
    return operations * (WHOLE_NUMBERS if has_fractions else 1)


def check_quickly(text: str) -> CheckedFormula:
    """Check a formula while it is being typed: not for every number of players."""
    return _check_sizes(text, QUICK_SIZES)


@lru_cache(maxsize=64)
def _check_sizes(text: str, sizes: tuple[int, ...]) -> CheckedFormula:
    node = parse_formula(text)
    if isinstance(node, Problem):
        return CheckedFormula(None, (node,))
    if not list_formula_facts(node):
        return _try_places(node, sizes, UNKNOWN)
    tried = [_try_places(node, POINTS_SIZES, build_sample(points, at)) for at, points in enumerate(SAMPLE_POINTS)]
    wrong = next((attempt for attempt in tried if attempt.problems), None)
    return wrong or CheckedFormula(
        node, (), tuple({warning.code: warning for each in tried for warning in each.warnings}.values())
    )


def _try_places(node: Node, sizes: tuple[int, ...], facts: DayFacts) -> CheckedFormula:
    """Compute a formula for every place among these numbers of players, all with the same facts."""
    worth = compile_formula(node)
    warnings: dict[str, Problem] = {}
    for players in sizes:
        before: Amount | None = None
        for place in range(1, players + 1):
            value = worth(Day(place, players, facts))
            if isinstance(value, Problem):
                return CheckedFormula(None, (value,))
            if value < 0 and facts is UNKNOWN:
                warnings.setdefault("negative", build_problem("negative", place=place, players=players))
            elif value < 0:
                warnings.setdefault("negative_points", build_problem("negative_points", made=int(facts.points or 0)))
            if before is not None and value > before:
                warnings.setdefault("rises", build_problem("rises", place=place, players=players))
            before = value
    return CheckedFormula(node, (), tuple(warnings.values()))
