"""Points as people type them: one amount, or a list of them for the places; pure.

>>> points_in("12,5"), points_in("223"), points_in("1.234,5")
(1250, 22300, None)
>>> places_in("223, 198, 180"), places_in("22,5; 19")
((22300, 19800, 18000), (2250, 1900))
"""

import re

from tournaments.season.settings import HUNDREDTHS

MOST_POINTS = 100_000
MOST_PLACES = 300
_POINTS = re.compile(r"([0-9]{1,6})(?:[.,]([0-9]{1,2}))?")
_BETWEEN = re.compile(r"[;\s]+")


def points_in(text: str) -> int | None:
    """An amount of points in hundredths; None for what is none."""
    found = _POINTS.fullmatch(text.strip())
    if found is None:
        return None
    points = int(found[1]) * HUNDREDTHS + int((found[2] or "0").ljust(2, "0"))
    return points if points <= MOST_POINTS * HUNDREDTHS else None


def places_in(text: str) -> tuple[int, ...] | None:
    """The points of the first, the second … in hundredths; None where one of them is none, or there are too many.

    With a semicolon or a line for each a comma is a decimal one; otherwise it stands between two places.
    """
    one_each = text if ";" in text or "\n" in text.strip() else text.replace(",", " ")
    found = [points_in(part.removesuffix(",")) for part in _BETWEEN.split(one_each) if part]
    known = tuple(one for one in found if one is not None)
    return known if len(known) == len(found) <= MOST_PLACES else None


def shown(points: int, comma: str = ",") -> str:
    """Points with as many decimals as they have; a real minus.

    >>> shown(22300), shown(1250), shown(-5, ".")
    ('223', '12,5', '−0.05')
    """
    whole, rest = divmod(abs(points), HUNDREDTHS)
    decimals = f"{comma}{rest:02}".rstrip("0") if rest else ""
    return f"{'−' if points < 0 else ''}{whole}{decimals}"


def listed(places: tuple[int, ...]) -> str:
    """The points of all places as one types them.

    >>> listed((22300, 19850))
    '223; 198,5'
    """
    return "; ".join(shown(one) for one in places)
