"""A season day by day: everybody's points so far, and where they stood after each day; pure values, no database.

The end of a season is the standing after its last day: both come from the same tally, so no page can draw a past that
never was. After a day the list looked as it did then: what was planned has no result yet, an evening was not in it.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from tournaments.seasons.season.points.formula.nodes import SUMMED, Amount, DayFacts, sum_facts
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.points.place_points import compute_points, list_asked_facts
from tournaments.seasons.season.settings import (
    CARRIED_POINTS,
    DAY,
    FINAL,
    FINAL_ALONE,
    TOGETHER,
    SeasonSettings,
    compute_least_days,
    find_rule,
)
from tournaments.seasons.season.standing import (
    EventResult,
    EventScore,
    SeasonLine,
    SeasonStanding,
    build_line_key,
    build_season_line,
    compute_absent_points,
    compute_best_days,
    compute_scores,
)

MOST_PLACINGS = 100_000  # of huge seasons only the last days are kept


class SeasonCourse:
    """Somebody's place and points after each day, from their first one on."""

    __slots__ = ("points", "ranks", "since", "start")

    def __init__(self, since: int, start: int) -> None:
        self.since = since  # days before
        self.start = start  # points before the first of all days
        self.ranks, self.points = array("I"), array("q")

    def __iter__(self) -> Iterator[tuple[int, int] | None]:
        """Yield the rank (0: not ranked) and the points after each day."""
        yield from (None for _day in range(self.since))
        yield from zip(self.ranks, self.points, strict=True)

    def list_points(self) -> list[int]:
        """Return the points before the first day and after each; until somebody's own first one those of the start."""
        return [*(self.start for _day in range(1 + self.since)), *self.points]


class SeasonCourses(NamedTuple):
    """Everybody's places and points after each day that has a result; of too many only after the last ones."""

    days: tuple[int, ...] = ()  # the events, in order of time
    of: Mapping[int, SeasonCourse] = MappingProxyType({})  # by person

    def find_before(self, who: int) -> int:
        """Return somebody's rank before the last day; 0: none."""
        mine = self.of.get(who)
        return mine.ranks[-2] if mine is not None and len(mine.ranks) > 1 else 0


class Tally:
    """Everybody's points by the rule of a season, after as many of its days as were added."""

    def __init__(
        self, settings: SeasonSettings, events: Sequence[EventResult], lots: Mapping[int, int] | None = None
    ) -> None:
        self.settings = settings
        self.problems: dict[int, list[tuple[int, Problem]]] = {event.id: [] for event in events}
        self.scores = {
            event.id: compute_scores(find_rule(settings, event.kind), event, self.problems[event.id])
            for event in events
        }
        self.left_out = tuple(
            event.id for event in events if event.rows and not self.scores[event.id] and not self.problems[event.id]
        )
        self.events = [event for event in events if event.id not in self.left_out]
        self.key_of = build_line_key(settings, lots or {}, self.events)
        self.asked = list_asked_facts(settings)
        self.got: dict[int, list[EventScore]] = {}
        self.sums: dict[int, DayFacts] = {}
        self.typed: dict[int, int] = {}  # points that stand beside the sums
        self.unknown: dict[int, Problem] = {}  # people whose points of all days together cannot be computed
        self.absences: list[tuple[EventScore, set[int]]] = []  # what a final brings to all others than these
        self.lines: dict[int, SeasonLine] = {}
        self.keys: dict[int, tuple[object, ...]] = {}
        self.held = 0  # days with a result
        self.listed = sum(event.kind == DAY and not event.evenings for event in self.events)  # … in the list
        self.finals = 0  # with a result
        self.order: list[int] = []  # of the people, as they stood the last time
        self._sign: object = None
        self._changed: set[int] = set()

    def add(self, event: EventResult) -> None:
        """Add the result of an event; one without rows stands in the list all the same."""
        self.listed += event.kind == DAY and event.evenings
        self.held += event.kind == DAY and bool(event.rows)
        self.finals += event.kind == FINAL and bool(event.rows)
        for who, scored in self.scores[event.id].items():
            self.got.setdefault(who, []).append(scored.score)
        self._changed |= self.scores[event.id].keys()
        absent = compute_absent_points(self.settings, event)
        if isinstance(absent, Problem):
            self.problems[event.id].append((event.id, absent))
        elif absent is not None:
            score = EventScore(event.id, FINAL, 0, False, absent)
            self.absences.append((score, {row.who for row in event.rows}))
            self._changed |= self.got.keys()
        if self.settings.per == TOGETHER and event.kind == DAY:
            self._add_sums(event)

    def _add_sums(self, event: EventResult) -> None:
        names = (*{*self.asked, "hands"}.intersection(SUMMED),)
        for who, (_score, row) in self.scores[event.id].items():  # of somebody twice in a day the row that counts
            if row.has_worth:
                before = (self.sums[who],) if who in self.sums else ()
                self.sums[who] = sum_facts((*before, row.facts), names)
            else:
                self.typed[who] = self.typed.get(who, 0) + (row.points or 0)

    def update(self) -> None:
        """Build the lines that have changed since the last time: of who was there, or of all where a limit has."""
        best = compute_best_days(self.settings, self.listed)
        least = compute_least_days(self.settings, self.held)
        alone, most = self.settings.final == FINAL_ALONE and self.finals > 0, self._find_most_hands()
        sign = best, least, alone, most
        settings = self.settings._replace(least_days=least)
        for who in self._changed if sign == self._sign else self.got:
            together = self._compute_together(who, most)
            if isinstance(together, Problem):
                self.unknown[who] = together
                self.lines.pop(who, None)
                continue
            self.unknown.pop(who, None)
            line = build_season_line(settings, who, self._list_scores(who), best, together, alone=alone)
            self.lines[who], self.keys[who] = line, self.key_of(line)
        self._sign, self._changed = sign, set()

    def _find_most_hands(self) -> Amount | None:
        hands = (sums.hands for sums in self.sums.values()) if "most_hands" in self.asked else ()
        return max((many for many in hands if many is not None), default=None)

    def _compute_together(self, who: int, most: Amount | None) -> int | Problem:
        """Return the points of all days together, where they follow from sums; typed points on top."""
        facts = self.sums.get(who)
        points = 0 if facts is None else compute_points(self.settings, 0, 1, 0, facts._replace(most_hands=most))
        return points if isinstance(points, Problem) else points + self.typed.get(who, 0)

    def _list_scores(self, who: int) -> Sequence[EventScore]:
        """Return somebody's points in the order of the events, with those of a final that they were not in."""
        absence_scores = [score for score, attendants in self.absences if who not in attendants]
        if not absence_scores:
            return self.got[who]
        order = {event.id: at for at, event in enumerate(self.events)}
        return sorted((*self.got[who], *absence_scores), key=lambda got: order[got.event])

    def generate_ranks(self) -> Iterator[tuple[int, int, bool]]:
        """Yield everybody with their rank and whether they share it, the best first; 0: not ranked."""
        keys, lines = self.keys, self.lines
        ordered = [who for who in self.order if who in lines]
        self.order = order = [*ordered, *sorted(lines.keys() - set(ordered))]
        order.sort(key=keys.__getitem__, reverse=True)  # nearly sorted already: quick
        first = 0
        while first < len(order):
            key, end = keys[order[first]], first + 1
            while end < len(order) and keys[order[end]] == key:
                end += 1
            is_ranked = not lines[order[first]].few  # equals are all ranked, or none is
            for who in order[first:end]:
                yield who, first + 1 if is_ranked else 0, end - first > 1 and is_ranked
            first = end

    def build_standing(self) -> SeasonStanding:
        """Return the standing after all that was added."""
        self.update()
        self.order = []  # equals in the order of their ids
        lines = tuple(self.lines[who]._replace(rank=rank, shared=shared) for who, rank, shared in self.generate_ranks())
        best = compute_best_days(self.settings, self.listed)
        last = {who: next(got.event for got in reversed(self.got[who]) if got.kind == DAY) for who in self.unknown}
        together = [(last[who], problem) for who, problem in sorted(self.unknown.items())]
        of_events = [problem for event in self.events for problem in self.problems[event.id]]
        return SeasonStanding(lines, best, (*of_events, *together), self.left_out)


