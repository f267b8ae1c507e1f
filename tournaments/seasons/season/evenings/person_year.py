"""One person's running year: the place, the sum, the last evenings, and the place after each of them."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import date_format

from scoring.engine.points import SIXTHS
from tarockclub.kit.amounts import format_hundredths
from tarockclub.kit.charts.lines import Chart, ChartAxes, ChartCourse, draw_chart
from tarockclub.kit.charts.sparks import MOST_COLUMNS, Columns, draw_columns
from tarockclub.models import Person
from tournaments.models import Season
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.data import SeasonProgress
from tournaments.seasons.season.evenings.page import YearRow, build_year
from tournaments.seasons.season.points.place_points import format_event_points
from tournaments.seasons.season.selectors import find_event_day
from tournaments.seasons.season.settings import DAY, parse_season_settings
from tournaments.seasons.season.standing import SeasonLine


class PersonYear(NamedTuple):
    """The running year as a person's page shows it."""

    name: str
    href: str
    row: YearRow
    has_average: bool  # False: the points are an average
    evenings: int  # of the columns
    columns: Columns | None
    together: str  # the points of these evenings
    places: Chart | None


def load_person_year(person: Person) -> PersonYear | None:
    """Return a person's line in the newest year that is not over; None if there is none."""
    seasons = Season.objects.filter(club=person.club_id, ended=None).select_related("club").order_by("-made", "-pk")
    of_evenings = (season for season in seasons if parse_season_settings(season.settings).evenings is not None)
    year = next(of_evenings, None)
    if year is None:
        return None
    stand = load_kept_season(year).stand
    lines = enumerate(stand.standing.lines)
    position, line = next((found for found in lines if found[1].who == person.pk), (0, None))
    return None if line is None else _build_person_year(stand, position, line)


def _build_person_year(stand: SeasonProgress, position: int, line: SeasonLine) -> PersonYear:
    shown = build_year(stand, [position])
    [row] = (*shown.ranked, *shown.unranked, *shown.guests)
    days = {event.event.number: find_event_day(event.event) for event in stand.events}
    held = [(day, got.points) for got in line.got if got.kind == DAY and (day := days[got.event]) is not None]
    latest = held[-MOST_COLUMNS:]
    amounts = [
        (date_format(day, "j.n."), points, format_event_points(stand.settings, DAY, points, plus=True))
        for day, points in latest
    ]
    return PersonYear(
        stand.season.name,
        reverse("season_standing", args=[stand.season.slug]),
        row,
        shown.has_average,
        len(latest),
        draw_columns(amounts),
        format_hundredths(sum(points for _day, points in latest), plus=True) if shown.has_average else "",
        _draw_places(stand, line),
    )


def _draw_places(stand: SeasonProgress, line: SeasonLine) -> Chart | None:
    """Return the place after each day, from the first one with a place on; a day without one keeps that of before."""
    placings = zip(stand.drawn_days, stand.courses.of.get(line.who, ()), strict=False)
    ranked = [(day, placing.rank) for day, placing in placings if placing is not None and placing.rank]
    if len(ranked) < 2 or not line.rank:
        return None
    labels, months = [], set[str]()
    for event, _rank in ranked:
        day = find_event_day(event.event)
        month = date_format(day, "M") if day is not None else ""
        labels.append("" if month in months else month)
        months.add(month)
    course = ChartCourse("", 0, tuple(-rank * SIXTHS for _event, rank in ranked), f"{line.rank}.")
    return draw_chart([course], len(labels) - 1, axes=ChartAxes(tuple(labels), are_places=True))
