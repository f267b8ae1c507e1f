"""The tables whose evenings count in a season, by date.

A table belongs to the date on which it began by the clock on the wall; one begun before five in the morning to the day
before. It counts once it has been ended, also while it is reopened.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet

from scoring.book.ledger.codec import DEALS
from scoring.models import Deal, Entry, GameTable
from scoring.table.evenings.selectors import compute_evening_start, find_evening_day
from tournaments.seasons.season.settings import EveningRule

PLAY_KINDS = (*DEALS, Entry.Kind.END_TOTALS)  # the kinds of line without which nobody has played


class EveningTable(NamedTuple):
    """A table whose evening may count."""

    pk: int
    day: date
    started: datetime
    was_ended: bool  # at least once
    head: bytes
    agreed: str  # about money, when it began


def filter_evening_tables(club: int, rule: EveningRule) -> QuerySet[GameTable]:
    """Filter the tables of a club by all of a rule but its weekdays."""
    tables = GameTable.objects.filter(club=club, clock="", round_table=None, archived=None, last_sequence__gt=0)
    if rule.since:
        tables = tables.filter(started__gte=compute_evening_start(date.fromisoformat(rule.since)))
    if rule.until:
        tables = tables.filter(started__lt=compute_evening_start(date.fromisoformat(rule.until) + timedelta(days=1)))
    if rule.sheets:
        tables = tables.filter(sheet_version__sheet__in=rule.sheets)
    return tables.order_by("started", "pk")


def list_evening_tables(club: int, rule: EveningRule) -> list[EveningTable]:
    """Return the tables that a rule takes, in order of time; one query, two if some are not ended."""
    rows = list(filter_evening_tables(club, rule).values_list("pk", "started", "ended", "head", "agreed"))
    open_ones = [pk for pk, _started, ended, *_more in rows if ended is None]
    reopened: set[int] = set()
    if open_ones:
        ends = Entry.objects.filter(table__in=open_ones, kind=Entry.Kind.ENDED)
        reopened = set(ends.values_list("table", flat=True))
    tables = (
        EveningTable(pk, find_evening_day(started), started, ended is not None or pk in reopened, bytes(head), agreed)
        for pk, started, ended, head, agreed in rows
    )
    return [table for table in tables if not rule.weekdays or table.day.weekday() in rule.weekdays]


def keep_played(tables: Iterable[EveningTable]) -> list[EveningTable]:
    """Return those tables that count: ended at least once, and something was played there; one query."""
    ended = [table for table in tables if table.was_ended]
    lines = Deal.objects.filter(table__in=[table.pk for table in ended], entry__kind__in=PLAY_KINDS)
    played = set(lines.values_list("table", flat=True).distinct()) if ended else set()
    return [table for table in ended if table.pk in played]
