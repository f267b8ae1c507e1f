"""The places that people can still reach before the last days of a season, and with which results; pure values.

Every answer is one of `compute_standing` for results as they could be, so every rule of the season holds here too. The
line of a person depends on no other result but theirs (and on the number of players), so lines of different results
can be compared; what is searched here is only the result of the last day that is worst, or best, for somebody.
A place is meant unshared.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import ge, gt
from typing import Any, NamedTuple

from tournaments.seasons.season.course.tally import compute_standing
from tournaments.seasons.season.points.formula.evaluate import MOST_POINTS
from tournaments.seasons.season.points.formula.nodes import AMOUNTS, build_sample
from tournaments.seasons.season.points.place_points import list_asked_facts
from tournaments.seasons.season.settings import (
    BETTER,
    CARRIED_POINTS,
    DAY,
    FINAL,
    FINAL_ROUNDS,
    HUNDREDTHS,
    TOGETHER,
    SeasonSettings,
    find_rule,
)
from tournaments.seasons.season.standing import (
    EventResult,
    EventRow,
    SeasonStanding,
    build_line_key,
    count_players,
)

# Points are integers in hundredths of a cup point.

BY_PLACE, BY_POINTS, OPEN = "place", "points", "open"  # a day's points: by place; limited; without a known maximum
_SAMPLES = (*range(-1000, 1001, 10), -20_000, -10_000, 10_000, 20_000)  # points made that are tried


class Scale(NamedTuple):
    """The results of a remaining day, numbered from the best, 1, to the worst, `size`; one more: not taking part."""

    by: str  # BY_PLACE, BY_POINTS, OPEN
    size: int
    places: tuple[int, ...] = ()  # BY_PLACE: the points of each place, in hundredths
    best: int = 0  # otherwise the most points, and the steps between points
    step: int = HUNDREDTHS

    @property
    def absent(self) -> int:
        """The number of not taking part."""
        return self.size + 1

    def get_points(self, at: int) -> int:
        """Return the points (hundredths) of a result."""
        return self.places[at - 1] if self.places else self.best - (at - 1) * self.step

    def list_rows(self, who: int, at: int) -> list[EventRow]:
        """Return somebody's row with a result; none without taking part."""
        return [EventRow(who, at if self.places else 0, self.get_points(at))] if at <= self.size else []


