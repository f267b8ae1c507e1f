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

from scoring.hooks import Choice, among
from scoring.models import GameTable, PlayCount
from scoring.statistics.names import Names
from scoring.statistics.queries import Known, plays
from tarockclub.days import day_in

EVENINGS = "evenings"
FIELDS = ("from", "to", "sheet", "of")


class Asked(NamedTuple):
    """What was asked for; empty: everything."""

    since: date | None = None
    until: date | None = None
    sheet: str = ""
    of: str = ""  # "evenings", or a word of another app (among.py)

    @property
    def all(self) -> bool:
        """Whether nothing was picked out."""
        return self == Asked()


def asked(query: QueryDict) -> Asked:
    """Read the address; what is no day or no word picks nothing out."""
    return Asked(
        _day(query.get("from", "")),
        _day(query.get("to", "")),
        _word(query.get("sheet", "")),
        _word(query.get("of", "")),
    )


def _day(typed: str) -> date | None:
    try:
        return day_in(typed)
    except ValueError:
        return None


def _word(typed: str) -> str:
    return typed if re.fullmatch(r"[-\w]{1,60}", typed, re.ASCII) else ""


def tables_for(club: int, of: Asked) -> QuerySet[GameTable]:
    """The tables of a club that were asked for; by themselves all that count."""
    tables = GameTable.objects.filter(_among(club, of.of), club=club)
    if of.since is not None:
        tables = tables.filter(started__gte=_midnight(of.since))
    if of.until is not None:
        tables = tables.filter(started__lt=_midnight(of.until, days=1))
    return tables.filter(sheet_version__sheet=of.sheet) if of.sheet else tables


def _among(club: int, word: str) -> Q:
    known = among()
    if word == EVENINGS:
        return known.evenings()
    found = known.tables(club, word) if word else None
    return known.counting() if found is None else found


def _midnight(day: date, days: int = 0) -> datetime:
    """When a day begins where the club is; `days` later."""
    return timezone.make_aware(datetime.combine(day + timedelta(days=days), time()))


def choices(club: int) -> list[tuple[str, list[Choice]]]:
    """What can be picked out, in groups; the first one is nobody's."""
    return [("", [("", _("everything")), (EVENINGS, _("evenings"))]), *among().choices(club)]


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
    def known(self) -> Known:
        """Who was merged into whom."""
        return Known(self.club)

    @property
    def plays(self) -> QuerySet[PlayCount]:
        """The shares of all their hands."""
        return plays(self.tables)

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
