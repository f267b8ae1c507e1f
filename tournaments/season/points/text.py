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
    """An amount of points in hundredths; None for what is none."""
    found = _POINTS.fullmatch(text.strip())
    if found is None:
        return None
    points = int(found[1]) * HUNDREDTHS + int((found[2] or "0").ljust(2, "0"))
    return points if points <= MOST_POINTS * HUNDREDTHS else None


def parse_places(text: str) -> tuple[int, ...] | None:
    """The points of the first, the second … in hundredths; None where one of them is none, or there are too many.

    With a semicolon or a line for each a comma is a decimal one; otherwise it stands between two places.
    """
    one_each = text if ";" in text or "\n" in text.strip() else text.replace(",", " ")
    found = [parse_hundredths(part.removesuffix(",")) for part in _SEPARATOR.split(one_each) if part]
    known = tuple(one for one in found if one is not None)
    return known if len(known) == len(found) <= MOST_PLACES else None


def format_hundredths(points: int, comma: str = ",") -> str:
    """Points with as many decimals as they have; a real minus.

    >>> format_hundredths(22300), format_hundredths(1250), format_hundredths(-5, ".")
    ('223', '12,5', '−0.05')
    """
    whole, rest = divmod(abs(points), HUNDREDTHS)
    decimals = f"{comma}{rest:02}".rstrip("0") if rest else ""
    return f"{'−' if points < 0 else ''}{whole}{decimals}"


def format_places(places: tuple[int, ...]) -> str:
    """The points of all places as one types them.

    >>> format_places((22300, 19850))
    '223; 198,5'
    """
    return "; ".join(format_hundredths(place) for place in places)
