"""Points as people type them from paper: with a minus of any kind, a comma for halves, thirds as a fraction."""

import re
from fractions import Fraction

from scoring.engine.points import SIXTHS, to_sixths

MOST = 1_000_000  # points
_TYPED = re.compile(r"([+-]?)(?:([0-9]{1,9})(?:[.,]([0-9]{1,3}))?|(?:([0-9]{1,9}) ?)?([½⅓⅔⅙⅚]|([0-9])/([236])))")
_SIGNS = {"½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "⅙": Fraction(1, 6), "⅚": Fraction(5, 6)}
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
        amount = int(before or 0) + (Fraction(int(above), int(below)) if above else _SIGNS[part])
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
