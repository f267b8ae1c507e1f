"""Card points in thirds (1 Blatt = 1/3 point) and payout points in sixths: exact integers, never a float."""

import re
from fractions import Fraction
from functools import lru_cache

BLATT = 3  # thirds of a card point
SIXTHS = 6  # parts of a payout point that the engine counts in: halves and thirds are exact

_POINTS = re.compile(r"([0-9]{1,4})(?:/([0-2]))?\Z", re.ASCII)
_AMOUNT = re.compile(r"(-?(?:0|[1-9][0-9]{0,8}))(?:/([1-9][0-9]{0,3}))?\Z", re.ASCII)


def parse_points(raw: object) -> int | None:
    """Read card points as written at the table, in thirds; None where they are no card points.

    >>> parse_points("35/2"), parse_points("35"), parse_points(35), parse_points("35/0"), parse_points("35/3")
    (107, 105, 105, 105, None)
    """
    if type(raw) is int:
        return raw * BLATT if 0 <= raw <= 9999 else None
    if type(raw) is not str or not (match := _POINTS.match(raw)):
        return None
    return int(match[1]) * BLATT + int(match[2] or 0)


def print_points(thirds: int) -> str:
    """Write card points (in thirds) as at the table.

    >>> print_points(107), print_points(105)
    ('35/2', '35')
    """
    whole, blatt = divmod(thirds, BLATT)
    return f"{whole}/{blatt}" if blatt else str(whole)


def round_points(thirds: int) -> int:
    """Round card points (in thirds) to whole ones: an incomplete Lage loses one point (standard §1, Gezählt).

    >>> [print_points(round_points(points)) for points in (103, 104, 105, 106, 107)]
    ['34', '35', '35', '35', '36']
    """
    return (thirds + 1) // BLATT * BLATT


def parse_amount(raw: object) -> Fraction | None:
    """Read an amount of a sheet, a whole number or a fraction like "5/2"; None where it is neither.

    >>> parse_amount("5/2"), parse_amount(3), parse_amount("x"), parse_amount(True)
    (Fraction(5, 2), Fraction(3, 1), None, None)
    """
    if type(raw) is int:
        return Fraction(raw) if -(10**9) < raw < 10**9 else None
    if type(raw) is not str or not (match := _AMOUNT.match(raw)):
        return None
    return Fraction(int(match[1]), int(match[2] or 1))


def convert_to_sixths(amount: Fraction) -> int | None:
    """Count an amount in sixths of a payout point; None where it does not fit.

    >>> convert_to_sixths(Fraction(5, 2)), convert_to_sixths(Fraction(1, 4))
    (15, None)
    """
    sixths = amount * SIXTHS
    return sixths.numerator if sixths.denominator == 1 else None


@lru_cache(maxsize=4096)
def print_amount(sixths: int) -> str:
    """Write an amount (in sixths) exactly.

    >>> print_amount(-216), print_amount(4), print_amount(9)
    ('-36', '2/3', '3/2')
    """
    whole, rest = divmod(sixths, SIXTHS)
    return str(Fraction(sixths, SIXTHS)) if rest else str(whole)
