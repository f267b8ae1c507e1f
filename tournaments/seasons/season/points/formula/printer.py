"""A formula as text, with no more parentheses than needed; parsing it gives the same formula again."""

from fractions import Fraction

from tarockclub.kit.numbers import list_readings
from tournaments.seasons.season.points.formula.nodes import (
    CHOICE,
    COMPARISON,
    POWER,
    SIGN,
    Branch,
    Call,
    Negative,
    Node,
    Number,
    Variable,
    compute_level,
)
from tournaments.seasons.season.points.formula.parser import parse_formula
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.points.formula.tokens import DECIMALS, GERMAN_FACTS

GERMAN = {"place": "platz", "players": "spieler", "if": "wenn", "then": "dann", "else": "sonst"}
GERMAN |= {"and": "und", "or": "oder", "round": "runden", "floor": "abrunden", "ceil": "aufrunden"}
GERMAN |= GERMAN_FACTS


def format_formula(node: Node, language: str = "en") -> str:
    """Format a formula in the words of a language: English for "en", else German.

    >>> from tournaments.seasons.season.points.formula.parser import parse_formula
    >>> format_formula(parse_formula("(10-(platz))*2")), format_formula(parse_formula("max(1, 10 - place)"), "de")
    ('(10 - place) * 2', 'max(1; 10 - platz)')
    """
    words = {} if language.startswith("en") else GERMAN
    return _format_node(node, words)


def translate_formula(text: str, language: str) -> str:
    """Translate a formula into the words of a language; what cannot be read stays as it is."""
    node = parse_formula(text)
    return text if isinstance(node, Problem) else format_formula(node, language)


def _format_node(node: Node, words: dict[str, str]) -> str:
    match node:
        case Number():
            return _format_number(node.value)
        case Variable():
            return words.get(node.name, node.name)
        case Negative():
            return f"-{_format_part(node.of, SIGN, words)}"
        case Call():
            between = "; " if words else ", "
            return f"{words.get(node.name, node.name)}({between.join(_format_node(part, words) for part in node.of)})"
        case Branch():
            parts = (("if", node.condition), ("then", node.then), ("else", node.otherwise))
            return " ".join(f"{words.get(word, word)} {_format_node(part, words)}" for word, part in parts)
    own = compute_level(node)
    left = own + 1 if own in (COMPARISON, POWER) else own
    right = SIGN if own == POWER else own + 1
    sign = words.get(node.sign, node.sign)
    return f"{_format_part(node.left, left, words)} {sign} {_format_part(node.right, right, words)}"


def _format_part(node: Node, least: int, words: dict[str, str]) -> str:
    """Format a part within another one: in parentheses where they are needed."""
    text = _format_node(node, words)
    return f"({text})" if compute_level(node) < least or compute_level(node) == CHOICE else text


def _format_number(value: Fraction) -> str:
    whole, rest = divmod(value.numerator * 10**DECIMALS // value.denominator, 10**DECIMALS)
    text = f"{whole}.{rest:0{DECIMALS}}".rstrip("0").rstrip(".")
    return f"{text}0" if len(list_readings(text)) > 1 else text  # three decimals could be thousands
