"""Points of standings as people read them: exact, a fraction where there is one."""

import re
from fractions import Fraction

from scoring.engine.points import SIXTHS, to_sixths
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


MOST = 1_000_000  # points
_TYPED = re.compile(r"([+-]?)(?:([0-9]{1,9})(?:[.,]([0-9]{1,3}))?|(?:([0-9]{1,9}) ?)?([½⅓⅔⅙⅚]|([0-9])/([236])))")
_FRACTIONS = {"½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "⅙": Fraction(1, 6), "⅚": Fraction(5, 6)}
_MINUS = str.maketrans("−–—‐", "----")


def read_points(text: str) -> int | None:
    """An amount in sixths of a point; None where it is none that a sheet can pay.

    >>> read_points("−12,5"), read_points("+3"), read_points("1 1/3"), read_points("0,3"), read_points("x")
    (-75, 18, 8, None, None)
    """
    found = _TYPED.fullmatch(" ".join(text.translate(_MINUS).split()).replace("- ", "-").replace("+ ", "+"))
    if found is None:
        return None
    sign, whole, decimals, before, part, above, below = found.groups()
    if whole is not None:
        amount = Fraction(int(whole)) + (Fraction(int(decimals), 10 ** len(decimals)) if decimals else 0)
    else:
        amount = int(before or 0) + (Fraction(int(above), int(below)) if above else _FRACTIONS[part])
    sixths = to_sixths(amount)
    if sixths is None or sixths > MOST * SIXTHS:
        return None
    return -sixths if sign == "-" else sixths


def print_typed(sixths: int) -> str:
    """An amount as it could be typed; `read_points` is the inverse.

    >>> print_typed(-75), print_typed(8), print_typed(18)
    ('-12,5', '1 1/3', '3')
    """
    whole, rest = divmod(abs(sixths), SIXTHS)
    if rest == SIXTHS // 2:
        text = f"{whole},5"
    elif rest:
        third = f"{rest // 2}/3" if rest % 2 == 0 else f"{rest}/6"
        text = f"{whole} {third}" if whole else third
    else:
        text = str(whole)
    return f"-{text}" if sixths < 0 else text
