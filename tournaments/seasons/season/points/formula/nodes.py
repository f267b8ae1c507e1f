"""The parts of a formula: frozen nodes that are equal if they mean the same, wherever they are in the text."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.seasons.season.points.formula.facts import DayFacts

PLACE, PLAYERS = "place", "players"
VARIABLES = (PLACE, PLAYERS, *DayFacts._fields)
# How tightly the parts of a formula bind; a part that binds more loosely than required is put in parentheses.
CHOICE, OR, AND, COMPARISON, SUM, PRODUCT, SIGN, POWER, WHOLE = range(9)
LEVEL = {"or": OR, "and": AND, "+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "^": POWER}
LEVEL |= dict.fromkeys(("=", "!=", "<", "<=", ">", ">="), COMPARISON)
# Functions with the least and the most numbers that they take.
FUNCTIONS = {"min": (2, 9), "max": (2, 9), "round": (1, 1), "floor": (1, 1), "ceil": (1, 1)}


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it was typed: not negative, at most four decimals."""

    value: Fraction
    at: int = field(default=0, compare=False)  # position in the text, from 1


@dataclass(frozen=True, slots=True)
class Variable:
    """The place, the number of players, or a fact of the day."""

    name: str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Negative:
    """Minus in front of something."""

    of: "Node"
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Operation:
    """Two parts with an operator between them (a key of LEVEL)."""

    sign: str
    left: "Node"
    right: "Node"
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A function (of FUNCTIONS) of one number or more."""

    name: str
    of: tuple["Node", ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Branch:
    """One value or another one, chosen by a comparison."""

    condition: "Node"
    then: "Node"
    otherwise: "Node"
    at: int = field(default=0, compare=False)


Node = Number | Variable | Negative | Operation | Call | Branch


def is_truth(node: Node) -> bool:
    """Return True if a part is true or false, and not a number.

    >>> is_truth(Operation("<", Variable(PLACE), Number(Fraction(4)))), is_truth(Variable(PLACE))
    (True, False)
    """
    return isinstance(node, Operation) and LEVEL[node.sign] <= COMPARISON


def list_formula_facts(node: Node) -> tuple[str, ...]:
    """Return the facts of the day that a formula asks for, in the order of facts.Facts.

    >>> nodes = Negative(Variable("points")), Operation("+", Variable(PLACE), Variable(PLAYERS))
    >>> [list_formula_facts(node) for node in nodes]
    [('points',), ()]
    """
    names = set(list_names(node))
    return tuple(name for name in DayFacts._fields if name in names)


def list_names(node: Node) -> Iterator[str]:
    """Yield the variables of a formula, some of them more than once."""
    match node:
        case Variable():
            yield node.name
        case Negative():
            yield from list_names(node.of)
        case Call():
            for part in node.of:
                yield from list_names(part)
        case Branch():
            for part in (node.condition, node.then, node.otherwise):
                yield from list_names(part)
        case Operation():
            yield from list_names(node.left)
            yield from list_names(node.right)


def compute_level(node: Node) -> int:
    """Return how tightly a part binds."""
    if isinstance(node, Branch):
        return CHOICE
    if isinstance(node, Operation):
        return LEVEL[node.sign]
    return SIGN if isinstance(node, Negative) else WHOLE
