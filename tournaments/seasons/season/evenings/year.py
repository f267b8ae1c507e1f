"""A person's line in a club's running year, and who plays in it as a guest."""

import re
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise

from tarockclub.kit.amounts import format_hundredths
from tarockclub.kit.charts.lines import Chart, ChartCourse, build_place_axes, draw_chart
from tarockclub.kit.charts.sparks import MOST_COLUMNS, Columns, draw_columns
from tarockclub.models import Person
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.data import SeasonProgress
from tournaments.seasons.season.evenings.days import list_evening_seasons
from tournaments.seasons.season.services import find_event_day
from tournaments.seasons.season.settings import DAY
from tournaments.seasons.season.standing import GUEST, SeasonLine, format_score
from tournaments.seasons.season.table import SeasonRow, build_current_table


class PersonYear(NamedTuple):
    """The running year as a person's page shows it."""

    name: str
    slug: str
    href: str
    row: SeasonRow
    is_sum: bool  # False: the points are an average
    facts: tuple[tuple[Promise, str], ...]  # beside them, with their heads
    evenings: int  # of the columns
    columns: Columns | None
    together: str  # the points of these evenings
    places: Chart | None


def load_person_year(person: Person) -> PersonYear | None:
    """Return a person's line in the newest year that is not over; None if there is none."""
    years = (season for season, _rule in list_evening_seasons(person.club_id) if season.ended is None)
    year = max(years, key=lambda season: (season.made, season.pk), default=None)
    if year is None:
        return None
    stand = load_kept_season(year).stand
    lines = enumerate(stand.standing.lines)
    position, line = next((found for found in lines if found[1].who == person.pk), (0, None))
    return None if line is None else _build_person_year(stand, position, line)


def _build_person_year(stand: SeasonProgress, position: int, line: SeasonLine) -> PersonYear:
    shown = build_current_table(stand, [position])
    [row] = shown.lines
    days = {event.event.number: find_event_day(event.event) for event in stand.events}
    held = [(day, got) for got in line.got if got.kind == DAY and (day := days[got.event]) is not None]
    latest = held[-MOST_COLUMNS:]
    amounts = [
        (date_format(day, "j.n."), got.points, format_score(stand.settings, got, plus=True)) for day, got in latest
    ]
    return PersonYear(
        stand.season.name,
        str(stand.season.slug),
        reverse("season_standing", args=[stand.season.slug]),
        row,
        shown.is_sum,
        tuple((fact.head, text) for fact, text in zip(shown.facts, row.facts, strict=True) if text),
        len(latest),
        draw_columns(amounts),
        format_hundredths(sum(got.points for _day, got in latest), plus=True) if shown.is_sum else "",
        _draw_places(stand, line),
    )


def _draw_places(stand: SeasonProgress, line: SeasonLine) -> Chart | None:
    """Return the place after each day, from the first one with a place on; a day without one keeps that of before."""
    placings = zip(stand.drawn_days, stand.courses.of.get(line.who, ()), strict=False)
    ranked = [(day, placing[0]) for day, placing in placings if placing is not None and placing[0]]
    if len(ranked) < 2 or not line.rank:
        return None
    labels, months = [], set[str]()
    for event, _rank in ranked:
        day = find_event_day(event.event)
        month = date_format(day, "M") if day is not None else ""
        labels.append("" if month in months else month)
        months.add(month)
    course = ChartCourse("", 0, tuple(-rank for _event, rank in ranked), f"{line.rank}.")
    return draw_chart([course], len(labels) - 1, axes=build_place_axes(labels))


_GUEST_WORD = re.compile(r"\b(gast|gäste|guests?)\b", re.IGNORECASE)


def list_guests(stand: SeasonProgress) -> list[dict[str, Any]]:
    """Return who is left out of the ranking, and who is called a guest: one person for all who come once."""
    people = ((line, stand.people[line.who].real or stand.people[line.who].name) for line in stand.standing.lines)
    return [
        {"person": line.who, "name": name, "is_guest": line.few == GUEST}
        for line, name in people
        if line.few == GUEST or _GUEST_WORD.search(name)
    ]


# A tournament has more hands than an evening: its points are compared with no evening's.
