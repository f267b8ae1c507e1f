"""All players side by side."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from django.db.models import Sum
from django.db.models.functions import TruncMonth
from django.urls import reverse
from django.utils.dates import MONTHS
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.engine.points import SIXTHS
from scoring.models import TableCount
from scoring.reports.statistics.filters import (
    Scope,
    Total,
    count_player_tables,
    count_sheet_tables,
    filter_own_games,
    group_totals,
    load_totals,
    sum_totals,
)
from scoring.reports.statistics.games import build_games_report, build_sheets_report
from scoring.reports.statistics.report import (
    Report,
    ReportNumber,
    ReportSection,
    build_mean_column,
    build_part_column,
    build_points_column,
    build_rate_column,
    build_won_cell,
    compute_mean,
    compute_rate,
    compute_won_rate,
)
from tarockclub.kit.amounts import format_signed_points
from tarockclub.kit.charts.bars import Grid, GridCell, GridRow
from tarockclub.kit.charts.sparks import Columns, draw_columns
from tarockclub.kit.tables import Column, List
from tarockclub.kit.text import build_face_sign
from tarockclub.kit.xlsx.cells import COUNT
from tarockclub.models import Person

MOST_IN_GRID = 8  # those who were most often partners


class PlayerRow(NamedTuple):
    """A player, with all their hands and those in which they declared."""

    href: str
    name: str
    tables: int
    all: Total
    own: Total


PLAYERS = List(
    caption=_("Players"),
    columns=(
        Column("name", _("Player"), surnames=True, link=lambda row: row.href),
        Column("tables", _("Tables"), kind=COUNT, aside=True),
        Column("hands", _("Hands"), "all__hands", kind=COUNT),
        build_points_column("points", _("Points"), lambda row: row.all.written),
        build_mean_column("mean", _("per hand"), lambda row: compute_mean(row.all.written, row.all.hands)),
        Column("own", _("Own games"), "own__hands", kind=COUNT),
        build_rate_column("won", _("won"), lambda row: compute_won_rate(row.own)),
        build_part_column(
            "radl", _("counted double"), lambda row: compute_rate(row.all.radl, row.all.hands), aside=True
        ),
    ),
    sort="-points",
    empty=_("No hand was found."),
    search=_("Find by name"),
    size=20,
)


# On the page points are the number that people come for; a phone has no other.
ON_PAGE = tuple(
    replace(column, aside=column.name not in ("name", "points"))
    for column in PLAYERS.columns
    if column.name not in ("tables", "own", "radl")
)
MOST_ASIDE = 7  # games
_NUMBER = Column(
    "hands", _("Hands"), lambda row: getattr(row, "tables", row.own).hands, kind=COUNT, bar=True, sorts=False
)
ASIDE = List(caption="", columns=(Column("name", _("Name"), link=lambda row: row.href, sorts=False), _NUMBER), sort="")


def list_player_links(scope: Scope) -> list[PlayerRow]:
    """Return everybody who has played, by number."""
    whole, own = load_player_totals(scope)
    tables = count_player_tables(scope.plays, scope.known_names)
    named = Person.objects.filter(pk__in=list(whole))
    rows = (
        PlayerRow(
            scope.link_player(person.number),
            scope.reader.name_person(person),
            tables[person.pk],
            whole[person.pk],
            own.get(person.pk, Total()),
        )
        for person in named.order_by("number")
    )
    return list(rows)


def load_player_totals(scope: Scope) -> tuple[dict[int, Total], dict[int, Total]]:
    """Return the totals of all hands for each player, and of the games played by choice; two queries."""
    whole, own = (
        group_totals((scope.known_names.find_main(person), total) for (person,), total in load_totals(rows, "person"))
        for rows in (scope.plays, filter_own_games(scope.plays))
    )
    return whole, own


def build_players_report(scope: Scope) -> Report:
    """Return the first page: overall numbers, and all players."""
    rows = list_player_links(scope)
    numbers, sections = tuple(_build_numbers(scope, rows)), (ReportSection(PLAYERS, rows, columns=ON_PAGE),)
    return Report(
        *(gettext("Statistics"), numbers, sections, _build_pair_grid(scope), _format_lead(rows)),
        aside=tuple(_build_aside(scope)),
        months=_draw_months(scope),
    )


def _build_aside(scope: Scope) -> Iterable[ReportSection]:
    """Yield the games and the house rules that are played most."""
    reports = ((build_games_report(scope), "games_statistics"), (build_sheets_report(scope), "sheets_statistics"))
    for report, route in reports:
        rows = sorted(report.sections[0].rows, key=_NUMBER.get_value, reverse=True)[:MOST_ASIDE]
        yield ReportSection(replace(ASIDE, caption=report.title), rows, href=reverse(route))


def _draw_months(scope: Scope) -> Columns | None:
    """Return the hands of each month of a year as columns; None for more than one year."""
    rows = TableCount.objects.filter(table__in=scope.tables, hands__gt=0).annotate(day=TruncMonth("table__started"))
    hands = dict(rows.order_by().values_list("day").annotate(Sum("hands")))
    by_month = {day.month: number for day, number in hands.items()}
    months = [(str(MONTHS[month])[:1], by_month.get(month, 0), f"{by_month.get(month, '')}") for month in MONTHS]
    return draw_columns(months) if len({day.year for day in hands}) == 1 else None


def _format_lead(rows: list[PlayerRow]) -> str:
    """Return who has won most."""
    best = max(rows, key=lambda row: row.all.written, default=None)
    if best is None or best.all.written <= 0:
        return ""
    words = {"name": best.name, "amount": format_signed_points(best.all.written), "hands": best.all.hands}
    return (
        ngettext(
            "%(name)s has won most: %(amount)s in %(hands)s hand.",
            "%(name)s has won most: %(amount)s in %(hands)s hands.",
            best.all.hands,
        )
        % words
    )


def _build_pair_grid(scope: Scope) -> Grid | None:
    """Return who has won how often with whom, of those who were most often partners; None before there are three."""
    rows, find = scope.plays.exclude(partner=None), scope.known_names.find_main
    totals = group_totals(
        ((find(player), find(partner)), total) for (player, partner), total in load_totals(rows, "person", "partner")
    )
    hands = Counter[int]()
    for (player, _other), total in totals.items():
        hands[player] += total.decided
    most = [player for player, count in hands.most_common(MOST_IN_GRID) if count]
    people = Person.objects.in_bulk(most)
    names = {player: scope.reader.name_person(people[player]) for player in most}

    def build_cell(player: int, partner: int) -> GridCell:
        return build_won_cell(
            totals.get((player, partner), Total()), gettext("with %(name)s") % {"name": names[partner]}
        )

    grid_rows = [
        GridRow(
            names[player],
            scope.link_player(people[player].number),
            tuple(build_cell(player, partner) for partner in most),
        )
        for player in most
    ]
    heads = tuple(build_face_sign(names[player], player).initials for player in most)
    return Grid(gettext("Player"), heads, tuple(grid_rows)) if len(most) > 2 else None


def _build_numbers(scope: Scope, rows: list[PlayerRow]) -> Iterable[ReportNumber]:
    tables = count_sheet_tables(scope.tables).values()
    yield ReportNumber(gettext("Hands"), str(sum(table.hands for table in tables)))
    yield ReportNumber(gettext("Tables"), str(sum(table.tables for table in tables)))
    yield ReportNumber(gettext("Players"), str(len(rows)))
    left = sum_totals(row.all for row in rows).written
    if left:  # impossible: every hand adds up to 0
        yield ReportNumber(gettext("Points that do not add up"), str(left // SIXTHS), "lost")
