"""The page of a club's year: everybody's sum, average, days and best one, then the days across, latest first."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.points import SIXTHS
from tarockclub.kit.amounts import format_decimal, format_hundredths
from tarockclub.kit.charts.lines import Chart, ChartCourse, draw_chart
from tarockclub.kit.words import get_current_language
from tournaments.seasons.season.data import SeasonProgress
from tournaments.seasons.season.page import NO_RANK
from tournaments.seasons.season.points.place_points import list_asked_facts
from tournaments.seasons.season.points.ready import list_same_rules
from tournaments.seasons.season.selectors import find_event_day
from tournaments.seasons.season.settings import CARRIED_POINTS, DAY, HUNDREDTHS, compute_least_days
from tournaments.seasons.season.standing import EventScore, SeasonLine


class YearColumn(NamedTuple):
    """A day at the head of the table."""

    number: int  # of the event
    month: str
    day: str
    is_first: bool  # of its month, from the left
    name: str


class YearCell(NamedTuple):
    """The points of a day in a line; an empty text means that the person was not there."""

    text: str = ""
    is_loss: bool = False
    is_best: bool = False  # of the day
    counts: bool = True


class YearRow(NamedTuple):
    """A person's year."""

    rank: str
    move: int  # places gained since the last day; below 0: lost
    name: str
    number: int  # of the person in the club
    total: str
    is_loss: bool
    average: str
    days: int
    best: str
    cells: tuple[YearCell, ...]


class YearPage(NamedTuple):
    """A year's standings."""

    columns: tuple[YearColumn, ...]
    ranked: tuple[YearRow, ...]
    unranked: tuple[YearRow, ...]
    has_average: bool  # False: the points are an average
    least: int  # days that a rank takes


class YearHead(NamedTuple):
    """The sentences above a year's standings."""

    leads: str
    rule: str
    mine: str  # of the reader
    problems: tuple[str, ...]  # days whose points cannot be computed


def build_year(stand: SeasonProgress, positions: Iterable[int]) -> YearPage:
    """Return a year's standings, of these lines (from 0)."""
    lines, columns = stand.standing.lines, _build_columns(stand)
    scores = [(line, {got.event: got for got in line.got}) for line in lines]
    best = _find_best(scores)
    has_average, is_signed = _has_average(stand), _is_signed(lines)
    rows = []
    for line, got in (scores[at] for at in positions):
        cells = tuple(_build_cell(got.get(column.number), best, is_signed=is_signed) for column in columns)
        rows.append((line, _build_row(stand, line, cells)))
    return YearPage(
        columns,
        tuple(row for line, row in rows if line.rank),
        tuple(row for line, row in rows if not line.rank),
        has_average,
        _find_least_days(stand),
    )


def _build_columns(stand: SeasonProgress) -> tuple[YearColumn, ...]:
    """Return the days, the latest first."""
    columns: list[YearColumn] = []
    for event in reversed(stand.events):
        day = find_event_day(event.event)
        month = date_format(day, "M") if day is not None else "+" if event.event.kind == CARRIED_POINTS else ""
        is_first = not columns or columns[-1].month != month
        columns.append(YearColumn(event.event.number, month, f"{day.day}." if day else "", is_first, event.name))
    return tuple(columns)


def _find_best(scores: Iterable[tuple[SeasonLine, Mapping[int, EventScore]]]) -> dict[int, int]:
    """Return the most points of each event."""
    best: dict[int, int] = {}
    for _line, got in scores:
        for event, score in got.items():
            best[event] = max(best.get(event, score.points), score.points)
    return best


def _is_signed(lines: Sequence[SeasonLine]) -> bool:
    """Return whether points have a sign: where some are below 0."""
    return any(line.points < 0 for line in lines)


def _build_cell(got: EventScore | None, best: Mapping[int, int], *, is_signed: bool) -> YearCell:
    if got is None:
        return YearCell()
    text = format_hundredths(got.points, plus=is_signed)
    return YearCell(text, got.points < 0, got.points == best[got.event], got.counts)


