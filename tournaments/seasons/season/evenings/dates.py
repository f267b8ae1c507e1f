"""The dates of evenings that are events of a season: those that are missing, added by whatever act is under way."""

from datetime import date
from typing import Any

from django.conf import settings
from django.db.models import Max
from django.utils.formats import date_format
from django.utils.translation import override

from scoring.table.evenings.days import find_evening_day
from tarockclub.kit.time_source import now
from tournaments.models import Season, SeasonEvent
from tournaments.seasons.season.evenings.tables import keep_played, list_evening_tables
from tournaments.seasons.season.settings import EveningRule, parse_season_settings

EVENINGS_FOR_A_YEAR = 3


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


def is_year_offered(club: int) -> bool:
    """Return whether a club has settled enough evenings this year for standings, and no season counts them."""
    if Season.objects.filter(club=club, ended=None, settings__contains='"evenings"').exists():
        return False
    rule = EveningRule(since=f"{find_evening_day(now()).year}-01-01")
    return len({table.day for table in list_evening_tables(club, rule) if table.was_ended}) >= EVENINGS_FOR_A_YEAR


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
