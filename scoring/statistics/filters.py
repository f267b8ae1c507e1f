"""What statistics are asked for: a time, house rules, evenings or tournaments; read from the address."""

import re
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import GameTable
from scoring.statistics.among import Choice, among
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
