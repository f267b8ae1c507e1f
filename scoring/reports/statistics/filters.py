"""The filters of statistics (a period, house rules, evenings or tournaments), and the sums of tables that pass them."""

import re
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode

from django.db.models import Count, Min, Q, QuerySet, Sum
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.book.hooks import Choice, get_statistics_hooks
from scoring.book.sheet_library import PlayerNames
from scoring.book.sums.facts import DECLARERS
from scoring.engine.house_rules.build import TRISCHAKEN
from scoring.models import GameTable, PlayCount, TableCount
from scoring.table.evenings.days import compute_evening_start, find_evening_day
from tarockclub.kit.days import format_day, parse_day_or_none
from tarockclub.kit.time_source import now
from tarockclub.models import Person
from tarockclub.platform.privacy.readers import Reader

_SUMS = ("hands", "won", "lost", "radl", "kontra", "kontra_won", "pointed", "points", "written", "money")
K = TypeVar("K", bound=Hashable)
SHEET = "table__sheet_version__sheet"


class Total(NamedTuple):
    """The total of some hands for somebody; amounts in sixths, card points in thirds."""

    hands: int = 0
    won: int = 0
    lost: int = 0
    radl: int = 0
    kontra: int = 0
    kontra_won: int = 0
    pointed: int = 0
    points: int = 0
    written: int = 0
    money: int = 0

    def __add__(self, other: object) -> "Total":
        if not isinstance(other, Total):
            return NotImplemented
        return Total(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    @property
    def decided(self) -> int:
        """The number of hands won or lost: without Trischaken and hands ended by a Renonce."""
        return self.won + self.lost


def load_totals(rows: QuerySet[PlayCount], *by: str) -> Iterator[tuple[tuple[Any, ...], Total]]:
    """Yield sums of shares, grouped by some of their columns; one query."""
    added = rows.order_by().values_list(*by).annotate(*(Sum(name) for name in _SUMS))
    for row in added:
        yield tuple(row[: len(by)]), Total(*row[len(by) :])


def filter_own_games(rows: QuerySet[PlayCount]) -> QuerySet[PlayCount]:
    """Return the shares in games played by choice: not a Trischaken, which the forehand has to play."""
    return rows.filter(role__in=DECLARERS).exclude(contract=TRISCHAKEN)


class Tables(NamedTuple):
    """The totals of tables."""

    tables: int = 0
    hands: int = 0
    radl: int = 0


def count_sheet_tables(tables: QuerySet[GameTable]) -> dict[str, Tables]:
    """Return the numbers of tables, hands and hands in a Radl of each sheet; one query."""
    rows = TableCount.objects.filter(table__in=tables, hands__gt=0).order_by().values_list(SHEET)
    return {sheet: Tables(*sums) for sheet, *sums in rows.annotate(Count("pk"), Sum("hands"), Sum("radl"))}


def group_totals(totals: Iterable[tuple[K, Total]]) -> dict[K, Total]:
    """Add up totals with the same key."""
    sums: dict[K, Total] = {}
    for key, total in totals:
        sums[key] = sums[key] + total if key in sums else total
    return sums


class PersonIndex:
    """An index of merged persons: each counts as the person they were merged into.

    Loaded once for all: a join would make the database sort three times as long.
    """

    def __init__(self, club: int) -> None:
        merged = Person.objects.filter(club=club).exclude(merged_into=None)
        self._into: dict[int, int] = {person: main for person, main in merged.values_list("pk", "merged_into") if main}

    def find_main(self, person: int) -> int:
        """Return the person that a person counts as."""
        return self._into.get(person, person)

    def list_merged(self, person: int) -> list[int]:
        """Return a person, and all persons merged into them."""
        return [person, *(merged for merged, main in self._into.items() if main == person)]


def count_player_tables(rows: QuerySet[PlayCount], known: PersonIndex) -> dict[int, int]:
    """Return the number of tables of each player; one query. Nobody sat at one table as two persons."""
    counts: dict[int, int] = {}
    for person, tables in rows.order_by().values_list("person").annotate(Count("table", distinct=True)):
        counts[known.find_main(person)] = counts.get(known.find_main(person), 0) + tables
    return counts


def sum_totals(totals: Iterable[Total]) -> Total:
    """Add up totals."""
    return sum(totals, Total())


EVENINGS = "evenings"
LAST_MONTH = 12
FIELDS = ("from", "to", "sheet", "of")
EVERYTHING = "?from="  # as an address: without any field it is this year that is shown first


class StatisticsFilter(NamedTuple):
    """The requested filter; empty: everything."""

    since: date | None = None
    until: date | None = None
    sheet: str = ""
    of: str = ""  # "evenings", or a word of another app (hooks.py)

    @property
    def all(self) -> bool:
        """True without any filter."""
        return self == StatisticsFilter()


def parse_filter(query: QueryDict) -> StatisticsFilter:
    """Read the filter from the address; an invalid day or word filters nothing."""
    return StatisticsFilter(
        parse_day_or_none(query.get("from", "")),
        parse_day_or_none(query.get("to", "")),
        _parse_word(query.get("sheet", "")),
        _parse_word(query.get("of", "")),
    )


def read_fields(query: QueryDict) -> QueryDict:
    """Return the fields of the filter that an address names; all of them empty: EVERYTHING."""
    fields = urlencode({name: query.get(name) for name in FIELDS if query.get(name)})
    return QueryDict(fields or (EVERYTHING.removeprefix("?") if query.keys() & set(FIELDS) else ""))


def choose_first(club: int) -> QueryDict:
    """Return the fields with which statistics open: those of this year if it has an evening, else none."""
    year = find_evening_day(now()).year
    played = list_filter_tables(club, StatisticsFilter(*get_year(year), of=EVENINGS)).exists()
    return QueryDict(_format_year(year).removeprefix("?") if played else "")


def _parse_word(typed: str) -> str:
    return typed if re.fullmatch(r"[-\w]{1,60}", typed, re.ASCII) else ""


def format_period(chosen: StatisticsFilter) -> str:
    """Return the period of a filter in words: a year, or from when to when; "" for all that was ever played."""
    since, until = chosen.since, chosen.until
    if since is not None and until is not None and (since, until) == get_year(since.year):
        return f"{since.year}"
    parts = [_("from %(day)s") % {"day": format_day(since)}] if since is not None else []
    return " ".join([*parts, *([_("until %(day)s") % {"day": format_day(until)}] if until is not None else [])])


def list_years(club: int) -> list[tuple[int, str]]:
    """Return the years in which a club has played, this one first, with their filters in addresses; one query."""
    this, played = find_evening_day(now()).year, GameTable.objects.filter(club=club, archived=None)
    first = played.aggregate(first=Min("started"))["first"]
    years = range(this, (find_evening_day(first).year if first is not None else this) - 1, -1)
    return [(year, _format_year(year)) for year in years]


def _format_year(year: int) -> str:
    since, until = get_year(year)
    return f"?from={since.isoformat()}&to={until.isoformat()}"


def parse_year(text: str) -> int | None:
    """Return a year as addresses have it; None for anything else."""
    first = parse_day_or_none(f"{text}-01-01")
    return None if first is None else first.year


def may_look_back(year: int) -> bool:
    """Return whether a year is over, or as good as that: in its December people look back."""
    today = find_evening_day(now())
    return year < today.year or (year == today.year and today.month == LAST_MONTH)


def get_year(year: int) -> tuple[date, date]:
    """Return the first and the last day of a year."""
    return date(year, 1, 1), date(year, 12, 31)


def list_filter_tables(club: int, chosen: StatisticsFilter) -> QuerySet[GameTable]:
    """Return the tables of a club that match; by default all that count."""
    tables = GameTable.objects.filter(_build_word_query(club, chosen.of), club=club)
    if chosen.since is not None:
        tables = tables.filter(started__gte=compute_evening_start(chosen.since))
    if chosen.until is not None:
        tables = tables.filter(started__lt=compute_evening_start(chosen.until + timedelta(days=1)))
    return tables.filter(sheet_version__sheet=chosen.sheet) if chosen.sheet else tables


def _build_word_query(club: int, word: str) -> Q:
    hooks = get_statistics_hooks()
    if word == EVENINGS:
        return hooks.evenings()
    query = hooks.tables(club, word) if word else None
    return hooks.counting() if query is None else query


def list_filter_choices(club: int) -> list[tuple[str, list[Choice]]]:
    """Return the choices of a filter, in groups; the first group has no title."""
    return [("", [("", _("everything")), (EVENINGS, _("evenings"))]), *get_statistics_hooks().choices(club)]


@dataclass(frozen=True)
class Scope:
    """The tables of a club, as a reader sees them."""

    club: int
    tables: QuerySet[GameTable]
    language: str
    reader: Reader
    query: str = ""  # the filter as part of addresses, with its "?"
    is_picked: bool = False  # by house rules, tournament or season

    @cached_property
    def names(self) -> PlayerNames:
        """The names of games and house rules."""
        return PlayerNames(self.language)

    @cached_property
    def known_names(self) -> PersonIndex:
        """The index of merged persons."""
        return PersonIndex(self.club)

    @property
    def plays(self) -> QuerySet[PlayCount]:
        """The shares of all their hands."""
        return PlayCount.objects.filter(table__in=self.tables)

    def link_player(self, number: int) -> str:
        """Return the address of the page of a person, by their number; of their statistics where tables are picked."""
        if self.is_picked:
            return reverse("player_statistics", args=[number]) + self.query
        return reverse("person_page", args=[number])

    def link_game(self, contract: str) -> str:
        """Return the address of the page of a game."""
        return reverse("game_statistics", kwargs={"contract": contract}) + self.query

    def link_sheet(self, sheet: str) -> str:
        """Return the address of the page of house rules."""
        return reverse("sheet_statistics", kwargs={"sheet": sheet}) + self.query
