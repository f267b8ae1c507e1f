"""The results that a day to come can have, and the points that each brings; pure.

Points are integers in hundredths of a cup point.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.seasons.season.course.tally import compute_standing
from tournaments.seasons.season.points.formula.evaluate import MOST_POINTS
from tournaments.seasons.season.points.formula.facts import AMOUNTS, build_sample
from tournaments.seasons.season.points.place_points import list_asked_facts
from tournaments.seasons.season.settings import BETTER, DAY, HUNDREDTHS, SeasonSettings, find_rule
from tournaments.seasons.season.standing import EventResult, EventRow

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
    found = set(points or (_try_points(settings, event, players) if asks_one else ()))
    best, worst = (max(found), min(found)) if found else (MOST_POINTS * HUNDREDTHS, 0)
    return Scale(BY_POINTS if found else OPEN, (best - worst) // step + 1, (), best, step)


def _try_points(settings: SeasonSettings, event: EventResult, players: int) -> Sequence[int]:
    """Return points as they can be by a formula of the points made; none where these have no limit."""
    rows = [
        EventRow(at, place, None, build_sample(made))
        for at, (place, made) in enumerate((place, made) for place in (1, players) for made in _SAMPLES)
    ]
    found = _try_rows(settings._replace(ties=BETTER), event._replace(players=players), rows) or []
    ends = [found[at : at + 4] for at in (len(_SAMPLES) - 4, len(found) - 4) if found]
    grows = any(lowest > low or highest > high for lowest, low, high, highest in ends)
    return () if grows else found


def _try_rows(settings: SeasonSettings, event: EventResult, rows: list[EventRow]) -> list[int] | None:
    """Return the points of rows of a day; None where the formula asks for more than they say."""
    standing = compute_standing(settings, [event._replace(rows=tuple(rows))])
    points = {line.who: got.points for line in standing.lines for got in line.got}
    return None if standing.problems else [points[row.who] for row in rows]
