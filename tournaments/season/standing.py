"""How a season stands: the best days of everybody, what was carried, the final, and ranks; pure values, no database.

Points are integers in hundredths of a cup point. The order of events and rows changes nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from tournaments.season.points.formula.problems import Problem
from tournaments.season.points.place_points import compute_points, round_points
from tournaments.season.settings import (
    ALL,
    BEST_DAY,
    CARRIED_POINTS,
    DAY,
    FINAL,
    FINAL_ALONE,
    FINAL_PLACE,
    HUNDREDTHS,
    LOT,
    MORE_DAYS,
    NUMBER,
    PLACES,
    SeasonSettings,
)

_NO_RANK = 10**9  # behind all places


class EventRow(NamedTuple):
    """Somebody in the result of an event."""

    who: int
    rank: int = 0  # 0: nobody knows
    points: int | None = None  # as they were typed, in hundredths; none: they follow from the rank


class EventResult(NamedTuple):
    """What counts, with its result; without rows there is none yet."""

    id: int
    kind: str = DAY
    players: int = 0  # who took part, where they are more than the rows
    rows: tuple[EventRow, ...] = ()


class EventScore(NamedTuple):
    """What somebody got at an event."""

    event: int
    kind: str
    rank: int
    shared: bool
    points: int
    counts: bool = True


class SeasonLine(NamedTuple):
    """Somebody's place in the season."""

    rank: int  # 0: he has played too few days to be ranked
    shared: bool
    who: int
    points: int
    days: int  # that he has played
    got: tuple[EventScore, ...]  # in the order of the events
    days_points: int  # what his days that count and what was carried came to
    in_final: bool = False  # he is ranked by a final that decides alone
    few: int = 0  # how many days he would still need to be ranked


class SeasonStanding(NamedTuple):
    """How a season stands."""

    lines: tuple[SeasonLine, ...]
    best: int  # so many days of everybody count; 0: all of them
    problems: tuple[tuple[int, Problem], ...] = ()  # event: its points cannot be reckoned


def compute_standing(
    settings: SeasonSettings, events: Sequence[EventResult], lots: Mapping[int, int] | None = None
) -> SeasonStanding:
    """Everybody with his points, the best first; `lots`: who has which, where they were drawn.

    >>> day, other = (
    ...     EventResult(1, rows=(EventRow(7, 1), EventRow(8, 2))),
    ...     EventResult(2, rows=(EventRow(8, 1), EventRow(9, 2), EventRow(7, 3))),
    ... )
    >>> [(line.rank, line.who, line.points) for line in compute_standing(SeasonSettings(), (day, other)).lines]
    [(1, 8, 400), (2, 7, 300), (3, 9, 200)]
    """
    best = compute_best_days(settings, sum(event.kind == DAY for event in events))
    problems: list[tuple[int, Problem]] = []
    found: dict[int, list[EventScore]] = {}
    for event in events:
        for who, got in _compute_results(settings, event, problems).items():
            found.setdefault(who, []).append(got)
    alone = settings.final == FINAL_ALONE and any(event.kind == FINAL and event.rows for event in events)
    summed = [_build_line(settings, who, got, best, alone=alone) for who, got in found.items()]
    return SeasonStanding(_rank_lines(settings, summed, lots or {}), best, tuple(problems))


