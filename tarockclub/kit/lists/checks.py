"""Rows of a list that contradict each other: the same person twice, places that do not follow from the points."""

from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction


def find_twins(keys: Sequence[Hashable]) -> set[int]:
    """Return the places of keys that are there more than once; "" is none.

    >>> sorted(find_twins(["a", "b", "a", "", ""]))
    [0, 2]
    """
    counts = Counter(key for key in keys if key)
    return {place for place, key in enumerate(keys) if counts[key] > 1}


def find_wrong_places(places: Sequence[int | None]) -> set[int]:
    """Return the rows whose place does not follow from those before them: nobody is second behind two first ones.

    >>> find_wrong_places([1, 2, 2, 4]), find_wrong_places([1, 1, 2, 3]), find_wrong_places([None, 1, 2])
    (set(), {2}, {0})
    """
    counts = Counter(place for place in places if place is not None)
    if not counts:
        return set()
    wrong, due = set(), min(counts)
    for place in sorted(counts):
        if place != due:
            wrong.add(place)
        due = place + counts[place]
    return {row for row, place in enumerate(places) if place is None or place in wrong}


def find_wrong_order(places: Sequence[int | None], points: Sequence[Fraction | None]) -> set[int]:
    """Return the rows that have more points than somebody at a better place, unless few points win everywhere.

    >>> one, two, three = map(Fraction, (1, 2, 3))
    >>> find_wrong_order([1, 2, 3], [three, one, two]), find_wrong_order([1, 2, 3], [one, two, three])
    ({2}, set())
    """
    rows = [
        (place, amount, row)
        for row, (place, amount) in enumerate(zip(places, points, strict=True))
        if place is not None and amount is not None
    ]
    rows.sort(key=lambda values: (values[0], -values[1]))
    wrong: set[int] = set()
    is_rising = len(rows) > 1 and all(rows[number][1] <= rows[number + 1][1] for number in range(len(rows) - 1))
    if is_rising and rows[0][1] < rows[-1][1]:
        return wrong
    least: Fraction | None = None
    for _place, amount, row in rows:
        if least is not None and amount > least:
            wrong.add(row)
        else:
            least = amount
    return wrong
