"""The club's evenings on the first page."""

from typing import NamedTuple

from django.db.models import Count, Q

from scoring.ledger.codec import HANDS
from scoring.models import GameTable, Seated

SHOWN = 20


class Listed(NamedTuple):
    """An evening on the first page."""

    table: GameTable
    names: tuple[str, ...]
    hands: int


class Evenings(NamedTuple):
    """A club's latest evenings, the newest first."""

    open: list[Listed]
    ended: list[Listed]


def evenings_of(club_id: int) -> Evenings:
    """The club's evenings that go on, and those that have ended; three queries."""
    going_on, ended = _latest(club_id, ended=False), _latest(club_id, ended=True)
    names = _names([*going_on, *ended])
    return Evenings(
        *(
            [Listed(table, tuple(names.get(table.pk, {}).values()), table.hands) for table in tables]  # type: ignore[attr-defined]
            for tables in (going_on, ended)
        )
    )


def _latest(club_id: int, *, ended: bool) -> list[GameTable]:
    # a table with a clock belongs to a tournament
    tables = GameTable.objects.filter(club=club_id, clock="", archived=None, ended__isnull=not ended)
    counted = tables.annotate(hands=Count("deals", filter=Q(deals__entry__kind__in=HANDS)))
    return list(counted.order_by("-started", "-pk")[:SHOWN])


def _names(tables: list[GameTable]) -> dict[int, dict[int, str]]:
    """The names of those who sit at each table, by place."""
    seated = Seated.objects.filter(sitting__table__in=tables, sitting__to_deal=None).select_related("sitting", "person")
    names: dict[int, dict[int, str]] = {}
    for one in seated.order_by("sitting__place", "version", "from_deal"):
        names.setdefault(one.sitting.table_id, {})[one.sitting.place] = one.person.name
    return names
