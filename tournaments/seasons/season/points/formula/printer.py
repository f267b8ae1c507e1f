"""A formula as text, with no more parentheses than needed, and as a formula of a spreadsheet."""

from collections.abc import Mapping
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
from tournaments.seasons.season.points.formula.parser import DECIMALS, GERMAN_FACTS, parse_formula
from tournaments.seasons.season.points.formula.problems import Problem

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


LONGEST = 8000  # characters; a spreadsheet takes 8192
_EXACT = 9  # decimals: beyond them a fraction of a spreadsheet is no longer exact
_WORDS = {"min": "MIN", "max": "MAX", "and": "AND", "or": "OR"}
_COMPARISONS = {"=": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def format_for_workbook(node: Node, cells: Mapping[str, str]) -> str:
    """Format a formula without its "="; `cells`: the cell of each variable.

    >>> from tournaments.seasons.season.points.formula.parser import parse_formula
    >>> format_for_workbook(parse_formula("max(0, points - 2 * place)"), {"points": "B3", "place": "A3"})
    'MAX(0,(B3-(2*A3)))'
    >>> format_for_workbook(parse_formula("if place > 3 then floor(place / 2) else 1"), {"place": "A3"})
    'IF(ROUND(A3-3,9)>0,INT(ROUND((A3/2),9)),1)'
    """
    match node:
        case Number():
            return _format_workbook_number(node)
        case Variable():
            return cells[node.name]
        case Negative():
            return f"(-{format_for_workbook(node.of, cells)})"
        case Call():
            return _format_call(node.name, [format_for_workbook(part, cells) for part in node.of])
        case Branch():
            parts = (node.condition, node.then, node.otherwise)
            return f"IF({','.join(format_for_workbook(part, cells) for part in parts)})"
    left, right = format_for_workbook(node.left, cells), format_for_workbook(node.right, cells)
    if node.sign in _COMPARISONS:
        return f"ROUND({left}-{right},{_EXACT}){_COMPARISONS[node.sign]}0"
    if node.sign in _WORDS:
        return f"{_WORDS[node.sign]}({left},{right})"
    if node.sign == "^" and not isinstance(node.right, Number):
        return f"IF({right}=0,1,({left})^({right}))"  # some spreadsheets have no value for 0 ^ 0
    return f"({left}{node.sign}{right})"


def _format_workbook_number(node: Number) -> str:
    value = node.value
    return str(value.numerator) if value.denominator == 1 else repr(float(value))


def _format_call(name: str, given: list[str]) -> str:
    if name in _WORDS:
        return f"{_WORDS[name]}({','.join(given)})"
    exact = f"ROUND({given[0]},{_EXACT})"
    if name == "round":
        return f"ROUND({exact},0)"
    return f"INT({exact})" if name == "floor" else f"(-INT(-{exact}))"
