"""The parts of a formula: frozen nodes that are equal if they mean the same, wherever they are in the text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

Amount = int | Fraction


class DayFacts(NamedTuple):
    """The known facts; None: unknown. The names of the fields are the words of formulas."""

    points: Amount | None = None  # those by which the tournament ranks
    written: Amount | None = None  # the written score
    money: Amount | None = None  # play money won or lost
    capital: Amount | None = None  # play money at the end of each round, without replacements
    place_points: Amount | None = None
    hands: Amount | None = None
    won: Amount | None = None  # hands with a gain
    rounds: Amount | None = None
    firsts: Amount | None = None  # first places at tables
    seconds: Amount | None = None
    thirds: Amount | None = None
    table_place: Amount | None = None  # only of a single round
    table_size: Amount | None = None
    teams: Amount | None = None  # how many there are; 0: everybody plays for themselves
    team_place: Amount | None = None  # of the player's team; 0: none
    most_hands: Amount | None = None  # of anybody, over all days; of a day alone: the player's own
    euros: Amount | None = None  # won or lost at evenings, with the share of the Pagatkassa
    days: Amount | None = 1  # of all days together, how many there were


UNKNOWN = DayFacts()
SUMMED = (*DayFacts._fields[: DayFacts._fields.index("table_place")], "euros", "days")
PLACES_AT_TABLES = ("firsts", "seconds", "thirds")
# The facts that differ from player to player as the points made do, for samples of the check and the preview.
AMOUNTS = ("points", "written", "money", "capital", "place_points", "euros")


def build_sample(made: int, at: int = 0) -> DayFacts:
    """Return facts as they could be; `at` chooses one of four kinds of days.

    >>> build_sample(50).written, build_sample(50).hands, build_sample(50, 1).table_place
    (50, 48, 2)
    """
    at %= 4
    hands, won, rounds = ((48, 15, 3), (16, 0, 1), (1, 1, 1), (60, 30, 4))[at]
    places = ((1, 1, 1), (0, 0, 1), (1, 0, 0), (0, 0, 0))[at]
    table = at + 1, 4 + at % 3
    return DayFacts(made, made, made, made, max(0, made), hands, won, rounds, *places, *table, 6, at + 1, 60, made)


def sum_facts(days: Sequence[DayFacts], names: Sequence[str] = SUMMED) -> DayFacts:
    """Add up these facts of days; what is unknown of one of them, or of a single table, is unknown.

    >>> sum_facts([DayFacts(3, hands=16), DayFacts(-1, written=2, hands=20)])[:6]
    (2, None, None, None, None, 36)
    """
    columns = {name: [getattr(day, name) for day in days] for name in names}
    return DayFacts(**{name: None if None in amounts else sum(amounts) for name, amounts in columns.items()})


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
