"""Results from the rows of a list: place, points and the written score, each in whole parts.

>>> row = PersonRow(2, name="Anna Maier", place=1, points=Fraction(45, 2))
>>> convert_result(row)[:4], convert_result(row._replace(points=Fraction(1, 3))).unreadable
((2, 'Anna Maier', 1, 2250), 'no_points')
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from scoring.engine.points import SIXTHS
from tarockclub.kit.amounts import HUNDREDTHS, MOST_HUNDREDTHS, count_parts
from tarockclub.kit.lists.people import PersonRow
from tarockclub.kit.lists.table import Unreadable
from tarockclub.models import normalize_federation_number

MOST_WRITTEN = 6_000_000  # sixths


class TypedResult(NamedTuple):
    """A player's result in a list; `unreadable` is the reason why a row is left out."""

    row: int
    name: str
    rank: int = 0  # 0: none is said
    points: int | None = None  # hundredths
    written: int | None = None  # sixths
    unreadable: str = ""
    number: str = ""  # the player's, in a file that has no names
    days: int | None = None  # tournaments played
    day: str = ""  # in a file of several days, with its cup; "" once the day that counts is known


def convert_result(row: PersonRow) -> TypedResult:
    """Build the result of a row; it has a reason if it is unreadable."""
    number = "" if row.name else normalize_federation_number(row.player)
    day = f"{row.day.isoformat()} {row.cup}" if row.day is not None else ""
    points = _count_signed(row.points, HUNDREDTHS, MOST_HUNDREDTHS)
    written = _count_signed(row.written, SIXTHS, MOST_WRITTEN)
    code = row.out or ("" if row.name or number else "no_name")
    if row.points is not None and points is None:
        code = code or "no_points"
    if row.written is not None and written is None:
        code = code or "no_written"
    return TypedResult(row.row, row.name, row.place or 0, points, written, code, number, row.days, day)


def _count_signed(amount: Fraction | None, each: int, most: int) -> int | None:
    return None if amount is None else count_parts(amount, each, most, -most)


def complete_results(results: Sequence[TypedResult], names: Mapping[str, str], day: str) -> list[TypedResult]:
    """Return results with the names of their numbers; `day`: the one that counts (ISO), where a file has several.

    Raise Unreadable("several_days") if it has several, and not that one.

    >>> results = [TypedResult(1, "", 2, None, 60, "", "12"), TypedResult(2, "", 1, None, 120, "", "7")]
    >>> [(result.name, result.rank, result.unreadable) for result in complete_results(results, {"7": "Anna"}, "")]
    [('', 0, 'unknown_number'), ('Anna', 1, '')]
    """
    days = {result.day for result in results if result.day}
    if len(days) > 1:
        days = {each for each in days if day and each.startswith(f"{day} ")}
        if len(days) != 1:
            raise Unreadable("several_days")
    return [_complete_result(result, names, days) for result in results]


def _complete_result(result: TypedResult, names: Mapping[str, str], days: set[str]) -> TypedResult:
    code = result.unreadable or ("other_day" if days and result.day not in days else "")
    if not code and result.number and result.number not in names:
        code = "unknown_number"
    if code:
        return TypedResult(result.row, result.name, unreadable=code, number=result.number)
    return result._replace(name=names[result.number] if result.number else result.name, day="")
