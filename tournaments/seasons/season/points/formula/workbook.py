"""A formula as one of a spreadsheet: computed with its numbers, which are rounded where a fraction would be cut."""

from collections.abc import Mapping

from tournaments.seasons.season.points.formula.nodes import Branch, Call, Negative, Node, Number, Variable

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
            return _format_number(node)
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


def _format_number(node: Number) -> str:
    value = node.value
    return str(value.numerator) if value.denominator == 1 else repr(float(value))


def _format_call(name: str, given: list[str]) -> str:
    if name in _WORDS:
        return f"{_WORDS[name]}({','.join(given)})"
    exact = f"ROUND({given[0]},{_EXACT})"
    if name == "round":
        return f"ROUND({exact},0)"
    return f"INT({exact})" if name == "floor" else f"(-INT(-{exact}))"
