"""The ending of a Trischaken without card points: who lost, who has no trick, who is Bürgermeister; and what it pays.

An ending stands for all card points that end so. Where all of them pay the same, it says enough; some of them pay then
for all, so that there is one way to settle a Trischaken. Where they do not, only card points tell.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scoring.engine.hand.record import SEATS, HandRecord, Play
from scoring.engine.hand.score_lines import Amounts
from scoring.engine.hand.trischaken import list_payers, settle
from scoring.engine.house_rules.sheet import Sheet, Trischaken
from scoring.engine.points import BLATT
from scoring.engine.problems import Problem

Points = tuple[int, int, int, int]  # thirds, by seat
Sizes = tuple[int, ...]  # how many players have equal points, from most to fewest
# Every ranking of four players with equals: each seat's place from 0 on, those with fewest equals first.
RANKINGS = sorted(
    (places for places in product(SEATS, repeat=4) if {*places} == {*range(max(places) + 1)}),
    key=max,
    reverse=True,
)


class Ending(NamedTuple):
    """The ending of a Trischaken: seats in ascending order."""

    losers: tuple[int, ...]
    jungfrauen: tuple[int, ...] = ()
    buergermeister: int | None = None

    def turn(self, by: int) -> "Ending":
        """The same ending with everybody so many seats further."""
        losers, jungfrauen = (tuple(sorted((seat + by) % 4 for seat in seats)) for seats in self[:2])
        mayor = self.buergermeister
        return Ending(losers, jungfrauen, None if mayor is None else (mayor + by) % 4)


def read_ending(play: Play) -> Ending:
    """Return the ending that a play names; who is not named has not lost."""
    return Ending(play.losers or (), play.jungfrauen or (), play.buergermeister)


def get_card_points(record: HandRecord, sheet: Sheet) -> tuple[int, ...]:
    """Return the card points of a valid Trischaken, or some that end as its record says."""
    play = record.plays[0]
    if isinstance(play.points, tuple):
        return play.points
    points = find_points(read_ending(play), sheet, record.forehand or 0)
    if points is None:
        raise ValueError(play)
    return points


def has_jungfrauen(rules: Trischaken) -> bool:
    """Tell if it matters on a sheet who has no trick."""
    words = {word for row in rules.rows for word in row.when}
    return rules.jungfrauen > 0 or any(word == "alle_stiche" or word.startswith("jungfrauen") for word in words)


def has_buergermeister(rules: Trischaken) -> bool:
    """Tell if it matters on a sheet who has the game."""
    return any("buergermeister" in row.when for row in rules.rows)


def find_ending(points: tuple[int, ...], sheet: Sheet, forehand: int) -> Ending:
    """Return what a sheet asks of these card points, where it does not ask for the points themselves."""
    rules = sheet.trischaken
    most = max(points)
    is_mayor = has_buergermeister(rules) and most >= (rules.buergermeister or 0) and points.count(most) == 1
    jungfrauen = tuple(seat for seat in SEATS if not points[seat]) if has_jungfrauen(rules) else ()
    return Ending(list_payers(rules, points, forehand), jungfrauen, points.index(most) if is_mayor else None)


def find_points(ending: Ending, sheet: Sheet, forehand: int) -> Points | None:
    """Return some card points that end so; None where there are none, or where not all of them pay the same."""
    points = _list_points(sheet).get(ending.turn(-forehand))
    if points is None:
        return None
    first, second, third, fourth = (points[(seat - forehand) % 4] for seat in SEATS)
    return first, second, third, fourth


def list_endings(sheet: Sheet, forehand: int) -> list[Ending]:
    """List every ending that says what a sheet pays."""
    return [ending.turn(forehand) for ending, points in _list_points(sheet).items() if points is not None]


def is_possible(ending: Ending, sheet: Sheet, forehand: int) -> bool:
    """Tell if some card points end so."""
    return ending.turn(-forehand) in _list_points(sheet)


@lru_cache(maxsize=64)
def _list_points(sheet: Sheet) -> dict[Ending, Points | None]:
    """Every ending under a sheet, seat 0 being the forehand, with card points that pay for it; None: they differ."""
    by_ending: dict[Ending, dict[Amounts, Points]] = {}
    for points in _generate_points(sheet) if sheet.trischaken.rows else ():
        _row, shares = settle(sheet.trischaken, points, 0)
        for ending in _name_endings(points, sheet):
            by_ending.setdefault(ending, {}).setdefault(shares, points)
    return {
        ending: next(iter(paid.values())) if len(paid) == 1 else None
        for ending, paid in by_ending.items()
        if ending.losers
    }


def _name_endings(points: Points, sheet: Sheet) -> set[Ending]:
    """Return what may be said of these points: who takes all tricks is Bürgermeister, said or not."""
    ending = find_ending(points, sheet, 0)
    return {ending, ending._replace(buergermeister=None)} if len(ending.jungfrauen) == 3 else {ending}


def carry_record(record: HandRecord, own: Sheet, other: Sheet) -> tuple[HandRecord, list[Problem]]:
    """Return a valid record as another sheet can score it; who lost is said of its own sheet.

    The record stays where that means the same on both. Else all card points that end so under its own sheet must pay
    the same there: some of them then stand in the record.
    """
    play, contract = record.plays[0], other.contracts.get(record.plays[0].contract)
    if play.losers is None or record.renonce is not None or contract is None or not contract.is_trischaken:
        return record, []
    forehand = record.forehand or 0
    ending = read_ending(play).turn(-forehand)
    if _is_same_ending(ending, own, other):
        return record, []
    points = _find_common_points(ending, own, other)
    plain = play._replace(losers=None, jungfrauen=None, buergermeister=None)
    if points is None:
        names = (("contract", contract.names), ("sheet", other.names))
        return record._replace(plays=(plain,)), [Problem("plays/0/points", "points_needed", names)]
    turned = tuple(points[(seat - forehand) % 4] for seat in SEATS)
    return record._replace(plays=(plain._replace(points=turned),)), []


@lru_cache(maxsize=1024)
def _is_same_ending(ending: Ending, own: Sheet, other: Sheet) -> bool:
    """Tell if all that ends so under a sheet ends so under another one too, and is paid there by that."""
    candidates = _list_candidates(ending, own, other)
    is_paid = bool(candidates) and find_points(ending, other, 0) is not None
    return is_paid and all(ending in _name_endings(points, other) for points in candidates)


def _list_candidates(ending: Ending, own: Sheet, other: Sheet) -> list[Points]:
    """List card points that end so under a sheet, everything that another one tells apart among them."""
    if own.total != other.total:
        return []
    return [points for points in _generate_points(own, other) if ending in _name_endings(points, own)]


@lru_cache(maxsize=1024)
def _find_common_points(ending: Ending, own: Sheet, other: Sheet) -> Points | None:
    """Return points that end so under a sheet, if all of them pay the same under another one."""
    candidates = _list_candidates(ending, own, other)
    paid = {settle(other.trischaken, points, 0)[1] for points in candidates}
    return candidates[0] if len(paid) == 1 else None


def _generate_points(*sheets: Sheet) -> Iterator[Points]:
    """Yield card points for every ranking, with and without a Jungfrau, on each side of the sheets' Bürgermeister."""
    unit = BLATT if any(sheet.whole for sheet in sheets) else 1
    deck, mayors = sheets[0].total // unit, {sheet.trischaken.buergermeister for sheet in sheets} - {None}
    limits = [1, *sorted(min(-(-(mayor or 0) // unit), deck + 1) for mayor in mayors), deck + 1]
    for ranking in RANKINGS:
        sizes = tuple(ranking.count(place) for place in range(max(ranking) + 1))
        for highest in map(range, limits, limits[1:]):
            for values in (_find_values(sizes, deck, highest), _find_values(sizes[:-1], deck, highest)):
                if values is not None:
                    first, second, third, fourth = ((*values, 0)[place] * unit for place in ranking)
                    yield first, second, third, fourth


@lru_cache(maxsize=256)
def _find_values(sizes: Sizes, total: int, highest: range) -> tuple[int, ...] | None:
    """Return falling values, each for so many players, that add up to the total; None where there are none.

    >>> _find_values((2, 1), 70, range(1, 71)), _find_values((3,), 70, range(1, 71))
    ((24, 22), None)
    """
    if not sizes:
        return () if not total else None
    first, *rest = sizes
    for value in highest:
        left = total - first * value
        if 0 <= left <= sum(rest) * (value - 1):
            values = _find_values(tuple(rest), left, range(1, value))
            if values is not None:
                return value, *values
    return None
