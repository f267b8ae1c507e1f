"""A formula as text, with no more parentheses than it needs; what is read from it is the same formula again."""

from fractions import Fraction

from tournaments.season.points.formula.nodes import (
    CHOOSES,
    COMPARES,
    SIGN,
    Call,
    Choice,
    Negative,
    Node,
    Number,
    Variable,
    level,
)
from tournaments.season.points.formula.tokens import DECIMALS

GERMAN = {"place": "platz", "players": "spieler", "if": "wenn", "then": "dann", "else": "sonst"}
GERMAN |= {"and": "und", "or": "oder", "round": "runden", "floor": "abrunden", "ceil": "aufrunden"}


def printed(node: Node, language: str = "en") -> str:
    """A formula in the words of a language: English for "en", else German.

    >>> from tournaments.season.points.formula.parser import parsed
    >>> printed(parsed("(10-(platz))*2")), printed(parsed("max(1, 10 - place)"), "de")
    ('(10 - place) * 2', 'max(1; 10 - platz)')
    """
    words = {} if language.startswith("en") else GERMAN
    return _text(node, words)


def _text(node: Node, words: dict[str, str]) -> str:
    match node:
        case Number():
            return _number(node.value)
        case Variable():
            return words.get(node.name, node.name)
        case Negative():
            return f"-{_held(node.of, SIGN, words)}"
        case Call():
            between = "; " if words else ", "
            return f"{words.get(node.name, node.name)}({between.join(_text(one, words) for one in node.of)})"
        case Choice():
            parts = (("if", node.condition), ("then", node.then), ("else", node.otherwise))
            return " ".join(f"{words.get(word, word)} {_text(part, words)}" for word, part in parts)
    own = level(node)
    left = own + 1 if own == COMPARES else own
    sign = words.get(node.sign, node.sign)
    return f"{_held(node.left, left, words)} {sign} {_held(node.right, own + 1, words)}"


def _held(node: Node, least: int, words: dict[str, str]) -> str:
    """A part within another one: in parentheses where it would fall apart."""
    text = _text(node, words)
    return f"({text})" if level(node) < least or level(node) == CHOOSES else text


def _number(value: Fraction) -> str:
    whole, rest = divmod(value.numerator * 10**DECIMALS // value.denominator, 10**DECIMALS)
    return f"{whole}.{rest:0{DECIMALS}}".rstrip("0").rstrip(".")
