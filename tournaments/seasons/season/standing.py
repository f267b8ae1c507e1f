"""The standings of a season: everybody's best days, carried points, the final, and ranks; pure values, no database.

Points are integers in hundredths of a cup point. The order of events and rows changes nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from tournaments.seasons.season.points.formula.facts import SUMMED, UNKNOWN, DayFacts, sum_facts
from tournaments.seasons.season.points.formula.problems import Problem, build_problem
from tournaments.seasons.season.points.place_points import (
    CountedRound,
    compute_points,
    list_asked_facts,
    round_place_points,
    sum_rounds,
)
from tournaments.seasons.season.settings import (
    ALL,
    BEST_CARRIED,
    BEST_DAY,
    BEST_DAYS,
    CARRIED_PLACE,
    CARRIED_POINTS,
    DAY,
    FINAL,
    FINAL_ALONE,
    FINAL_PLACE,
    FINAL_POINTS,
    FINAL_ROUNDS,
    FORMULA,
    HUNDREDTHS,
    LOT,
    MORE_DAYS,
    NUMBER,
    PLACES,
    ROUND,
    TOGETHER,
    VIENNA,
    VIENNA_UP,
    WORST,
    SeasonSettings,
    compute_least_days,
    find_rule,
)

_NO_RANK = 10**9  # behind all places


class EventRow(NamedTuple):
    """A player in the result of an event."""

    who: int
    rank: int = 0  # 0: unknown
    points: int | None = None  # as they were typed, in hundredths; None: they follow from the rank
    facts: DayFacts = UNKNOWN  # for formulas that ask for them
    rounds: tuple[CountedRound, ...] | None = None  # one by one; (): unknown; None: the day is a single round

    @property
    def has_worth(self) -> bool:
        """True if the points follow from the result: they were not typed, and there is a place."""
        return self.points is None and bool(self.rank)


class EventResult(NamedTuple):
    """An event that counts, with its result; without rows there is none yet."""

    id: int
    kind: str = DAY
    players: int = 0  # number of players, if more than the rows
    rows: Sequence[EventRow] = ()
    others: tuple[int, ...] = ()  # places of players without a row: they share places, and get no points


class Attendance(NamedTuple):
    """The attendance of the days of a season that have a result; a final is not one of them."""

    days: int
    players: int  # different ones, of those who are in the results
    average: Fraction  # players on a day; 0 without a day


class EventScore(NamedTuple):
    """The points of a player at an event."""

    event: int
    kind: str
    rank: int
    shared: bool
    points: int
    counts: bool = True


GUEST = -1  # in place of the number of days missing for a rank: somebody who is never ranked


class SeasonLine(NamedTuple):
    """A player's place in the season."""

    rank: int  # 0: a guest, or too few days played to be ranked
    shared: bool
    who: int
    points: int
    days: int  # number of days played
    got: Sequence[EventScore]  # in the order of the events
    days_points: int  # the points of the days that count, of carried points, and the bonus for taking part
    in_final: bool = False  # ranked by a final that decides alone
    few: int = 0  # number of days missing for a rank; or GUEST


class SeasonStanding(NamedTuple):
    """The standings of a season."""

    lines: tuple[SeasonLine, ...]
    best: int  # number of days that count for everybody; 0: all of them
    problems: tuple[tuple[int, Problem], ...] = ()  # event: its points cannot be computed