def compute_standing(
    settings: SeasonSettings, events: Sequence[EventResult], lots: Mapping[int, int] | None = None
) -> SeasonStanding:
    """Rank everybody, the best first; `lots`: of each person, if drawn.

    >>> from tournaments.seasons.season.standing import EventRow
    >>> day, other = (
    ...     EventResult(1, rows=(EventRow(7, 1), EventRow(8, 2))),
    ...     EventResult(2, rows=(EventRow(8, 1), EventRow(9, 2), EventRow(7, 3))),
    ... )
    >>> [(line.rank, line.who, line.points) for line in compute_standing(SeasonSettings(), (day, other)).lines]
    [(1, 8, 400), (2, 7, 300), (3, 9, 200)]
    """
    tally = Tally(settings, events, lots)
    for event in tally.events:
        tally.add(event)
    return tally.build_standing()


def compute_course(
    settings: SeasonSettings, events: Sequence[EventResult], lots: Mapping[int, int] | None = None
) -> tuple[SeasonStanding, SeasonCourses]:
    """Return the standing, and where everybody stood after each day; `events`: in order of time."""
    tally = Tally(settings, events, lots)
    drawn = set(_list_drawn_days(tally))
    days, courses, start = list[int](), dict[int, SeasonCourse](), dict[int, int]()
    for event in tally.events:
        if event.id in drawn and not days:
            tally.update()
            start = {who: line.points for who, line in tally.lines.items()}
        tally.add(event)
        if event.id not in drawn:
            continue
        tally.update()
        for who, rank, _shared in tally.generate_ranks():
            mine = courses.get(who)
            if mine is None:
                courses[who] = mine = SeasonCourse(len(days), start.get(who, 0))
            mine.ranks.append(rank)
            mine.points.append(tally.lines[who].points)
        days.append(event.id)
        # Without a place, at the points of before.
        for mine in (courses[who] for who in tally.unknown if who in courses):
            mine.ranks.append(0)
            mine.points.append(mine.points[-1])
    return tally.build_standing(), SeasonCourses(tuple(days), courses)


def _list_drawn_days(tally: Tally) -> Sequence[int]:
    """Return the events after which places are kept: all that have a result, or the last ones of too many."""
    held = [event.id for event in tally.events if event.kind != CARRIED_POINTS and (event.rows or event.others)]
    people = len(set[int]().union(*tally.scores.values()))
    return held[-max(2, MOST_PLACINGS // max(1, people)) :]
