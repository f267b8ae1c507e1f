"""Amounts as people type and read them, and as numbers for programs: points, cup points in hundredths, money in cents.

All are whole numbers of parts, so nothing is lost: points are in sixths (or in the parts that `each` names), money is
in cents. What is typed is read as `numbers.py` reads it, the same everywhere; what allows two readings is refused, and
`explain_readings` says so. The notation of hand records and sheets is the engine's (`scoring/engine/points.py`).
"""

from fractions import Fraction

from django.utils.translation import gettext_lazy

from scoring.engine.points import SIXTHS
from tarockclub.kit.numbers import VULGAR_FRACTIONS, list_readings
from tarockclub.kit.words import get_current_language

MINUS = "−"
WORD_JOINER = "\u2060"  # takes no room; a line may break between "−" and "€" without it
MOST_POINTS = 1_000_000  # typed at once
MOST_HUNDREDTHS = 10_000_000  # of a cup point
MOST_CENTS = 10**11
HUNDREDTHS = 100
TWO_READINGS = gettext_lazy("“%(typed)s” may mean %(thousands)s or %(decimal)s: please write one of these.")
_SIGNS = {fraction: sign for sign, fraction in VULGAR_FRACTIONS.items()}
_ARTEFACT = Fraction(1, 1_000_000)  # a spreadsheet stores a typed decimal with an error up to this


def parse_parts(text: str, each: int, most: int, least: int = 0) -> int | None:
    """Parse an amount into parts, `each` to one; None if it is unclear, no whole number of them, or beyond the bounds.

    >>> parse_parts("66,67", 100, 10**6), parse_parts("0.30000000000000004", 100, 10**6), parse_parts("1/3", 6, 10**6)
    (6667, 30, 2)
    >>> parse_parts("1.234", 1, 10**6), parse_parts("1,2345", 100, 10**6), parse_parts("-1", 6, 10**6)
    (None, None, None)
    """
    readings = list_readings(text)
    return count_parts(readings[0], each, most, least) if len(readings) == 1 else None


def count_parts(amount: Fraction, each: int, most: int, least: int = 0) -> int | None:
    """Return an amount in parts, `each` to one; None if it is no whole number of them, or beyond the bounds."""
    exact = amount * each
    parts = round(exact)
    return parts if abs(exact - parts) <= _ARTEFACT and least <= parts <= most else None


def parse_typed_points(text: str) -> int | None:
    """Parse typed points into sixths; None if a sheet cannot pay them.

    >>> [parse_typed_points(text) for text in ("−12,5", "+3", "1 1/3", "0,3", "x")]
    [-75, 18, 8, None, None]
    """
    return parse_parts(text, SIXTHS, MOST_POINTS * SIXTHS, -MOST_POINTS * SIXTHS)


def parse_hundredths(text: str) -> int | None:
    """Parse typed cup points into hundredths; None if it is no amount.

    >>> parse_hundredths("12,5"), parse_hundredths("223"), parse_hundredths("1.234,5"), parse_hundredths("100000,01")
    (1250, 22300, 123450, None)
    """
    return parse_parts(text, HUNDREDTHS, MOST_HUNDREDTHS)


def parse_cents(text: str) -> int | None:
    """Parse typed euros into cents; None if it is no amount.

    >>> parse_cents("0,5"), parse_cents("12.50 €"), parse_cents(",20"), parse_cents("3")
    (50, 1250, 20, 300)
    >>> parse_cents("1,234"), parse_cents("-1"), parse_cents("")
    (None, None, None)
    """
    return parse_parts(text, HUNDREDTHS, MOST_CENTS)


def name_readings(text: str) -> dict[str, str]:
    """Return the facts of TWO_READINGS for a text that allows two; none for any other.

    >>> name_readings("-1.500"), name_readings("16.667")["decimal"], name_readings("12,50")
    ({'typed': '-1.500', 'thousands': '−1500', 'decimal': '−1,5'}, '16,6670', {})
    """
    readings = list_readings(text)
    if len(readings) < 2:
        return {}
    thousands, decimal = readings
    # A fourth decimal says that the mark is one: three would be unclear again.
    is_short = (decimal * HUNDREDTHS).denominator == 1
    return {
        "typed": text.strip(),
        "thousands": f"{_get_sign(thousands.numerator)}{abs(thousands)}",
        "decimal": _get_sign(decimal.numerator) + _write_decimals(round(decimal * 10**4), 4, trim=is_short),
    }


def explain_readings(text: str) -> str:
    """Return the sentence for a text that allows two readings; empty for any other."""
    facts = name_readings(text)
    return str(TWO_READINGS) % facts if facts else ""


def format_points(parts: int, each: int = SIXTHS, *, plus: bool = False) -> str:
    """Format points exactly, with a real minus; a fraction without its own character is written as 7/12.

    >>> format_points(-21), format_points(4), format_points(0), format_points(8, plus=True)
    ('−3½', '⅔', '0', '+1⅓')
    >>> format_points(-20, 1), format_points(55, 60), format_points(635, 60)
    ('−20', '11/12', '10 7/12')
    """
    whole, rest = divmod(abs(parts), each)
    text = f"{whole}" if whole or not rest else ""
    if rest:
        fraction = Fraction(rest, each)
        text += _SIGNS.get(fraction) or f"{' ' if text else ''}{fraction}"
    return _get_sign(parts, plus=plus) + text