def compute_standing(
    settings: SeasonSettings,
    events: Sequence[EventResult],
    lots: Mapping[int, int] | None = None,
    kept: dict[int, dict[int, EventScore]] | None = None,
) -> SeasonStanding:
    """Rank everybody, the best first; `lots`: of each person, if drawn; `kept`: points computed before, by event.

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
    everybody, kept = {row.who for event in events for row in event.rows}, {} if kept is None else kept
    for event in events:
        if event.id not in kept:
            kept[event.id] = _compute_results(find_rule(settings, event.kind), event, problems)
        absent = _compute_absent(settings, event, everybody - kept[event.id].keys(), problems)
        for who, got in (*kept[event.id].items(), *absent.items()):
            found.setdefault(who, []).append(got)
    alone = settings.final == FINAL_ALONE and any(event.kind == FINAL and event.rows for event in events)
    together = _compute_together(settings, events, problems)
    settings = settings._replace(
        least_days=compute_least_days(settings, sum(event.kind == DAY and bool(event.rows) for event in events))
    )
    summed = [_build_line(settings, who, got, best, together, alone=alone) for who, got in found.items()]
    build_key = build_line_key(settings, lots or {}, events)
    return SeasonStanding(_rank_lines(summed, build_key), best, tuple(problems))


def compute_attendance(events: Iterable[EventResult]) -> Attendance:
    """Compute how many took part in a season's days.

    >>> rows = (EventRow(7, 1), EventRow(8, 2))
    >>> compute_attendance((EventResult(1, rows=rows), EventResult(2, players=5, rows=rows), EventResult(3)))
    Attendance(days=2, players=2, average=Fraction(7, 2))
    """
    days = [event for event in events if event.kind == DAY and event.rows]
    players = {row.who for event in days for row in event.rows}
    return Attendance(len(days), len(players), Fraction(sum(map(count_players, days)), max(1, len(days))))


def count_players(event: EventResult) -> int:
    """Return the number of players of an event."""
    return max(event.players, len(event.rows) + len(event.others))


def compute_best_days(settings: SeasonSettings, days: int) -> int:
    """Return the number of days that count for everybody out of `days` (or the planned number); 0: all of them.

    >>> (
    ...     compute_best_days(SeasonSettings(counting="half"), 29),
    ...     compute_best_days(SeasonSettings(counting="half", half_up=False, days=30), 29),
    ... )
    (15, 15)
    >>> compute_best_days(SeasonSettings(counting="worst", worst=2), 8)
    6
    """
    if settings.counting == ALL or settings.per == TOGETHER:
        return 0
    if settings.counting == NUMBER:
        return settings.best
    planned = max(settings.days, days)
    if settings.counting == WORST:
        return max(1, planned - settings.worst)
    rounds_up = planned <= VIENNA_UP if settings.counting == VIENNA else settings.half_up
    return max(1, (planned + rounds_up) // 2)


def _compute_results(
    settings: SeasonSettings, event: EventResult, problems: list[tuple[int, Problem]]
) -> dict[int, EventScore]:
    """Return everybody's points at an event; a person who is in it twice (merged) gets the better ones."""
    sharing = Counter((*(row.rank for row in event.rows), *event.others))
    players = count_players(event)
    worth: dict[Any, int] = {}
    has_worth, asked = event.kind != CARRIED_POINTS, list_asked_facts(settings)
    found: dict[int, EventScore] = {}
    for row in sorted(event.rows, key=lambda row: row.rank):
        # All of a row that decides its points; with all facts it would be slow to compare.
        sign = (row.rank, *[getattr(row.facts, name) for name in asked], row.rounds if settings.per == ROUND else None)
        if has_worth and row.has_worth and sign not in worth:
            value = compute_worth(settings, row, sharing[row.rank], players)
            if isinstance(value, Problem):
                problems.append((event.id, value))
            worth[sign] = 0 if isinstance(value, Problem) else value
        points = worth.get(sign, 0) if row.points is None else row.points
        got = EventScore(event.id, event.kind, row.rank, sharing[row.rank] > 1 and row.rank > 0, points)
        before = found.get(row.who)
        if before is None or _compute_order(got) < _compute_order(before):
            found[row.who] = got
    return found


def _compute_absent(
    settings: SeasonSettings, event: EventResult, who: Iterable[int], problems: list[tuple[int, Problem]]
) -> dict[int, EventScore]:
    """Return the points of those who were not in the final, where the settings give them any."""
    has_result = event.rows or event.others
    if event.kind != FINAL or not has_result or not settings.absent or settings.final == FINAL_ALONE:
        return {}
    rule = settings._replace(way=FORMULA, formula=settings.absent)
    points = compute_points(rule, 0, 1, count_players(event))
    if isinstance(points, Problem):
        problems.append((event.id, points))
        return {}
    return {person: EventScore(event.id, FINAL, 0, False, points) for person in who}


