"""Parts of a season's page: the marks, who is a guest; and a person's line in a club's running year."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from scoring.engine.points import SIXTHS
from tarockclub.kit.amounts import format_decimal, format_hundredths
from tarockclub.kit.charts.lines import Chart, ChartAxes, ChartCourse, draw_chart
from tarockclub.kit.charts.sparks import MOST_COLUMNS, Columns, draw_columns
from tarockclub.models import Person
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.data import SeasonProgress
from tournaments.seasons.season.evenings.days import list_evening_seasons
from tournaments.seasons.season.line_facts import compute_average, is_sum
from tournaments.seasons.season.points.place_points import format_day_points
from tournaments.seasons.season.services import find_event_day
from tournaments.seasons.season.settings import DAY, HUNDREDTHS
from tournaments.seasons.season.standing import GUEST, EventScore, SeasonLine, format_score
from tournaments.seasons.season.table import SeasonRow, build_current_table, has_losses


class PersonYear(NamedTuple):
    """The running year as a person's page shows it."""

    name: str
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
    course = ChartCourse("", 0, tuple(-rank * SIXTHS for _event, rank in ranked), f"{line.rank}.")
    return draw_chart([course], len(labels) - 1, axes=ChartAxes(tuple(labels), are_places=True))


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

MOST_NAMES, LEAST_RUN = 3, 3


class _Feat(NamedTuple):
    """Something that somebody has done, and on which days."""

    line: SeasonLine
    amount: Fraction | int
    days: tuple[EventScore, ...] = ()


def list_marks(stand: SeasonProgress) -> tuple[dict[str, Any], ...]:
    """Return the marks that a season has so far; up to three equals are named together, with more there is no mark."""
    if sum(bool(event.rows) for event in stand.events) < 2:
        return ()
    lines = [line for line in stand.standing.lines if line.few != GUEST]
    evenings = {event.event.number for event in stand.events if event.event.evenings}
    days = [(line, [got for got in line.got if got.event in evenings]) for line in lines]
    is_signed = has_losses(stand.standing.lines)
    single = [_Feat(line, got.points, (got,)) for line, played in days for got in played]
    most = [_Feat(line, line.days) for line in lines if line.days > 1]
    wins = [_Feat(line, won) for line in lines if (won := sum(got.rank == 1 for got in line.got)) > 1]
    has_lost = any(feat.amount < 0 for feat in single)
    runs = [(line, _find_run(played)) for line, played in days if has_lost]
    lasting = [_Feat(line, len(run), run) for line, run in runs if len(run) >= LEAST_RUN]

    def write_points(points: Fraction | int) -> str:
        return format_day_points(stand.settings, int(points), plus=is_signed)

    def write_average(points: Fraction | int) -> str:
        return format_decimal(Fraction(points), 1, plus=is_signed)

    return (
        *_build_mark(stand, "crown", single, write_points, _("best evening, %(days)s"), "j. F"),
        *_build_mark(stand, "tournaments", wins, str, _("days won")),
        *_build_mark(stand, "evenings", most, str, _("there most often")),
        *_build_mark(stand, "star", _list_averages(stand, lines), write_average, _("best average")),
        *_build_mark(stand, "laurel", lasting, str, _("evenings without a loss, %(days)s"), "F"),
    )


def _list_averages(stand: SeasonProgress, lines: Iterable[SeasonLine]) -> list[_Feat]:
    """Return the averages of those who are ranked; none where the points are averages themselves."""
    ranked = [line for line in lines if line.rank and line.days > 1] if is_sum(stand.settings) else ()
    return [_Feat(line, average / HUNDREDTHS) for line in ranked if (average := compute_average(line)) is not None]


def _find_run(played: Sequence[EventScore]) -> tuple[EventScore, ...]:
    """Return the longest run of somebody's days without a loss, the first of several."""
    runs = [tuple(run) for is_loss, run in groupby(played, key=lambda got: got.points < 0) if not is_loss]
    return max(runs, key=len, default=())


def _build_mark(
    stand: SeasonProgress,
    icon: str,
    feats: Sequence[_Feat],
    write: Callable[[Fraction | int], str],
    about: str,
    form: str = "",
) -> Iterator[dict[str, Any]]:
    """Yield the mark of the best; `write` writes its amount, `form` says how its days are written."""
    if not feats:
        return
    most = max(feat.amount for feat in feats)
    best = [feat for feat in feats if feat.amount == most]
    names = list(dict.fromkeys(stand.people[feat.line.who].name for feat in best))
    if len(names) > MOST_NAMES:
        return
    dates = {event.event.number: find_event_day(event.event) for event in stand.events}
    spans = {_write_days([dates[got.event] for got in feat.days], form) for feat in best}
    words = about % {"days": spans.pop() if len(spans) == 1 else ""}
    yield {"icon": icon, "names": ", ".join(names), "amount": write(most), "about": words.rstrip(", ")}


def _write_days(days: Sequence[date | None], form: str) -> str:
    """Return the first and the last of some days; "" where one of them has no date."""
    dates = [date_format(day, form) for day in days if day is not None]
    if not dates or len(dates) < len(days):
        return ""
    words = {"first": dates[0], "last": dates[-1]}
    return dates[0] if dates[0] == dates[-1] else _("%(first)s to %(last)s") % words
