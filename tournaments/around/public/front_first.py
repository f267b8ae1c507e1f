"""The first five of a season on a front page: sum, line, what the last day brought, how many days."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.utils.safestring import SafeString

from tarockclub.kit.amounts import format_hundredths
from tarockclub.kit.charts.sparks import render_sparkline
from tournaments.models import Season
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.data import EventStatus, SeasonProgress
from tournaments.seasons.season.evenings.head import build_year_head
from tournaments.seasons.season.evenings.page import count_move, has_losses
from tournaments.seasons.season.page import has_days
from tournaments.seasons.season.points.place_points import format_event_points
from tournaments.seasons.season.selectors import find_event_day
from tournaments.seasons.season.settings import parse_season_settings
from tournaments.seasons.season.standing import SeasonLine

MOST_FIRST = 5


class FirstRow(NamedTuple):
    """One of the first of a season."""

    rank: int
    move: int  # places gained since the last day; below 0: lost
    name: str
    number: int  # of the person in the club
    points: str
    is_loss: bool
    course: SafeString
    last: str  # points of the last day; "": was not there
    has_lost: bool  # on that day
    days: int


class FrontStanding(NamedTuple):
    """The first of a season."""

    season: Season
    rows: tuple[FirstRow, ...]
    last_day: date | None
    has_days: bool  # False: nothing but a final and what is carried into it
    lead: str

    @property
    def has_courses(self) -> bool:
        """True if there is a line to be seen."""
        return any(row.course for row in self.rows)


def load_front_standing(seasons: Sequence[Season]) -> FrontStanding | None:
    """Return the first of a season that goes on: of the year's evenings, else of the newest; None without a result."""
    for season in sorted(seasons, key=_rank_season):
        standing = build_front_standing(load_kept_season(season).stand)
        if standing.rows:
            return standing
    return None


def _rank_season(season: Season) -> tuple[bool, bool]:
    return season.ended is not None, parse_season_settings(season.settings).evenings is None


def build_front_standing(stand: SeasonProgress) -> FrontStanding:
    """Return the first of a season, with the line of each over its days."""
    ranked = [line for line in stand.standing.lines if line.rank][:MOST_FIRST]
    held = stand.result_days
    return FrontStanding(
        stand.season,
        tuple(_build_first_row(stand, line, held) for line in ranked),
        find_event_day(held[-1].event) if held else None,
        has_days(stand),
        build_year_head(stand).leads if ranked else "",
    )


def _build_first_row(stand: SeasonProgress, line: SeasonLine, held: Sequence[EventStatus]) -> FirstRow:
    is_signed, who = has_losses(stand.standing.lines), stand.people[line.who]
    last = next((got for got in line.got if held and got.event == held[-1].event.number), None)
    return FirstRow(
        line.rank,
        count_move(stand, line),
        who.name,
        who.number,
        format_hundredths(line.points, plus=is_signed),
        line.points < 0,
        render_sparkline(stand.courses.of[line.who].list_points() if len(held) > 1 else []),
        "" if last is None else format_event_points(stand.settings, last.kind, last.points, plus=is_signed),
        last is not None and last.points < 0,
        line.days,
    )
