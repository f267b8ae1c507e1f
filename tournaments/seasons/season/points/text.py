"""The points of all places as people type them; pure.

>>> parse_places("223, 198, 180"), parse_places("22,5; 19")
((22300, 19800, 18000), (2250, 1900))
"""

import re

from tarockclub.kit.amounts import format_hundredths, parse_hundredths

MOST_PLACES = 300
_SEPARATOR = re.compile(r"[;\s]+")


def parse_places(text: str) -> tuple[int, ...] | None:
    """Parse the points of the first, the second … into hundredths; None for an invalid amount or too many of them.

    With semicolons or one line each, a comma is a decimal one; otherwise it separates places.
    """
    one_each = text if ";" in text or "\n" in text.strip() else text.replace(",", " ")
    found = [parse_hundredths(part.removesuffix(",")) for part in _SEPARATOR.split(one_each) if part]
    known = tuple(amount for amount in found if amount is not None)
    return known if len(known) == len(found) <= MOST_PLACES else None


def format_places(places: tuple[int, ...]) -> str:
    """Format the points of all places as typed text.

    >>> format_places((22300, 19850))
    '223; 198,5'
    """
    return "; ".join(format_hundredths(place, "de") for place in places)
