"""The parts of a formula: frozen nodes that are equal if they mean the same, wherever they are in the text."""

from dataclasses import dataclass, field
from fractions import Fraction

PLACE, PLAYERS, POINTS = "place", "players", "points"
VARIABLES = (PLACE, PLAYERS, POINTS)
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
    """The place, the number of players, or the points made on the day."""

    name: str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Negative:
    """Minus in front of something."""

    of: "Node"
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Pair:
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
class Choice:
    """One value or another one, chosen by a comparison."""

    condition: "Node"
    then: "Node"
    otherwise: "Node"
    at: int = field(default=0, compare=False)


Node = Number | Variable | Negative | Pair | Call | Choice


def is_truth(node: Node) -> bool:
    """Return True if a part is true or false, and not a number.

    >>> is_truth(Pair("<", Variable(PLACE), Number(Fraction(4)))), is_truth(Variable(PLACE))
    (True, False)
    """
    return isinstance(node, Pair) and LEVEL[node.sign] <= COMPARISON


def has_points_made(node: Node) -> bool:
    """Return True if a formula asks for the points made on the day.

    >>> has_points_made(Negative(Variable(POINTS))), has_points_made(Pair("+", Variable(PLACE), Variable(PLAYERS)))
    (True, False)
    """
    match node:
        case Variable():
            return node.name == POINTS
        case Negative():
            return has_points_made(node.of)
        case Call():
            return any(map(has_points_made, node.of))
        case Choice():
            return any(map(has_points_made, (node.condition, node.then, node.otherwise)))
        case Pair():
            return has_points_made(node.left) or has_points_made(node.right)
    return False


def compute_level(node: Node) -> int:
    """Return how tightly a part binds."""
    if isinstance(node, Choice):
        return CHOICE
    if isinstance(node, Pair):
        return LEVEL[node.sign]
    return SIGN if isinstance(node, Negative) else WHOLE