def build_scale(settings: SeasonSettings, event: EventResult, players: int) -> Scale:
    """Return the results of a day with so many players."""
    by_place = [EventRow(place, place) for place in range(1, players + 1)]
    rule = find_rule(settings, event.kind)._replace(final_table=(), final_formula="")
    points = _try_rows(settings, event, by_place) if rule.per == DAY else None
    if points is not None and points == sorted(points, reverse=True):
        return Scale(BY_PLACE, players, tuple(points))
    step = (100, 10, 1)[settings.decimals]
    facts = list_asked_facts(rule)
    asks_one = rule.per == DAY and len(facts) == 1 and facts[0] in AMOUNTS
    points_possible = set(points or (_try_points(settings, event, players) if asks_one else ()))
    best, worst = (max(points_possible), min(points_possible)) if points_possible else (MOST_POINTS * HUNDREDTHS, 0)
    return Scale(BY_POINTS if points_possible else OPEN, (best - worst) // step + 1, (), best, step)


def _try_points(settings: SeasonSettings, event: EventResult, players: int) -> Sequence[int]:
    """Return points as they can be by a formula of the points made; none where these have no limit."""
    rows = [
        EventRow(at, place, None, build_sample(made))
        for at, (place, made) in enumerate((place, made) for place in (1, players) for made in _SAMPLES)
    ]
    rows_tried = _try_rows(settings._replace(ties=BETTER), event._replace(players=players), rows) or []
    ends = [rows_tried[at : at + 4] for at in (len(_SAMPLES) - 4, len(rows_tried) - 4) if rows_tried]
    grows = any(lowest > low or highest > high for lowest, low, high, highest in ends)
    return () if grows else rows_tried


def _try_rows(settings: SeasonSettings, event: EventResult, rows: list[EventRow]) -> list[int] | None:
    """Return the points of rows of a day; None where the formula asks for more than they say."""
    standing = compute_standing(settings, [event._replace(rows=tuple(rows))])
    points = {line.who: got.points for line in standing.lines for got in line.got}
    return None if standing.problems else [points[row.who] for row in rows]


NEWCOMERS = -1  # and below: people without a result so far
MOST_NEEDS = 50  # people whose needs are computed, by the standings so far
MOST_RIVALS = 100  # where the field is known and more can still do it, nobody's needs are computed
MOST_LOOKED_AT = 8  # first places of the season: which of them is possible for whom
_SOMEBODY = (EventRow(0, 0, 0),)  # somebody takes part in everything: whether an event has a result matters, too
_FIRST, _LAST, _AWAY = range(3)  # results of all other days to come
_MORE_DAYS = -1  # and below: numbers of days that are planned but not in the list yet

Value = tuple[Any, ...]  # of a line: the larger one ranks before; () is no rank
Beats = Callable[[Value, Value], bool]


class Chance(NamedTuple):
    """The needs of somebody on the last day, by the numbers of its scale."""

    who: int
    possible: int  # the worst result with which it is still possible; 0: not computed
    sure: int  # the worst result with which it is certain, whatever the others do; 0: with none
    tied: bool  # with the worst possible result they can only be equal to somebody: what decides then is open


class Reach(NamedTuple):
    """The places of the season that somebody can still have; 0: one behind those that are looked at, or none."""

    who: int
    best: int
    worst: int


class Outlook(NamedTuple):
    """Everybody who can still be among the first `places` of a season, in the order of its standings."""

    places: int
    days: int  # that are still to come, a final among them
    scale: Scale  # of the last day, or of the one that is being played
    players: int
    is_closed: bool  # who takes part in it is known
    chances: tuple[Chance, ...]
    newcomers: bool  # people without a result so far can do it, too
    reaches: tuple[Reach, ...] = ()  # of everybody who can be among the first MOST_LOOKED_AT


def compute_outlook(
    settings: SeasonSettings,
    events: Sequence[EventResult],
    standing: SeasonStanding,
    *,
    players: int,
    field: Collection[int] = (),
    places: int = 1,
    lots: Mapping[int, int] | None = None,
) -> Outlook | None:
    """Return who can still be among the first `places`; None where nothing is played, or nothing to come.

    `standing`: that of the events. `players`: the number of players of the days to come. `field`: who takes part in the
    first of these, if it is known.

    >>> days = EventResult(1, rows=(EventRow(7, 1), EventRow(8, 2), EventRow(9, 3))), EventResult(2)
    >>> two = SeasonSettings(way="table", table=(500, 200))
    >>> [chance[:3] for chance in compute_outlook(two, days, compute_standing(two, days), players=3).chances]
    [(7, 4, 1), (8, 1, 0), (9, 1, 0)]
    """
    played = [event for event in events if event.rows or event.others or event.kind == CARRIED_POINTS]
    open_days = [event for event in events if event not in played]
    planned = settings.days - sum(event.kind == DAY for event in events)
    open_days += [EventResult(_MORE_DAYS - at) for at in range(planned)]
    if not open_days or not standing.lines or settings.per == TOGETHER:
        return None
    players = len(field) or players
    to_come = [(event, build_scale(settings, event, players)) for event in open_days]
    criteria = settings.criteria if to_come[0][1].by == BY_PLACE else ()  # else the place is unknown
    if FINAL_ROUNDS in criteria and any(event.kind == FINAL for event in open_days):
        criteria = criteria[: criteria.index(FINAL_ROUNDS)]
    settings = settings._replace(criteria=criteria)
    return _Search(settings, played, standing, to_come, players, frozenset(field), places, lots or {}).build_outlook()


@dataclass
class _Search:
    """The results of the remaining days that are best, or worst, for somebody."""

    settings: SeasonSettings
    played: Sequence[EventResult]
    standing: SeasonStanding
    to_come: Sequence[tuple[EventResult, Scale]]
    players: int
    field: frozenset[int]
    places: int
    lots: Mapping[int, int]

    def __post_init__(self) -> None:
        self.most = max(self.places, MOST_LOOKED_AT)
        self.scale = self.to_come[0][1]
        self.build_key = build_line_key(self.settings, self.lots, self.played)
        self.events = [event._replace(players=count_players(event)) for event in self.played]
        self.events += [event._replace(players=self.players) for event, _scale in self.to_come]
        rows = {(event.id, row.who): row for event in self.played for row in event.rows}
        self.past = {
            line.who: [
                (got.event, rows[got.event, line.who]._replace(points=got.points, rank=got.rank))
                for got in line.got
                if (got.event, line.who) in rows
            ]
            for line in self.standing.lines
        }
        self.known = list(dict.fromkeys([*self.past, *sorted(self.field)]))
        self.people = [*self.known, *(NEWCOMERS - at for at in range(0 if self.field else self.most))]
        self.values: dict[tuple[int, int, int], Value] = {}
        self.elsewhere: dict[int, int] = {}

    def build_outlook(self) -> Outlook:
        """Return who can still reach a place, and what it takes if there is only one day to come."""
        can = [who for who in self.known if self._is_possible(who, self._get_first(who))]
        is_asked = len(self.to_come) == 1 and not (self.field and len(can) > MOST_RIVALS)
        shown = can[:MOST_NEEDS] if is_asked else []
        possible, sure = (self._find_worst(shown, is_enough) for is_enough in (self._is_possible, self._is_sure))
        chances = [
            Chance(who, at := possible.get(who, 0), sure.get(who, 0), bool(at) and not self._is_possible(who, at, ge))
            for who in can
        ]
        new = not self.field and self._is_possible(NEWCOMERS, 1)
        fields = self.scale, self.players, bool(self.field), tuple(chances), new, tuple(self._generate_reaches())
        return Outlook(self.places, len(self.to_come), *fields)

    def _generate_reaches(self) -> Iterator[Reach]:
        """Yield the best and the worst place of everybody who can be among the first ones."""
        for who in self.known:
            above = self._count_above(who, self._get_first(who))
            if above < MOST_LOOKED_AT:
                worst = 1 + self._count_threats(who, self._get_last(who), self._get_floor(who))
                yield Reach(who, 1 + above, worst if worst <= MOST_LOOKED_AT else 0)

    @cached_property
    def rivals(self) -> list[tuple[Value, int]]:
        """Everybody with the best value that the days to come can give them, the best first."""
        self._load((who, self._get_first(who), _FIRST) for who in self.people)
        return sorted(((self._get(who, self._get_first(who), _FIRST), who) for who in self.people), reverse=True)

    def _get_elsewhere(self, who: int) -> int:
        """Return the result of all other days to come that is worst for somebody: the last, or not taking part."""
        if len(self.to_come) > 1 and who not in self.elsewhere:
            at = self._get_first(who)
            self.elsewhere[who] = min((_AWAY, _LAST), key=lambda there: self._get(who, at, there))
        return self.elsewhere.get(who, _FIRST)

    def _get_floor(self, who: int) -> Value:
        """Return the worst value of somebody."""
        ends = (at for at in (self.scale.size, self.scale.absent) if self._can(who, at))
        return min(self._get_otherwise(who, at) for at in ends)

    def _get_otherwise(self, who: int, at: int) -> Value:
        """Return somebody's value with a result, if all other days to come go as badly as they can."""
        return self._get(who, at, self._get_elsewhere(who))

    def _can(self, who: int, at: int) -> bool:
        """Return whether somebody can have a result: where the field is known, who is in it takes part."""
        return not self.field or (who in self.field) == (at <= self.scale.size)

    def _get_first(self, who: int) -> int:
        return 1 if self._can(who, 1) else self.scale.absent

    def _find_worst(self, people: Iterable[int], is_enough: Callable[[int, int], bool]) -> dict[int, int]:
        """Return the worst result of people that is still enough, as all better ones are; 0: none is."""
        worst = {who: at * is_enough(who, at) for who in people for at in [self._get_first(who)]}
        ends = {who: self.scale.size for who, at in worst.items() if at == 1}
        while ends:
            middles = {who: (worst[who] + end + 1) // 2 for who, end in ends.items()}
            self._load((who, at, _FIRST) for who, at in middles.items())
            for who, at in middles.items():
                if is_enough(who, at):
                    worst[who] = at
                else:
                    ends[who] = at - 1
            ends = {who: end for who, end in ends.items() if end > worst[who]}
        last = [who for who, at in worst.items() if at == self.scale.size and self._can(who, self.scale.absent)]
        return worst | {who: self.scale.absent for who in last if is_enough(who, self.scale.absent)}

    def _get_last(self, who: int) -> int:
        return self.scale.absent if self._can(who, self.scale.absent) else self.scale.size

    def _is_possible(self, who: int, at: int, beats: Beats = gt) -> bool:
        """Return whether somebody reaches a place with a result if the others do as badly as they can."""
        return self._count_above(who, at, beats) < self.places

    def _count_above(self, who: int, at: int, beats: Beats = gt) -> int:
        """Return how many are before somebody with a result however badly they do; `most` for more, and for no rank."""
        value, above, bounds = self._get(who, at, _FIRST), 0, list[int]()
        for best, rival in self.rivals:
            if above >= self.most or not beats(best, value):
                break
            if rival == who or not beats(self._get_otherwise(rival, self._get_first(rival)), value):
                continue
            if beats(self._get_floor(rival), value):
                above += 1
            elif self.scale.places and (self.field or beats(self._get_away(rival), value)):
                bounds.append(self._count_places(rival, value, beats))
        behind = 0  # of those who need a place behind their bound: each needs another one
        for bound in sorted(bounds, reverse=True):
            behind = min(behind + 1, self.scale.size - bound - (bound < at <= self.scale.size))
        above = max(above + len(bounds) - behind, self._count_newcomers(at, value, beats))
        return above if value else self.most

    def _count_newcomers(self, at: int, value: Value, beats: Beats) -> int:
        """Return how many are before a value at least because all places are taken, by newcomers if by nobody else.

        Whoever has a result is taken to have no fewer points than a newcomer in the same place.
        """
        if self.field or not self.scale.places or not beats(self._get_otherwise(NEWCOMERS, 1), value):
            return 0
        count = self._count_places(NEWCOMERS, value, beats)
        return count - (at <= count)

    def _is_sure(self, who: int, at: int) -> bool:
        """Return whether somebody reaches a place with a result even if the others do as well as they can."""
        return self._count_threats(who, at, self._get(who, at, _FIRST)) < self.places

    def _count_threats(self, who: int, at: int, value: Value) -> int:
        """Return how many can be before somebody with a result of this value; `most` for more, and for no rank."""
        above, before, bounds = 0, 0, list[int]()
        for best, rival in self.rivals:
            if above + before >= self.most or best < value:
                break
            if rival == who:
                continue
            is_free = not self.scale.places or len(self.to_come) > 1  # whatever places the others have
            if is_free or self._get_floor(rival) >= value or self._get_away(rival) >= value:
                above += 1
                continue
            bounds.append(self._count_places(rival, value, ge))
            before = 0  # of those who need a place up to their bound: each needs another one
            for bound in sorted(bounds):
                before = min(before + 1, bound - (at <= bound))
        return above + before if value else self.most

    def _count_places(self, who: int, value: Value, beats: Beats) -> int:
        """Return how many places of the day bring somebody before a value."""
        low, high = 1, self.scale.size
        while low < high:
            middle = (low + high + 1) // 2
            is_before = beats(self._get_otherwise(who, middle), value)
            low, high = (middle, high) if is_before else (low, middle - 1)
        return low

    def _get_away(self, who: int) -> Value:
        """Return the value of somebody who does not take part; () where that cannot be."""
        return self._get_otherwise(who, self.scale.absent) if self._can(who, self.scale.absent) else ()

    def _get(self, who: int, at: int, there: int) -> Value:
        result = who, at, there
        if result not in self.values:
            self._compute([result])
        return self.values[result]

    def _load(self, results: Iterable[tuple[int, int, int]]) -> None:
        """Compute the values of results that are not known yet; each person has one result in them."""
        missing = [result for result in results if result not in self.values]
        for at in range(0, len(missing), self.players):  # not more rows than players: their number matters, too
            self._compute(missing[at : at + self.players])

    def _compute(self, missing: Sequence[tuple[int, int, int]]) -> None:
        rows: dict[int, list[EventRow]] = {event.id: [] for event in self.events}
        for who, at, there in missing:
            for event, row in self.past.get(who, ()):
                rows[event].append(row)
            for number, (day, scale) in enumerate(self.to_come):
                result = {_FIRST: 1, _LAST: scale.size, _AWAY: scale.absent}[there] if number else at
                rows[day.id] += scale.list_rows(who, result)
        events = [event._replace(rows=tuple(rows[event.id]) or _SOMEBODY) for event in self.events]
        lines = {line.who: line for line in compute_standing(self.settings, events, self.lots).lines}
        for who, at, there in missing:
            line = lines.get(who)
            self.values[who, at, there] = self.build_key(line) if line is not None and line.rank else ()
