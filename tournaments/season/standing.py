"""How a season stands: the best days of everybody, what was carried, the final, and ranks; pure values, no database.

Points are integers in hundredths of a cup point. The order of events and rows changes nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from tournaments.season.points.formula.problems import Problem
from tournaments.season.points.place_points import kept, points_at
from tournaments.season.settings import (
    ALL,
    ALONE,
    BEST_DAY,
    CARRIED,
    DAY,
    FINAL,
    FINAL_PLACE,
    HUNDREDTHS,
    LOT,
    MORE_DAYS,
    NUMBER,
    PLACES,
    Settings,
)

_LAST = 10**9  # behind all places


class Row(NamedTuple):
    """Somebody in the result of an event."""

    who: int
    rank: int = 0  # 0: nobody knows
    points: int | None = None  # as they were typed, in hundredths; none: they follow from the rank


class Event(NamedTuple):
    """What counts, with its result; without rows there is none yet."""

    id: int
    kind: str = DAY
    players: int = 0  # who took part, where they are more than the rows
    rows: tuple[Row, ...] = ()


class Got(NamedTuple):
    """What somebody got at an event."""

    event: int
    kind: str
    rank: int
    shared: bool
    points: int
    counts: bool = True


class Line(NamedTuple):
    """Somebody's place in the season."""

    rank: int  # 0: he has played too few days to be ranked
    shared: bool
    who: int
    points: int
    days: int  # that he has played
    got: tuple[Got, ...]  # in the order of the events
    days_points: int  # what his days that count and what was carried came to
    in_final: bool = False  # he is ranked by a final that decides alone
    few: int = 0  # how many days he would still need to be ranked


class Standing(NamedTuple):
    """How a season stands."""

    lines: tuple[Line, ...]
    best: int  # so many days of everybody count; 0: all of them
    problems: tuple[tuple[int, Problem], ...] = ()  # event: its points cannot be reckoned


def standing_of(settings: Settings, events: Sequence[Event], lots: Mapping[int, int] | None = None) -> Standing:
    """Everybody with his points, the best first; `lots`: who has which, where they were drawn.

    >>> day, other = Event(1, rows=(Row(7, 1), Row(8, 2))), Event(2, rows=(Row(8, 1), Row(9, 2), Row(7, 3)))
    >>> [(line.rank, line.who, line.points) for line in standing_of(Settings(), (day, other)).lines]
    [(1, 8, 400), (2, 7, 300), (3, 9, 200)]
    """
    best = best_of(settings, sum(one.kind == DAY for one in events))
    problems: list[tuple[int, Problem]] = []
    found: dict[int, list[Got]] = {}
    for event in events:
        for who, got in _results(settings, event, problems).items():
            found.setdefault(who, []).append(got)
    alone = settings.final == ALONE and any(one.kind == FINAL and one.rows for one in events)
    summed = [_line(settings, who, got, best, alone=alone) for who, got in found.items()]
    return Standing(_ranked(settings, summed, lots or {}), best, tuple(problems))


def best_of(settings: Settings, days: int) -> int:
    """How many days of everybody count, where there are so many (or more are planned); 0: all of them.

    >>> best_of(Settings(counting="half"), 29), best_of(Settings(counting="half", half_up=False, days=30), 29)
    (15, 15)
    """
    if settings.counting == ALL:
        return 0
    if settings.counting == NUMBER:
        return settings.best
    planned = max(settings.days, days)
    return max(1, (planned + settings.half_up) // 2)


def _results(settings: Settings, event: Event, problems: list[tuple[int, Problem]]) -> dict[int, Got]:
    """What everybody got at an event; who stands there twice (he was merged) has the better of both."""
    sharing = Counter(row.rank for row in event.rows)
    players = max(event.players, len(event.rows))
    worth: dict[int, int] = {}
    for rank in sorted(sharing):
        points = points_at(settings, rank, sharing[rank], players) if rank and event.kind != CARRIED else 0
        if isinstance(points, Problem):
            problems.append((event.id, points))
            points = 0
        worth[rank] = points
    found: dict[int, Got] = {}
    for row in event.rows:
        points = worth[row.rank] if row.points is None else row.points
        got = Got(event.id, event.kind, row.rank, sharing[row.rank] > 1 and row.rank > 0, points)
        before = found.get(row.who)
        if before is None or _best_first(got) < _best_first(before):
            found[row.who] = got
    return found


def _best_first(got: Got) -> tuple[int, int, int]:
    return (-got.points, got.rank or _LAST, got.event)


def _line(settings: Settings, who: int, found: Sequence[Got], best: int, *, alone: bool) -> Line:
    """What somebody comes to, not yet ranked."""
    days = sorted((one for one in found if one.kind == DAY), key=_best_first)
    struck = {one.event for one in days[best:]} if best else set()
    got = tuple(one._replace(counts=one.event not in struck) for one in found)
    days_points = sum(one.points for one in got if one.counts and one.kind != FINAL)
    final = [one for one in got if one.kind == FINAL]
    in_final = alone and bool(final)
    points = _of_final(settings, final) + (_taken(settings, days_points) if in_final else days_points)
    few = 0 if in_final else max(0, settings.least_days - len(days))
    return Line(0, False, who, points, len(days), got, days_points, in_final, few)


def _of_final(settings: Settings, final: Iterable[Got]) -> int:
    """What a final is worth, times its factor."""
    return sum(kept(Fraction(one.points * settings.factor, HUNDREDTHS**2), settings.decimals) for one in final)


def _taken(settings: Settings, points: int) -> int:
    """What of the days' points counts in a final that decides alone."""
    return kept(Fraction(points * settings.taken, 100 * HUNDREDTHS), settings.decimals)


Key = Callable[[Line], Any]
# What each criterion compares, of days that count and of the final: the larger is better.
READ: Mapping[str, Key] = {
    PLACES: lambda line: tuple(-rank for rank in sorted(_ranks(line))),  # more first places, then more second ones …
    BEST_DAY: lambda line: max((one.points for one in _counted(line)), default=-_LAST),
    MORE_DAYS: lambda line: line.days,
    FINAL_PLACE: lambda line: max((-one.rank for one in line.got if one.kind == FINAL and one.rank), default=-_LAST),
}


def _counted(line: Line) -> list[Got]:
    return [one for one in line.got if one.counts and one.kind != CARRIED]


def _ranks(line: Line) -> list[int]:
    return [one.rank for one in _counted(line) if one.rank]


def _ranked(settings: Settings, lines: Iterable[Line], lots: Mapping[int, int]) -> tuple[Line, ...]:
    """Everybody with his rank: who has played a final that decides alone, the others, who has too few days."""
    criteria = [READ[name] for name in settings.criteria if name != LOT]

    def key(line: Line) -> tuple[Any, ...]:
        lot = lots.get(line.who, 0) if LOT in settings.criteria else 0
        return (line.few == 0, line.in_final, line.points, *(read(line) for read in criteria), lot)

    in_order = sorted(sorted(lines, key=lambda line: line.who), key=key, reverse=True)
    placed: list[Line] = []
    for _key, group in groupby(in_order, key=key):
        equals, rank = list(group), len(placed) + 1
        placed += [one._replace(rank=0 if one.few else rank, shared=len(equals) > 1 and not one.few) for one in equals]
    return tuple(placed)
