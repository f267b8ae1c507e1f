"""What statistics are asked for: a time, house rules, evenings or tournaments; read from the address."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.hooks import Choice, get_statistics_hooks
from scoring.models import GameTable, PlayCount
from scoring.statistics.names import Names
from scoring.statistics.queries import PersonIndex, list_plays
from tarockclub.days import parse_day

EVENINGS = "evenings"
FIELDS = ("from", "to", "sheet", "of")


class StatisticsFilter(NamedTuple):
    """What was asked for; empty: everything."""

    since: date | None = None
    until: date | None = None
    sheet: str = ""
    of: str = ""  # "evenings", or a word of another app (among.py)

    @property
    def all(self) -> bool:
        """Whether nothing was picked out."""
        return self == StatisticsFilter()


def parse_filter(query: QueryDict) -> StatisticsFilter:
    """Read the address; what is no day or no word picks nothing out."""
    return StatisticsFilter(
        _parse_day(query.get("from", "")),
        _parse_day(query.get("to", "")),
        _parse_word(query.get("sheet", "")),
        _parse_word(query.get("of", "")),
    )


def _parse_day(typed: str) -> date | None:
    try:
        return parse_day(typed)
    except ValueError:
        return None


def _parse_word(typed: str) -> str:
    return typed if re.fullmatch(r"[-\w]{1,60}", typed, re.ASCII) else ""


def list_tables(club: int, of: StatisticsFilter) -> QuerySet[GameTable]:
    """The tables of a club that were asked for; by themselves all that count."""
    tables = GameTable.objects.filter(_build_word_query(club, of.of), club=club)
    if of.since is not None:
        tables = tables.filter(started__gte=_compute_midnight(of.since))
    if of.until is not None:
        tables = tables.filter(started__lt=_compute_midnight(of.until, days=1))
    return tables.filter(sheet_version__sheet=of.sheet) if of.sheet else tables


def _build_word_query(club: int, word: str) -> Q:
    known = get_statistics_hooks()
    if word == EVENINGS:
        return known.evenings()
    found = known.tables(club, word) if word else None
    return known.counting() if found is None else found


def _compute_midnight(day: date, days: int = 0) -> datetime:
    """When a day begins where the club is; `days` later."""
    return timezone.make_aware(datetime.combine(day + timedelta(days=days), time()))


def list_choices(club: int) -> list[tuple[str, list[Choice]]]:
    """What can be picked out, in groups; the first one is nobody's."""
    return [("", [("", _("everything")), (EVENINGS, _("evenings"))]), *get_statistics_hooks().choices(club)]


@dataclass(frozen=True)
class Scope:
    """The tables of a club, as a reader sees them."""

    club: int
    tables: QuerySet[GameTable]
    language: str
    query: str = ""  # what was picked out, as it stands in addresses, with its "?"

    @cached_property
    def names(self) -> Names:
        """What games and house rules are called."""
        return Names(self.language)

    @cached_property
    def known(self) -> PersonIndex:
        """Who was merged into whom."""
        return PersonIndex(self.club)

    @property
    def plays(self) -> QuerySet[PlayCount]:
        """The shares of all their hands."""
        return list_plays(self.tables)

    @property
    def player(self) -> Callable[[int], str]:
        """The address of a player's page, by his number."""
        return lambda number: reverse("player_statistics", kwargs={"number": number}) + self.query

    @property
    def game(self) -> Callable[[str], str]:
        """The address of a game's page."""
        return lambda contract: reverse("game_statistics", kwargs={"contract": contract}) + self.query

    @property
    def sheet(self) -> Callable[[str], str]:
        """The address of the page of house rules."""
        return lambda sheet: reverse("sheet_statistics", kwargs={"sheet": sheet}) + self.query
