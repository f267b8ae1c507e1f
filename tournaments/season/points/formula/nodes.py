"""What a formula is made of: frozen nodes that are equal where they mean the same, wherever they stood."""

from dataclasses import dataclass, field
from fractions import Fraction

PLACE, PLAYERS = "place", "players"
VARIABLES = (PLACE, PLAYERS)
# How tight the parts of a formula hold together; a part that holds looser than asked for is put in parentheses.
CHOICE, OR, AND, COMPARISON, SUM, PRODUCT, SIGN, WHOLE = range(8)
LEVEL = {"or": OR, "and": AND, "+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT}
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
    """The place, or how many took part."""

    name: str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Negative:
    """Minus in front of something."""

    of: "Node"
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two parts with what stands between them (a key of LEVEL)."""

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
    """One value or another one, as a comparison says."""

    condition: "Node"
    then: "Node"
    otherwise: "Node"
    at: int = field(default=0, compare=False)


Node = Number | Variable | Negative | Pair | Call | Choice


def is_truth(node: Node) -> bool:
    """Whether a part is true or false, and no number.

    >>> is_truth(Pair("<", Variable(PLACE), Number(Fraction(4)))), is_truth(Variable(PLACE))
    (True, False)
    """
    return isinstance(node, Pair) and LEVEL[node.sign] <= COMPARISON


def compute_level(node: Node) -> int:
    """How tight a part holds together."""
    if isinstance(node, Choice):
        return CHOICE
    if isinstance(node, Pair):
        return LEVEL[node.sign]
    return SIGN if isinstance(node, Negative) else WHOLE