def format_signed_points(sixths: int) -> str:
    """Format a gain or loss in points, with its sign.

    >>> format_signed_points(12), format_signed_points(-12), format_signed_points(0)
    ('+2', '−2', '0')
    """
    return format_points(sixths, plus=True)


def format_typed_points(sixths: int) -> str:
    """Format points as they could be typed; `parse_typed_points` is the inverse.

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


def format_typed_decimal(sixths: int) -> str:
    """Format points as a decimal number that could be typed; `parse_parts` is the inverse.

    >>> format_typed_decimal(72), format_typed_decimal(-21), parse_parts(format_typed_decimal(2), 6, 100)
    ('12', '-3,5', 2)
    """
    text = _write_decimals(round(abs(sixths) * Fraction(10**8, SIXTHS)), 8, "de", trim=True)
    return f"-{text}" if sixths < 0 else text


def format_decimal(value: Fraction, places: int = 2, *, plus: bool = False) -> str:
    """Format a number with its decimals, rounded half away from 0, in the reader's language.

    >>> format_decimal(Fraction(-5, 8)), format_decimal(Fraction(2, 3), 1), format_decimal(Fraction(1, 2), plus=True)
    ('−0,63', '0,7', '+0,50')
    """
    rounded = int(abs(value) * 10**places + Fraction(1, 2))
    return _get_sign(-rounded if value < 0 else rounded, plus=plus) + _write_decimals(rounded, places)


def format_hundredths(points: int, language: str = "", *, plus: bool = False) -> str:
    """Format cup points with as many decimals as they have; with a real minus.

    >>> format_hundredths(22300), format_hundredths(1250, plus=True), format_hundredths(-5, "en")
    ('223', '+12,5', '−0.05')
    """
    return _get_sign(points, plus=plus) + _write_decimals(points, 2, language, trim=True)


def format_cents(cents: int, *, plus: bool = False) -> str:
    """Format money in the reader's language; a real minus, no line break.

    >>> format_cents(-1250).replace(WORD_JOINER, "").split(), format_cents(5).split()
    (['−€', '12,50'], ['€', '0,05'])
    """
    sign = _get_sign(cents, plus=plus)
    return (sign and sign + WORD_JOINER) + ("€" if _is_english() else "€\u00a0") + _write_decimals(cents)


def format_signed_cents(cents: int) -> str:
    """Format money that is owed or due, with its sign.

    >>> format_signed_cents(1250).replace(WORD_JOINER, "").split(), format_signed_cents(0).split()
    (['+€', '12,50'], ['€', '0,00'])
    """
    return format_cents(cents, plus=True)


def format_bare_cents(cents: int, language: str = "", *, plus: bool = False) -> str:
    """Format money without the currency: for a field, for a column that names it in its heading, for play money.

    >>> format_bare_cents(-1250), format_bare_cents(50, "en"), format_bare_cents(0)
    ('−12,50', '0.50', '0,00')
    """
    return _get_sign(cents, plus=plus) + _write_decimals(cents, language=language)


def format_signed_bare_cents(cents: int) -> str:
    """Format play money with its sign.

    >>> format_signed_bare_cents(100), format_signed_bare_cents(-50)
    ('+1,00', '−0,50')
    """
    return format_bare_cents(cents, plus=True)


def get_sign_class(amount: Fraction | int) -> str:
    """Return the CSS class of a cell with a gain or loss.

    >>> get_sign_class(Fraction(1, 3)), get_sign_class(0), get_sign_class(-6)
    ('won', 'even', 'lost')
    """
    return "won" if amount > 0 else "lost" if amount < 0 else "even"


def convert_to_number(parts: int, each: int = SIXTHS, digits: int | None = None) -> int | float:
    """Return an amount as a number for programs, rounded to `digits` decimals or as exact as a float holds it.

    >>> convert_to_number(12), convert_to_number(-21), convert_to_number(-80, 60, 9)
    (2, -3.5, -1.333333333)
    """
    whole, rest = divmod(parts, each)
    if not rest:
        return whole
    return parts / each if digits is None else round(parts / each, digits)


def _get_sign(amount: int, *, plus: bool = False) -> str:
    return MINUS if amount < 0 else "+" if plus and amount else ""


def _is_english(language: str = "") -> bool:
    return (language or get_current_language()).startswith("en")


def _write_decimals(amount: int, places: int = 2, language: str = "", *, trim: bool = False) -> str:
    """Write an amount in hundredths or smaller parts without its sign; `trim`: without zeros at the end."""
    whole, rest = divmod(abs(amount), 10**places)
    if trim and not rest:
        return str(whole)
    decimals = f"{rest:0{places}}"
    return f"{whole}{'.' if _is_english(language) else ','}{decimals.rstrip('0') if trim else decimals}"
