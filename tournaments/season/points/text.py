"""Points as people type them: one amount, or a list of them for the places; pure.

>>> parse_hundredths("12,5"), parse_hundredths("223"), parse_hundredths("1.234,5")
(1250, 22300, None)
>>> parse_places("223, 198, 180"), parse_places("22,5; 19")
((22300, 19800, 18000), (2250, 1900))
"""

import re

from tournaments.season.settings import HUNDREDTHS

MOST_POINTS = 100_000
MOST_PLACES = 300
_POINTS = re.compile(r"([0-9]{1,6})(?:[.,]([0-9]{1,2}))?")
_SEPARATOR = re.compile(r"[;\s]+")


def parse_hundredths(text: str) -> int | None:
    """Parse an amount of points into hundredths; None if it is none."""
    found = _POINTS.fullmatch(text.strip())
    if found is None:
        return None
    points = int(found[1]) * HUNDREDTHS + int((found[2] or "0").ljust(2, "0"))
    return points if points <= MOST_POINTS * HUNDREDTHS else None


def parse_places(text: str) -> tuple[int, ...] | None:
    """Parse the points of the first, the second … into hundredths; None for an invalid amount or too many of them.

    With semicolons or one line each, a comma is a decimal one; otherwise it separates places.
    """
    one_each = text if ";" in text or "\n" in text.strip() else text.replace(",", " ")
    found = [parse_hundredths(part.removesuffix(",")) for part in _SEPARATOR.split(one_each) if part]
    known = tuple(amount for amount in found if amount is not None)
    return known if len(known) == len(found) <= MOST_PLACES else None


def format_hundredths(points: int, comma: str = ",") -> str:
    """Format points with as many decimals as they have; with a real minus.

    >>> format_hundredths(22300), format_hundredths(1250), format_hundredths(-5, ".")
    ('223', '12,5', '−0.05')
    """
    whole, rest = divmod(abs(points), HUNDREDTHS)
    decimals = f"{comma}{rest:02}".rstrip("0") if rest else ""
    return f"{'−' if points < 0 else ''}{whole}{decimals}"


def format_places(places: tuple[int, ...]) -> str:
    """Format the points of all places as typed text.

    >>> format_places((22300, 19850))
    '223; 198,5'
    """
    return "; ".join(format_hundredths(place) for place in places)
