"""The club's evenings on the first page."""

from typing import NamedTuple

from django.db.models import Count, Q

from scoring.lines import HANDS
from scoring.models import GameTable, Seated

SHOWN = 20


class Open(NamedTuple):
    """An evening on the first page."""

    table: GameTable
    names: tuple[str, ...]
    hands: int


def open_tables(club_id: int) -> list[Open]:
    """The club's latest evenings, the newest first; two queries."""
    tables = list(
        GameTable.objects.filter(club=club_id, ended=None)
        .annotate(hands=Count("deals", filter=Q(deals__entry__kind__in=HANDS)))
        .order_by("-started", "-pk")[:SHOWN]
    )
    seated = Seated.objects.filter(sitting__table__in=tables, sitting__to_deal=None).select_related("sitting", "person")
    seated = seated.order_by("sitting__place", "version", "from_deal")
    names: dict[int, dict[int, str]] = {}
    for one in seated:
        names.setdefault(one.sitting.table_id, {})[one.sitting.place] = one.person.name
    return [Open(table, tuple(names.get(table.pk, {}).values()), table.hands) for table in tables]
