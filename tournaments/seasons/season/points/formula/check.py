"""Checking a formula: every place of 4 to 300 players; its errors and its warnings."""

from functools import lru_cache
from typing import NamedTuple

from tarockclub.kit.numbers import list_readings
from tournaments.seasons.season.points.formula.evaluate import Day, compile_formula
from tournaments.seasons.season.points.formula.facts import UNKNOWN, Amount, DayFacts, build_sample
from tournaments.seasons.season.points.formula.nodes import Node, Number, list_formula_facts
from tournaments.seasons.season.points.formula.parser import parse_formula
from tournaments.seasons.season.points.formula.printer import format_formula
from tournaments.seasons.season.points.formula.problems import Problem, build_problem
from tournaments.seasons.season.points.formula.tokens import FUNCTION, NUMBER, SIGN, parse_tokens

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
    wrong = next((found for found in tried if found.problems), None)
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
            found = worth(Day(place, players, facts))
            if isinstance(found, Problem):
                return CheckedFormula(None, (found,))
            if found < 0 and facts is UNKNOWN:
                warnings.setdefault("negative", build_problem("negative", place=place, players=players))
            elif found < 0:
                warnings.setdefault("negative_points", build_problem("negative_points", made=int(facts.points or 0)))
            if before is not None and found > before:
                warnings.setdefault("rises", build_problem("rises", place=place, players=players))
            before = found
    return CheckedFormula(node, (), tuple(warnings.values()))
