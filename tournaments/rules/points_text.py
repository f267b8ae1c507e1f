"""Points of standings as people read them: exact, a fraction where there is one."""

from fractions import Fraction

from scoring.templatetags.amounts import MINUS
from tournaments.rules.ranking import PARTS

_SIGNS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖",
    Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}


def points_text(parts: int, *, sign: bool = False) -> str:
    """Points from parts of a point (ranking.PARTS); what has no sign of its own is written as 7/12.

    >>> points_text(40 * PARTS), points_text(-37 * PARTS - 30), points_text(55), points_text(35), points_text(635)
    ('40', '−37½', '11/12', '7/12', '10 7/12')
    >>> points_text(0, sign=True), points_text(80, sign=True)
    ('0', '+1⅓')
    """
    whole, rest = divmod(abs(parts), PARTS)
    text = str(whole or "") + _part(Fraction(rest, PARTS), after=whole > 0) or "0"
    before = MINUS if parts < 0 else "+" if sign and parts > 0 else ""
    return before + text


def _part(rest: Fraction, *, after: bool) -> str:
    if not rest:
        return ""
    return _SIGNS.get(rest) or f"{' ' if after else ''}{rest}"


def points_number(parts: int) -> int | float:
    """Points as a number for programs, to nine decimals.

    >>> points_number(40 * PARTS), points_number(90), points_number(-80)
    (40, 1.5, -1.333333333)
    """
    whole, rest = divmod(parts, PARTS)
    return round(parts / PARTS, 9) if rest else whole
