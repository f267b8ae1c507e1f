"""The race of a season: lines with names at their ends, day by day, and everybody else behind them."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import date_format

from tarockclub.kit.amounts import format_hundredths
from tarockclub.kit.charts.lines import WIDTH, Chart, ChartAxes, ChartCourse, draw_chart
from tournaments.seasons.season.data import EventStatus, SeasonProgress
from tournaments.seasons.season.services import find_event_day
from tournaments.seasons.season.settings import HUNDREDTHS
from tournaments.seasons.season.standing import GUEST, SeasonLine
from tournaments.seasons.season.table import has_losses, shorten_names

MOST_LINES, MOST_OTHERS = 6, 6
MOST_DATES = 12  # of more days stands the month
LEAST_STRIP = 120  # a narrower one is no target for a thumb


class DayStrip(NamedTuple):
    """A stretch of the chart that leads to its day."""

    x: int
    width: int
    href: str
    name: str


class Race(NamedTuple):
    """The lines of a season; and whose own line is among them."""

    chart: Chart | None  # None before the second day
    is_distance: bool  # to the leader
    strips: tuple[DayStrip, ...]
    is_narrow: bool  # its strips are too narrow for a thumb


def draw_race(stand: SeasonProgress, number: int = 0) -> Race:
    """Return the lines of the first few, and of whoever has this number."""
    lines = [line for line in stand.standing.lines if line.few != GUEST]
    own = next((line for line in stand.standing.lines if number and stand.people[line.who].number == number), None)
    shown = lines[:MOST_LINES]
    shown += [own] if own is not None and own not in shown else []
    others = [line for line in lines[MOST_LINES : MOST_LINES + MOST_OTHERS] if line is not own]
    chart = _draw_lines(stand, shown, others)
    strips = _build_strips(stand, stand.drawn_days, chart) if chart is not None else ()
    is_narrow = any(strip.width < LEAST_STRIP for strip in strips)
    is_distance = not has_losses(stand.standing.lines)
    return Race(chart, is_distance, strips, is_narrow)


def _build_strips(stand: SeasonProgress, days: Sequence[EventStatus], chart: Chart) -> tuple[DayStrip, ...]:
    """Return a strip around the points of each day that is drawn."""
    drawn = [(tick.position, days[tick.number - 1]) for tick in chart.points if tick.number]
    edges = [0, *((before + after) // 2 for (before, _day), (after, _next) in pairwise(drawn)), WIDTH]
    return tuple(
        DayStrip(start, end - start, reverse("season_event", args=[stand.season.slug, day.event.number]), day.name)
        for (start, end), (_x, day) in zip(pairwise(edges), drawn, strict=True)
    )


def draw_first_lines(stand: SeasonProgress, most: int) -> Chart | None:
    """Return the lines of the first few alone; None before the second day."""
    return _draw_lines(stand, [line for line in stand.standing.lines if line.rank][:most], ())


def _draw_lines(stand: SeasonProgress, shown: Sequence[SeasonLine], others: Sequence[SeasonLine]) -> Chart | None:
    """Return the points after each day where some are losses, else how far each was behind the leader then."""
    days, lines = stand.drawn_days, stand.standing.lines
    shorts, is_signed = shorten_names(lines, stand.people, teams=stand.settings.teams), has_losses(lines)
    if len(days) < 2:
        return None
    ranked = [line for line in lines if line.rank]  # also those who are not drawn: every race has the same distances
    points = {line.who: stand.courses.of[line.who].list_points() for line in {*shown, *others, *ranked}}
    leading = zip(*(points[line.who] for line in ranked), strict=True)
    tops = [max(after) for after in leading] if ranked and not is_signed else [0] * (1 + len(days))

    def build_course(line: SeasonLine) -> ChartCourse:
        totals = tuple(total - top for total, top in zip(points[line.who], tops, strict=True))
        ending = format_hundredths(line.points, plus=is_signed)
        return ChartCourse(stand.people[line.who].name, 0, totals, ending, shorts[line.who])

    axes = ChartAxes(("", *_name_days(days)), HUNDREDTHS, partial(format_hundredths, plus=is_signed))
    return draw_chart(list(map(build_course, shown)), len(days), axes=axes, others=list(map(build_course, others)))


def _name_days(days: Sequence[EventStatus]) -> list[str]:
    """Return the dates of a few days, else the month of the first day of each."""
    dates = [find_event_day(event.event) for event in days]
    if len(dates) <= MOST_DATES:
        return [date_format(day, "j. M") if day is not None else "" for day in dates]
    months = [date_format(day, "M") if day is not None else "" for day in dates]
    return [month if month != before else "" for before, month in zip(["", *months], months, strict=False)]