def _compute_together(
    settings: SeasonSettings, events: Iterable[EventResult], problems: list[tuple[int, Problem]]
) -> dict[int, int]:
    """Return everybody's points of all days together, where they follow from sums; typed points on top."""
    if settings.per != TOGETHER:
        return {}
    days = [event for event in events if event.kind == DAY and event.rows]
    sums = compute_sums(settings, days)
    found: dict[int, int] = {}
    for who, facts in sums.items():
        points = compute_points(settings, 0, 1, 0, facts)
        if isinstance(points, Problem):
            problems.append((days[0].id, points))
        found[who] = 0 if isinstance(points, Problem) else points
    for event in days:
        for who, points in {row.who: row.points or 0 for row in event.rows if not row.has_worth}.items():
            found[who] = found.get(who, 0) + points
    return found


def compute_sums(settings: SeasonSettings, days: Iterable[EventResult]) -> dict[int, DayFacts]:
    """Add up the facts of everybody's days that formulas ask for."""
    names = (*{*list_asked_facts(settings), "hands"}.intersection(SUMMED),)
    sums = {who: sum_facts(list(facts.values()), names) for who, facts in list_summed_days(settings, days).items()}
    most = max((facts.hands for facts in sums.values() if facts.hands is not None), default=None)
    return {who: facts._replace(most_hands=most) for who, facts in sums.items()}


def list_summed_days(settings: SeasonSettings, days: Iterable[EventResult]) -> dict[int, dict[int, DayFacts]]:
    """Return the facts of everybody's days that are added up, by event; of somebody twice in a day the better place.

    Where hands are asked for, a day of unknown ones is left out, unless somebody has no other.
    """
    found: dict[int, dict[int, DayFacts]] = {}
    for day in days:
        for row in sorted((row for row in day.rows if row.has_worth), key=lambda row: -row.rank):
            found.setdefault(row.who, {})[day.id] = row.facts
    if "hands" not in list_asked_facts(settings):
        return found
    return {
        who: {event: facts for event, facts in mine.items() if facts.hands is not None} or mine
        for who, mine in found.items()
    }


def compute_worth(settings: SeasonSettings, row: EventRow, sharing: int, players: int) -> int | Problem:
    """Compute the points of a row with a rank: of the day, or of its rounds together."""
    if settings.per != ROUND or row.rounds is None:
        return compute_points(settings, row.rank, sharing, players, row.facts)
    return sum_rounds(settings, row.rounds) if row.rounds else build_problem("rounds_unknown")


def _compute_order(got: EventScore) -> tuple[int, int, int]:
    return (-got.points, got.rank or _NO_RANK, got.event)


def _build_line(
    settings: SeasonSettings,
    who: int,
    scores: Sequence[EventScore],
    best: int,
    together: Mapping[int, int],
    *,
    alone: bool,
) -> SeasonLine:
    """Return a person's line, not yet ranked; `together`: everybody's points of all days, where these have no sum."""
    days = sorted((score for score in scores if score.kind == DAY), key=_compute_order)
    struck = {day.event for day in days[best:]} if best else set()
    if settings.carried == BEST_CARRIED:
        carried = sorted((score for score in scores if score.kind == CARRIED_POINTS), key=_compute_order)
        struck |= {score.event for score in carried[1:]}
    got = tuple(score._replace(counts=score.event not in struck) for score in scores)
    added = (CARRIED_POINTS,) if settings.per == TOGETHER else (DAY, CARRIED_POINTS)
    days_points = sum(score.points for score in got if score.counts and score.kind in added)
    days_points += together.get(who, 0) + settings.bonus * len(days)
    final = [score for score in got if score.kind == FINAL]
    in_final = alone and bool(final)
    points = _compute_final(settings, final) + (_compute_taken(settings, days_points) if in_final else days_points)
    few = 0 if in_final else max(0, settings.least_days - len(days))
    if settings.evenings is not None and who in settings.evenings.guests:
        few = GUEST
    return SeasonLine(0, False, who, points, len(days), got, days_points, in_final, few)


