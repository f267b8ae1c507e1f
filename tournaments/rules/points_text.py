"""Points of standings as text: exact, with a fraction if there is one."""

import re
from fractions import Fraction

from scoring.engine.points import SIXTHS, convert_to_sixths
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


def format_points(parts: int, *, sign: bool = False) -> str:
    """Format points from parts of a point (ranking.PARTS); a fraction without its own character is written as 7/12.

    >>> (
    ...     format_points(40 * PARTS),
    ...     format_points(-37 * PARTS - 30),
    ...     format_points(55),
    ...     format_points(35),
    ...     format_points(635),
    ... )
    ('40', '−37½', '11/12', '7/12', '10 7/12')
    >>> format_points(0, sign=True), format_points(80, sign=True)
    ('0', '+1⅓')
    """
    whole, rest = divmod(abs(parts), PARTS)
    text = str(whole or "") + _format_part(Fraction(rest, PARTS), after=whole > 0) or "0"
    before = MINUS if parts < 0 else "+" if sign and parts > 0 else ""
    return before + text


def _format_part(rest: Fraction, *, after: bool) -> str:
    if not rest:
        return ""
    return _SIGNS.get(rest) or f"{' ' if after else ''}{rest}"


def convert_points(parts: int) -> int | float:
    """Return points as a number for programs, to nine decimals.

    >>> convert_points(40 * PARTS), convert_points(90), convert_points(-80)
    (40, 1.5, -1.333333333)
    """
    whole, rest = divmod(parts, PARTS)
    return round(parts / PARTS, 9) if rest else whole


MOST = 1_000_000  # points
_TYPED_POINTS = re.compile(r"([+-]?)(?:([0-9]{1,9})(?:[.,]([0-9]{1,3}))?|(?:([0-9]{1,9}) ?)?([½⅓⅔⅙⅚]|([0-9])/([236])))")
_FRACTIONS = {"½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "⅙": Fraction(1, 6), "⅚": Fraction(5, 6)}
_MINUS = str.maketrans("−–—‐", "----")


def parse_points(text: str) -> int | None:
    """Parse an amount into sixths of a point; None if a sheet cannot pay it.

    >>> parse_points("−12,5"), parse_points("+3"), parse_points("1 1/3"), parse_points("0,3"), parse_points("x")
    (-75, 18, 8, None, None)
    """
    found = _TYPED_POINTS.fullmatch(" ".join(text.translate(_MINUS).split()).replace("- ", "-").replace("+ ", "+"))
    if found is None:
        return None
    sign, whole, decimals, before, part, above, below = found.groups()
    if whole is not None:
        amount = Fraction(int(whole)) + (Fraction(int(decimals), 10 ** len(decimals)) if decimals else 0)
    else:
        amount = int(before or 0) + (Fraction(int(above), int(below)) if above else _FRACTIONS[part])
    sixths = convert_to_sixths(amount)
    if sixths is None or sixths > MOST * SIXTHS:
        return None
    return -sixths if sign == "-" else sixths


def format_typed_points(sixths: int) -> str:
    """Format an amount as it could be typed; `parse_points` is the inverse.

    >>> format_typed_points(-75), format_typed_points(8), format_typed_points(18)
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
