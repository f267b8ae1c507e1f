"""All players side by side."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.engine.points import SIXTHS
from scoring.statistics.filters import Scope
from scoring.statistics.formatting import count, mean, parted, per, points, rate, rated, won_of
from scoring.statistics.queries import Total, gathered, own_games, tables_by_player, tables_by_sheet, together, totals
from scoring.statistics.report import Number, Report, Section
from tarockclub.models import Person
from tarockclub.tables import Column, List


class PlayerRow(NamedTuple):
    """Somebody, with all his hands and those in which he declared."""

    href: str
    name: str
    tables: int
    all: Total
    own: Total


PLAYERS = List(
    caption=_("Players"),
    columns=(
        Column("name", _("Player"), surnames=True, link=lambda row: row.href),
        count("tables", _("Tables"), lambda row: row.tables, aside=True),
        count("hands", _("Hands"), lambda row: row.all.hands),
        points("points", _("Points"), lambda row: row.all.written),
        per("mean", _("per hand"), lambda row: mean(row.all.written, row.all.hands)),
        count("own", _("Own games"), lambda row: row.own.hands),
        rated("won", _("won"), lambda row: won_of(row.own)),
        parted("radl", _("counted double"), lambda row: rate(row.all.radl, row.all.hands), aside=True),
    ),
    sort="-points",
    empty=_("No hand was found."),
    search=_("Find by name"),
)


def players(scope: Scope) -> list[PlayerRow]:
    """Everybody who has played, by name."""
    whole, own = all_and_own(scope)
    tables = tables_by_player(scope.plays, scope.known)
    named = Person.objects.filter(pk__in=list(whole))
    rows = (
        PlayerRow(scope.player(one.number), one.name, tables[one.pk], whole[one.pk], own.get(one.pk, Total()))
        for one in named.order_by("number")
    )
    return list(rows)


def all_and_own(scope: Scope) -> tuple[dict[int, Total], dict[int, Total]]:
    """What all hands come to for everybody, and the games that he played by choice; two queries."""
    whole, own = (
        gathered((scope.known.who(person), total) for (person,), total in totals(rows, "person"))
        for rows in (scope.plays, own_games(scope.plays))
    )
    return whole, own


def players_report(scope: Scope) -> Report:
    """The first page: how much there is, and everybody."""
    rows = players(scope)
    return Report(gettext("Statistics"), tuple(_numbers(scope, rows)), (Section(PLAYERS, rows),))


def _numbers(scope: Scope, rows: list[PlayerRow]) -> Iterable[Number]:
    tables = tables_by_sheet(scope.tables).values()
    yield Number(gettext("Tables"), str(sum(one.tables for one in tables)))
    yield Number(gettext("Hands"), str(sum(one.hands for one in tables)))
    yield Number(gettext("Players"), str(len(rows)))
    left = together(row.all for row in rows).written
    if left:  # cannot be: every hand adds up to 0
        yield Number(gettext("Points that do not add up"), str(left // SIXTHS), "lost")