def _compute_final(settings: SeasonSettings, final: Iterable[EventScore]) -> int:
    """Return the points of a final, times its factor."""
    return sum(
        round_place_points(Fraction(score.points * settings.factor, HUNDREDTHS**2), settings.decimals)
        for score in final
    )


def _compute_taken(settings: SeasonSettings, points: int) -> int:
    """Return the part of the days' points that counts in a final that decides alone."""
    return round_place_points(Fraction(points * settings.taken, 100 * HUNDREDTHS), settings.decimals)


Key = Callable[[SeasonLine], Any]
# The value that each criterion compares, of days that count and of the final: the larger one is better.
CRITERION_KEYS: Mapping[str, Key] = {
    PLACES: lambda line: tuple(
        -rank for rank in sorted(_list_ranks(line))
    ),  # more first places, then more second ones …
    BEST_DAY: lambda line: max((score.points for score in _list_counted(line)), default=-_NO_RANK),
    # The best day, then the second best …, as if a missing one had brought 0: 0 stands behind all but losses.
    BEST_DAYS: lambda line: (
        *sorted((got.points for got in line.got if got.kind == DAY and got.points), reverse=True),
        0,
    ),
    MORE_DAYS: lambda line: line.days,
    FINAL_PLACE: lambda line: _find_best_place(line, FINAL),
    CARRIED_PLACE: lambda line: _find_best_place(line, CARRIED_POINTS),
    FINAL_POINTS: lambda line: max((score.points for score in line.got if score.kind == FINAL), default=-_NO_RANK),
}


def _find_best_place(line: SeasonLine, kind: str) -> int:
    return max((-score.rank for score in line.got if score.kind == kind and score.rank), default=-_NO_RANK)


def build_criterion_keys(events: Iterable[EventResult], lots: Mapping[int, int]) -> dict[str, Key]:
    """Return the value that each criterion compares; of a final each round, the best one first."""
    rounds = {
        row.who: tuple(sorted((played.day.facts.written or Fraction(0) for played in row.rounds or ()), reverse=True))
        for event in events
        if event.kind == FINAL
        for row in event.rows
    }
    return {
        **CRITERION_KEYS,
        FINAL_ROUNDS: lambda line: rounds.get(line.who, ()),
        LOT: lambda line: lots.get(line.who, 0),
    }


def _list_counted(line: SeasonLine) -> list[EventScore]:
    return [score for score in line.got if score.counts and score.kind != CARRIED_POINTS]


def _list_ranks(line: SeasonLine) -> list[int]:
    return [score.rank for score in _list_counted(line) if score.rank]


def build_line_key(settings: SeasonSettings, lots: Mapping[int, int], events: Iterable[EventResult] = ()) -> Key:
    """Return the function for the value by which lines are ranked: the larger one is better."""
    keys = build_criterion_keys(events, lots)
    criteria = [keys[name] for name in settings.criteria]

    def build_key(line: SeasonLine) -> tuple[Any, ...]:
        return (line.few == 0, line.few != GUEST, line.in_final, line.points, *(read(line) for read in criteria))

    return build_key


def _rank_lines(lines: Iterable[SeasonLine], build_key: Key) -> tuple[SeasonLine, ...]:
    """Rank the lines: first players of a final that decides alone, the others, those with too few days, then guests."""
    in_order = sorted(sorted(lines, key=lambda line: line.who), key=build_key, reverse=True)
    placed: list[SeasonLine] = []
    for _key, group in groupby(in_order, key=build_key):
        equals, rank = list(group), len(placed) + 1
        placed += [
            equal._replace(rank=0 if equal.few else rank, shared=len(equals) > 1 and not equal.few) for equal in equals
        ]
    return tuple(placed)
