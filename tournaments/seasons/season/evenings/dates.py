"""The dates of evenings that are events of a season: those that are missing, added by whatever act is under way.

And the years of a club: which one may begin, and which one is still to be published.
"""

from datetime import date
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Max
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.table.evenings.selectors import find_evening_day
from tarockclub.kit.time_source import now
from tournaments.models import Season, SeasonEvent
from tournaments.seasons.season.evenings.tables import keep_played, list_evening_tables
from tournaments.seasons.season.settings import EveningRule, parse_season_settings

EVENINGS_FOR_A_YEAR = 3
LAST_MONTH_OF_LAST_YEAR = 3  # until its end the year that has passed may still begin


def list_missing_dates(season: Season) -> list[date]:
    """Return the dates with evenings that count and are no event of a season yet; nothing where the director chooses.

    What was taken out stays out.
    """
    rule = parse_season_settings(season.settings).evenings
    if rule is None or rule.chosen:
        return []
    known = SeasonEvent.objects.filter(season=season, evenings=True).values_list("day", flat=True)
    return list_played_dates(season, rule, without=set(known))


def list_played_dates(season: Season, rule: EveningRule, *, without: set[date | None]) -> list[date]:
    """Return the dates on which evenings that a rule takes were played, in order, without some that are known."""
    tables = [table for table in list_evening_tables(season.club_id, rule) if table.day not in without]
    return sorted({table.day for table in keep_played(tables)})


def build_year_rule(year: int) -> EveningRule:
    """Return the rule by which all evenings of a year count."""
    return EveningRule(f"{year}-01-01", f"{year}-12-31")


def list_year_choices() -> tuple[int, ...]:
    """Return the years that may begin now: this one, and until the end of March the last one before it."""
    today = find_evening_day(now())
    return (today.year - 1, today.year) if today.month <= LAST_MONTH_OF_LAST_YEAR else (today.year,)


def find_offered_year(club: int) -> int | None:
    """Return the first of these years of which a club has settled enough evenings while no season counts them."""
    counted = [rule for _season, rule in _list_evening_seasons(club)]
    for year in list_year_choices():
        rule = build_year_rule(year)
        if any(other.since <= rule.until and (not other.until or other.until >= rule.since) for other in counted):
            continue
        if len({table.day for table in list_evening_tables(club, rule) if table.was_ended}) >= EVENINGS_FOR_A_YEAR:
            return year
    return None


def find_same_year(club: int, name: str, rule: EveningRule) -> Season | None:
    """Return the season of a club that counts its evenings by this name, or from and to the same days."""
    dates = rule.since, rule.until
    seasons = _list_evening_seasons(club)
    return next((row for row, other in seasons if row.name == name or (other.since, other.until) == dates), None)


class UnpublishedYear(NamedTuple):
    """A season that counts evenings, before its final standings are published."""

    season: Season
    until: date
    is_over: bool
    is_due: bool  # it is over, or in its last month

    @property
    def sentence(self) -> str:
        """The sentence about its end, and about what is to be done then."""
        words = {"name": self.season.name, "day": date_format(self.until, "j. F")}
        if self.is_over:
            return _("%(name)s is over: publish the final standings") % words
        return _("%(name)s ends on %(day)s") % words


def list_unpublished_years(club: int) -> list[UnpublishedYear]:
    """Return the seasons of a club that count evenings and are to be published; one query."""
    today, years = find_evening_day(now()), []
    for season, rule in _list_evening_seasons(club):
        if season.ended is None and rule.until:
            until = date.fromisoformat(rule.until)
            years.append(UnpublishedYear(season, until, today > until, today >= until.replace(day=1)))
    return years


def _list_evening_seasons(club: int) -> list[tuple[Season, EveningRule]]:
    rows = Season.objects.filter(club=club, settings__contains='"evenings"').order_by("pk")
    rules = ((row, parse_season_settings(row.settings).evenings) for row in rows)
    return [(row, rule) for row, rule in rules if rule is not None]


def insert_missing_dates(season: Season) -> dict[str, Any]:
    """Save an event for each date that is missing; return what the act says of it. The season is locked."""
    days = list_missing_dates(season)
    if not days:
        return {}
    last = SeasonEvent.objects.filter(season=season).aggregate(last=Max("number"))["last"] or 0
    events = [build_evening_event(season, day, last + at) for at, day in enumerate(days, 1)]
    SeasonEvent.objects.bulk_create(events)
    return {"evenings": [event.number for event in events]}


def build_evening_event(season: Season, day: date, number: int = 0) -> SeasonEvent:
    """Return the event of a date; its name is in the language of the club: sub-rankings choose by words in names."""
    with override(settings.LANGUAGE_CODE):
        return SeasonEvent(season=season, number=number, evenings=True, day=day, name=date_format(day, "l, j. F"))
