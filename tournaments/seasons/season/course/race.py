"""The race of a season: lines with names at their ends, day by day, and everybody else behind them."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import date_format

from scoring.engine.points import SIXTHS
from tarockclub.kit.amounts import format_hundredths
from tarockclub.kit.charts.lines import Chart, ChartAxes, ChartCourse, draw_chart
from tournaments.seasons.season.data import EventStatus, SeasonProgress
from tournaments.seasons.season.services import find_event_day
from tournaments.seasons.season.settings import HUNDREDTHS
from tournaments.seasons.season.standing import GUEST, SeasonLine
from tournaments.seasons.season.table import has_losses, shorten_names

MOST_LINES, MOST_OTHERS = 6, 30
LEAST_STRIP = 54  # a narrower one is no target for a thumb


class DayStrip(NamedTuple):
    """A stretch of the chart that leads to its day."""

    x: int
    width: int
    href: str
    name: str


class Race(NamedTuple):
    """The lines of a season; and whose own line is among them."""

    chart: Chart | None  # None before the second day
    name: str
    number: int  # in the club; 0: nobody's
    strips: tuple[DayStrip, ...]
    is_narrow: bool  # its strips are too narrow for a thumb


def draw_race(stand: SeasonProgress, number: int = 0) -> Race:
    """Return the lines of the first few, and of whoever has this number."""
    lines = [line for line in stand.standing.lines if line.few != GUEST]
    own = next((line for line in stand.standing.lines if number and stand.people[line.who].number == number), None)
    shown = lines[:MOST_LINES]
    shown += [own] if own is not None and own not in shown else []
    others = [line for line in lines[MOST_LINES : MOST_LINES + MOST_OTHERS] if line is not own]
    name = stand.people[own.who].name if own is not None else ""
    chart = _draw_lines(stand, shown, others)
    strips = _build_strips(stand, stand.drawn_days, chart) if chart is not None else ()
    is_narrow = any(strip.width < LEAST_STRIP for strip in strips)
    return Race(chart, name, number if own is not None else 0, strips, is_narrow)


def _build_strips(stand: SeasonProgress, days: Sequence[EventStatus], chart: Chart) -> tuple[DayStrip, ...]:
    """Return a strip around the points of each day that is drawn."""
    drawn = [(tick.position, days[tick.number - 1]) for tick in chart.points if tick.number]
    edges = [chart.left, *((before + after) // 2 for (before, _day), (after, _next) in pairwise(drawn)), chart.right]
    return tuple(
        DayStrip(start, end - start, reverse("season_event", args=[stand.season.slug, day.event.number]), day.name)
        for (start, end), (_x, day) in zip(pairwise(edges), drawn, strict=True)
    )


def draw_first_lines(stand: SeasonProgress, most: int) -> Chart | None:
    """Return the lines of the first few alone; None before the second day."""
    return _draw_lines(stand, [line for line in stand.standing.lines if line.rank][:most], ())


def _draw_lines(stand: SeasonProgress, shown: Sequence[SeasonLine], others: Sequence[SeasonLine]) -> Chart | None:
    days, lines = stand.drawn_days, stand.standing.lines
    shorts, is_signed = shorten_names(lines, stand.people, teams=stand.settings.teams), has_losses(lines)
    if len(days) < 2:
        return None

    def build_course(line: SeasonLine) -> ChartCourse:
        totals = tuple(total * SIXTHS // HUNDREDTHS for total in stand.courses.of[line.who].list_points())
        return ChartCourse(shorts[line.who], 0, totals, format_hundredths(line.points, plus=is_signed))

    courses = [build_course(line) for line in shown]
    months = [date_format(day, "M") if (day := find_event_day(event.event)) is not None else "" for event in days]
    labels = ("", *(month if month != before else "" for before, month in zip(["", *months], months, strict=False)))
    return draw_chart(courses, len(days), axes=ChartAxes(labels), others=[build_course(line) for line in others])