def _build_row(stand: SeasonProgress, line: SeasonLine, cells: tuple[YearCell, ...]) -> YearRow:
    is_signed, who = _is_signed(stand.standing.lines), stand.people[line.who]
    days = [got.points for got in line.got if got.kind == DAY]
    before = stand.before.get(line.who, 0)
    average = Fraction(line.points, HUNDREDTHS * line.days) if line.days else Fraction(0)
    return YearRow(
        f"{line.rank}." if line.rank else NO_RANK,
        before - line.rank if before and line.rank else 0,
        who.name,
        who.number,
        format_hundredths(line.points, plus=is_signed),
        line.points < 0,
        format_decimal(average, 1, plus=is_signed) if line.days else "",
        line.days,
        format_hundredths(max(days), plus=is_signed) if days else "",
        cells,
    )


def _has_average(stand: SeasonProgress) -> bool:
    return "days" not in list_asked_facts(stand.settings)


def _find_least_days(stand: SeasonProgress) -> int:
    days = sum(event.event.kind == DAY and bool(event.rows) for event in stand.events)
    return compute_least_days(stand.settings, days)


def build_year_head(stand: SeasonProgress, me: int = 0) -> YearHead:
    """Return who leads, by which rule, and where the reader stands."""
    mine = next((line for line in stand.standing.lines if line.who == me), None)
    numbers = {number for number, _problem in stand.standing.problems}
    names = (event.name for event in stand.events if event.event.number in numbers)
    problems = tuple(_("%(name)s: the formula cannot be evaluated there.") % {"name": name} for name in names)
    mine_now = "" if mine is None else _format_mine(stand, mine)
    return YearHead(_format_leader(stand), _format_rule(stand), mine_now, problems)


def _format_leader(stand: SeasonProgress) -> str:
    """Return who leads, and by how much."""
    ranked = [line for line in stand.standing.lines if line.rank]
    first = [line for line in ranked if line.rank == 1]
    if not first:
        return ""
    points = format_hundredths(first[0].points, plus=_is_signed(ranked))
    names = [stand.people[line.who].name for line in first]
    if len(first) > 1:
        return _("%(names)s lead with %(points)s.") % {"names": ", ".join(names), "points": points}
    words = {"name": names[0], "points": points}
    if len(ranked) == 1:
        return _("%(name)s leads with %(points)s.") % words
    words |= {"lead": format_hundredths(first[0].points - ranked[1].points)}
    return _("%(name)s leads with %(points)s, %(lead)s ahead of %(second)s.") % {
        **words,
        "second": stand.people[ranked[1].who].name,
    }


def _format_rule(stand: SeasonProgress) -> str:
    """Return how the year counts: by which rule, over how many days, from how many on."""
    rule, days = next(iter(list_same_rules(stand.settings)), None), sum(bool(event.rows) for event in stand.events)
    least, places = _find_least_days(stand), sum(bool(line.rank) for line in stand.standing.lines)
    parts = [rule.get_name(get_current_language())] if rule is not None else []
    parts.append(ngettext("%(days)s day", "%(days)s days", days) % {"days": days})
    if least > 1:
        parts.append(_("ranked from %(least)s on") % {"least": least})
    parts.append(ngettext("%(places)s place", "%(places)s places", places) % {"places": places})
    return " · ".join(parts)


def _format_mine(stand: SeasonProgress, line: SeasonLine) -> str:
    words = {
        "rank": f"{line.rank}.",
        "points": format_hundredths(line.points, plus=_is_signed(stand.standing.lines)),
        "days": line.days,
    }
    if line.rank:
        return _("You: %(rank)s with %(points)s on %(days)s days") % words
    return _("You: %(points)s on %(days)s days, not ranked yet") % words


class Race(NamedTuple):
    """Somebody's line over the year."""

    name: str
    number: int
    chart: Chart


def draw_race(stand: SeasonProgress, number: int) -> Race | None:
    """Return the line over the year of whoever has this number, else of the first; None before the first day."""
    lines = stand.standing.lines
    line = next((line for line in lines if stand.people[line.who].number == number), lines[0] if lines else None)
    days = [event.event.number for event in stand.events if event.event.kind == DAY]
    if line is None or not days:
        return None
    points, has_average = {got.event: got.points for got in line.got}, _has_average(stand)
    totals, sum_, played = [0], 0, 0
    for day in days:
        sum_, played = sum_ + points.get(day, 0), played + (day in points)
        so_far = sum_ if has_average else sum_ // max(1, played)
        totals.append(so_far * SIXTHS // HUNDREDTHS)
    who = stand.people[line.who]
    chart = draw_chart([ChartCourse(who.name, 0, tuple(totals))], len(days))
    return None if chart is None else Race(who.name, who.number, chart)
