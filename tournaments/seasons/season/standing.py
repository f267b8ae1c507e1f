"""The standings of a season: everybody's best days, carried points, the final, and ranks; pure values, no database.

Points are integers in hundredths of a cup point. The order of events and rows changes nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from tarockclub.kit.amounts import format_hundredths
from tournaments.seasons.season.points.formula.nodes import UNKNOWN, DayFacts
from tournaments.seasons.season.points.formula.problems import Problem, build_problem
from tournaments.seasons.season.points.place_points import (
    CountedRound,
    compute_points,
    format_day_points,
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
    evenings: bool = False  # all evenings of a date: it came into the list when it was played


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
    is_typed: bool = False  # somebody has typed this number; no act says it: it follows from the results


def format_score(settings: SeasonSettings, got: EventScore, *, plus: bool = False) -> str:
    """Format the points of an event; a number that was typed, of a final or carried over as the number that it is."""
    if got.kind != DAY or got.is_typed:
        return format_hundredths(got.points, plus=plus)
    return format_day_points(settings, got.points, plus=plus)


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
    left_out: tuple[int, ...] = ()  # events that never have what counts, such as euros


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


_NEVER_AT_EVENINGS = ("money", "capital", "place_points")
SOMETIMES_NEVER = ("euros", *_NEVER_AT_EVENINGS)


def is_never_known(event: EventResult, problem: Problem) -> bool:
    """Return whether points lack what such a day never has: euros but at evenings, play money at these.

    >>> unknown = build_problem("fact_unknown", what="euros")
    >>> is_never_known(EventResult(1), unknown), is_never_known(EventResult(1), build_problem("too_long"))
    (True, False)
    """
    what = dict(problem.facts).get("what") if problem.code == "fact_unknown" else None
    return what == "euros" or (event.evenings and what in _NEVER_AT_EVENINGS)


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


class ScoredRow(NamedTuple):
    """A player's points at an event, and the row that brought them."""

    score: EventScore
    row: EventRow


def compute_scores(
    settings: SeasonSettings, event: EventResult, problems: list[tuple[int, Problem]]
) -> dict[int, ScoredRow]:
    """Return everybody's points at an event; a person who is in it twice (merged) gets the better ones.

    Who has none that can be computed is left out, and what is missing is added to the problems, unless such a day never
    has it.
    """
    sharing = Counter((*(row.rank for row in event.rows), *event.others))
    players = count_players(event)
    worth: dict[Any, int | None] = {}
    has_worth, asked = event.kind != CARRIED_POINTS, list_asked_facts(settings)
    scores: dict[int, ScoredRow] = {}
    for row in sorted(event.rows, key=lambda row: row.rank):
        # All of a row that decides its points; with all facts it would be slow to compare.
        sign = (row.rank, *[getattr(row.facts, name) for name in asked], row.rounds if settings.per == ROUND else None)
        if has_worth and row.has_worth and sign not in worth:
            value = compute_worth(settings, row, sharing[row.rank], players)
            if isinstance(value, Problem) and not is_never_known(event, value):
                problems.append((event.id, value))
            worth[sign] = None if isinstance(value, Problem) else value
        points = worth.get(sign, 0) if row.points is None else row.points
        if points is None:
            continue
        shared, is_typed = sharing[row.rank] > 1 and row.rank > 0, row.points is not None
        got = EventScore(event.id, event.kind, row.rank, shared, points, is_typed=is_typed)
        before = scores.get(row.who)
        if before is None or _compute_order(got) < _compute_order(before.score):
            scores[row.who] = ScoredRow(got, row)
    return scores


def compute_absent_points(settings: SeasonSettings, event: EventResult) -> int | Problem | None:
    """Return the points of those who were not in the final; None where the settings give them none."""
    has_result = event.rows or event.others
    if event.kind != FINAL or not has_result or not settings.absent or settings.final == FINAL_ALONE:
        return None
    rule = settings._replace(way=FORMULA, formula=settings.absent)
    return compute_points(rule, 0, 1, count_players(event))


def compute_worth(settings: SeasonSettings, row: EventRow, sharing: int, players: int) -> int | Problem:
    """Compute the points of a row with a rank: of the day, or of its rounds together."""
    if settings.per != ROUND or row.rounds is None:
        return compute_points(settings, row.rank, sharing, players, row.facts)
    return sum_rounds(settings, row.rounds) if row.rounds else build_problem("rounds_unknown")


def _compute_order(got: EventScore) -> tuple[int, int, int]:
    return (-got.points, got.rank or _NO_RANK, got.event)


def build_season_line(
    settings: SeasonSettings,
    who: int,
    scores: Sequence[EventScore],
    best: int,
    together: int,
    *,
    alone: bool,
) -> SeasonLine:
    """Return a person's line, not yet ranked; `together`: the points of all days, where these have no sum."""
    days = sorted((score for score in scores if score.kind == DAY), key=_compute_order)
    struck = {day.event for day in days[best:]} if best else set()
    if settings.carried == BEST_CARRIED:
        carried = sorted((score for score in scores if score.kind == CARRIED_POINTS), key=_compute_order)
        struck |= {score.event for score in carried[1:]}
    got = tuple(score._replace(counts=False) if score.event in struck else score for score in scores)
    added = (CARRIED_POINTS,) if settings.per == TOGETHER else (DAY, CARRIED_POINTS)
    days_points = sum(score.points for score in got if score.counts and score.kind in added)
    days_points += together + settings.bonus * len(days)
    final = [score for score in got if score.kind == FINAL]
    in_final = alone and bool(final)
    points = _compute_final(settings, final) + (_compute_taken(settings, days_points) if in_final else days_points)
    few = 0 if in_final else max(0, settings.least_days - len(days))
    if who in settings.guests:
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
# The value that each criterion compares: the larger one is better. A final has a place, but is none of the days.
CRITERION_KEYS: Mapping[str, Key] = {
    PLACES: lambda line: tuple(
        -rank for rank in sorted(_list_ranks(line))
    ),  # more first places, then more second ones …
    BEST_DAY: lambda line: max((score.points for score in line.got if score.kind == DAY), default=-_NO_RANK),
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


def _list_ranks(line: SeasonLine) -> list[int]:
    return [score.rank for score in line.got if score.counts and score.kind != CARRIED_POINTS and score.rank]


def build_line_key(settings: SeasonSettings, lots: Mapping[int, int], events: Iterable[EventResult] = ()) -> Key:
    """Return the function for the value by which lines are ranked: the larger one is better."""
    keys = build_criterion_keys(events, lots)
    criteria = [keys[name] for name in settings.criteria]

    def build_key(line: SeasonLine) -> tuple[Any, ...]:
        return (line.few == 0, line.few != GUEST, line.in_final, line.points, *(read(line) for read in criteria))

    return build_key
