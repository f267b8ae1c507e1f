"""The evenings of a season that count nothing: still open, or played for points alone where euros count."""

from datetime import date, timedelta
from typing import NamedTuple

from scoring.engine.agreement import parse_agreement
from scoring.models import Entry, GameTable
from tarockclub.kit.time_source import now
from tournaments.models import Season
from tournaments.seasons.season.evenings.days import is_in_euros
from tournaments.seasons.season.evenings.tables import EveningTable, keep_played, list_evening_tables
from tournaments.seasons.season.settings import parse_season_settings

LONGEST = timedelta(hours=20)  # as on the first page: a table that is open longer has been forgotten


class OpenEvening(NamedTuple):
    """An evening that counts nothing."""

    slug: str
    day: date
    why: str  # "running", "open", "no_rate"


def list_open_evenings(season: Season) -> list[OpenEvening]:
    """Return the evenings that a season would take if they were ended, or had a rate; in order of time."""
    settings = parse_season_settings(season.settings)
    if settings.evenings is None:
        return []
    tables, early = list_evening_tables(season.club_id, settings.evenings), now() - LONGEST
    reasons = {table.pk: "running" if table.started > early else "open" for table in tables if not table.was_ended}
    if is_in_euros(settings):
        reasons |= dict.fromkeys(_list_without_rate(keep_played(tables)), "no_rate")
    slugs = dict(GameTable.objects.filter(pk__in=reasons).values_list("pk", "slug")) if reasons else {}
    return [OpenEvening(str(slugs[table.pk]), table.day, reasons[table.pk]) for table in tables if table.pk in reasons]


def _list_without_rate(tables: list[EveningTable]) -> list[int]:
    latest = Entry.objects.filter(table__in=[table.pk for table in tables], kind=Entry.Kind.AGREED)
    agreed = dict(latest.order_by("sequence").values_list("table", "record"))
    stakes = ((table.pk, parse_agreement(agreed.get(table.pk) or table.agreed or "{}")) for table in tables)
    return [pk for pk, stake in stakes if not stake.rate and stake.pagatkassa is None]