def compute_best_days(settings: SeasonSettings, days: int) -> int:
    """How many days of everybody count, where there are so many (or more are planned); 0: all of them.

    >>> (
    ...     compute_best_days(SeasonSettings(counting="half"), 29),
    ...     compute_best_days(SeasonSettings(counting="half", half_up=False, days=30), 29),
    ... )
    (15, 15)
    """
    if settings.counting == ALL:
        return 0
    if settings.counting == NUMBER:
        return settings.best
    planned = max(settings.days, days)
    return max(1, (planned + settings.half_up) // 2)


def _compute_results(
    settings: SeasonSettings, event: EventResult, problems: list[tuple[int, Problem]]
) -> dict[int, EventScore]:
    """What everybody got at an event; who stands there twice (he was merged) has the better of both."""
    sharing = Counter(row.rank for row in event.rows)
    players = max(event.players, len(event.rows))
    worth: dict[int, int] = {}
    for rank in sorted(sharing):
        points = compute_points(settings, rank, sharing[rank], players) if rank and event.kind != CARRIED_POINTS else 0
        if isinstance(points, Problem):
            problems.append((event.id, points))
            points = 0
        worth[rank] = points
    found: dict[int, EventScore] = {}
    for row in event.rows:
        points = worth[row.rank] if row.points is None else row.points
        got = EventScore(event.id, event.kind, row.rank, sharing[row.rank] > 1 and row.rank > 0, points)
        before = found.get(row.who)
        if before is None or _compute_order(got) < _compute_order(before):
            found[row.who] = got
    return found


def _compute_order(got: EventScore) -> tuple[int, int, int]:
    return (-got.points, got.rank or _NO_RANK, got.event)


def _build_line(
    settings: SeasonSettings, who: int, found: Sequence[EventScore], best: int, *, alone: bool
) -> SeasonLine:
    """What somebody comes to, not yet ranked."""
    days = sorted((one for one in found if one.kind == DAY), key=_compute_order)
    struck = {day.event for day in days[best:]} if best else set()
    got = tuple(one._replace(counts=one.event not in struck) for one in found)
    days_points = sum(one.points for one in got if one.counts and one.kind != FINAL)
    final = [one for one in got if one.kind == FINAL]
    in_final = alone and bool(final)
    points = _compute_final(settings, final) + (_compute_taken(settings, days_points) if in_final else days_points)
    few = 0 if in_final else max(0, settings.least_days - len(days))
    return SeasonLine(0, False, who, points, len(days), got, days_points, in_final, few)


def _compute_final(settings: SeasonSettings, final: Iterable[EventScore]) -> int:
    """What a final is worth, times its factor."""
    return sum(round_points(Fraction(one.points * settings.factor, HUNDREDTHS**2), settings.decimals) for one in final)


def _compute_taken(settings: SeasonSettings, points: int) -> int:
    """What of the days' points counts in a final that decides alone."""
    return round_points(Fraction(points * settings.taken, 100 * HUNDREDTHS), settings.decimals)


Key = Callable[[SeasonLine], Any]
# What each criterion compares, of days that count and of the final: the larger is better.
CRITERION_KEYS: Mapping[str, Key] = {
    PLACES: lambda line: tuple(
        -rank for rank in sorted(_list_ranks(line))
    ),  # more first places, then more second ones …
    BEST_DAY: lambda line: max((one.points for one in _list_counted(line)), default=-_NO_RANK),
    MORE_DAYS: lambda line: line.days,
    FINAL_PLACE: lambda line: max((-one.rank for one in line.got if one.kind == FINAL and one.rank), default=-_NO_RANK),
}


def _list_counted(line: SeasonLine) -> list[EventScore]:
    return [one for one in line.got if one.counts and one.kind != CARRIED_POINTS]


def _list_ranks(line: SeasonLine) -> list[int]:
    return [one.rank for one in _list_counted(line) if one.rank]


def _rank_lines(
    settings: SeasonSettings, lines: Iterable[SeasonLine], lots: Mapping[int, int]
) -> tuple[SeasonLine, ...]:
    """Everybody with his rank: who has played a final that decides alone, the others, who has too few days."""
    criteria = [CRITERION_KEYS[name] for name in settings.criteria if name != LOT]

    def key(line: SeasonLine) -> tuple[Any, ...]:
        lot = lots.get(line.who, 0) if LOT in settings.criteria else 0
        return (line.few == 0, line.in_final, line.points, *(read(line) for read in criteria), lot)

    in_order = sorted(sorted(lines, key=lambda line: line.who), key=key, reverse=True)
    placed: list[SeasonLine] = []
    for _key, group in groupby(in_order, key=key):
        equals, rank = list(group), len(placed) + 1
        placed += [
            equal._replace(rank=0 if equal.few else rank, shared=len(equals) > 1 and not equal.few) for equal in equals
        ]
    return tuple(placed)
