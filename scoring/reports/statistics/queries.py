"""The counts of tables, put together by the database: for players, games, sheets."""

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from django.db.models import Count, QuerySet, Sum

from scoring.book.sums.facts import DECLARERS
from scoring.engine.house_rules.build import TRISCHAKEN
from scoring.models import GameTable, PlayCount, TableCount
from tarockclub.models import Person

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
