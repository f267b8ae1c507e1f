"""One player: roles, games, partners, premiums, tables, and the course of the points."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import accumulate
from typing import NamedTuple

from django.db.models import QuerySet, Sum
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.book.hooks import get_statistics_hooks
from scoring.book.sums.facts import ALONE, CALLER, DECLARERS, DEFENCE, EACH, PARTNER, ROLES
from scoring.engine.house_rules.build import TRISCHAKEN
from scoring.models import GameTable, PlayCount
from scoring.reports.statistics.filters import Scope, Total, group_totals, load_totals, sum_totals
from scoring.reports.statistics.games import PREMIUMS, build_game_bar, load_claim_rows
from scoring.reports.statistics.report import (
    Report,
    ReportNumber,
    ReportSection,
    build_mean_column,
    build_part_column,
    build_points_column,
    build_rate_column,
    build_rate_number,
    build_won_cell,
    compute_mean,
    compute_rate,
    compute_won_rate,
    format_signed_mean,
)
from tarockclub.kit.amounts import format_signed_points, get_sign_class
from tarockclub.kit.charts.bars import Grid, GridCell, GridRow, build_bars
from tarockclub.kit.charts.lines import Chart, ChartCourse, draw_chart
from tarockclub.kit.days import format_day
from tarockclub.kit.tables import Column, List
from tarockclub.kit.tables.table import Words
from tarockclub.kit.xlsx.cells import COUNT
from tarockclub.models import Person

MOST_PARTNERS = 6  # in the grid
MOST_POINTS = 150  # of the course: more would not make the line smoother
WORDS = {
    ALONE: _("declarer, alone"),
    CALLER: _("declarer with a partner"),
    PARTNER: _("called partner"),
    DEFENCE: _("defender"),
    EACH: _("everybody for themselves (Trischaken)"),
}


class PlayerDetailRow(NamedTuple):
    """The subject of one row: a role, a game or a partner."""

    name: str
    href: str
    total: Total
    roles: Mapping[str, Total] = {}  # of a partner, by the role of the player


class PlayerEvening(NamedTuple):
    """A table at which the player has played."""

    place: str
    href: str
    day: datetime
    sheet: str
    hands: int
    written: int
    money: int


def _list_total_columns(hands: Words, mean: Words) -> tuple[Column, ...]:
    """Return the columns of a row's total: its hands, those won, their points, and the mean of these."""
    return (
        Column("hands", hands, "total__hands", kind=COUNT),
        build_rate_column("won", _("won"), lambda row: compute_won_rate(row.total)),
        build_points_column("points", _("Points"), lambda row: row.total.written),
        build_mean_column("mean", mean, lambda row: compute_mean(row.total.written, row.total.hands)),
    )


AS_WHAT = List(
    caption=_("Role at the table"),
    columns=(
        Column("name", _("Role at the table"), sorts=False),
        *_list_total_columns(_("Hands"), _("per hand")),
        build_part_column(
            "kontra", _("with kontra"), lambda row: compute_rate(row.total.kontra, row.total.hands), aside=True
        ),
        build_rate_column(
            "kontra_won", _("won"), lambda row: compute_rate(row.total.kontra_won, row.total.kontra), aside=True
        ),
    ),
    sort="-hands",
    empty=_("No hand was found."),
    prefix="r-",
)
OWN_GAMES = List(
    caption=_("Own games"),
    columns=(
        Column("name", _("Game"), link=lambda row: row.href),
        *_list_total_columns(_("played"), _("per game")),
    ),
    sort="-hands",
    empty=_("No game was found."),
    prefix="g-",
)
PARTNERS = List(
    caption=_("Partners"),
    columns=(
        Column("name", _("Player"), surnames=True, link=lambda row: row.href),
        *_list_total_columns(_("Games together"), _("per game")),
    ),
    sort="-hands",
    empty=_("No game with a partner was found."),
    prefix="w-",
)
EVENINGS = List(
    caption=_("Tables"),
    columns=(
        Column("day", _("Day"), show=format_day, link=lambda row: row.href, latest=True),
        Column("place", _("What"), aside=True),
        Column("sheet", _("House rules"), aside=True),
        Column("hands", _("Hands"), kind=COUNT),
        build_points_column("points", _("Points"), lambda row: row.written),
    ),
    sort="-day",
    empty=_("No table was found."),
    prefix="t-",
)


def build_player_report(scope: Scope, person: Person) -> Report:
    """Return everything about a player; the number of queries does not depend on how much they have played."""
    everybody = scope.known_names.list_merged(person.pk)
    rows = scope.plays.filter(person__in=everybody)
    plays = [(contract, role, total) for (contract, role), total in load_totals(rows, "contract", "role")]
    own = group_totals(
        (contract, total) for contract, role, total in plays if role in DECLARERS and contract != TRISCHAKEN
    )
    roles = group_totals((role, total) for _contract, role, total in plays)
    whole = sum_totals(roles.values())
    evenings = _list_evenings(scope, everybody)
    games = [
        PlayerDetailRow(scope.names.name_item(contract), scope.link_game(contract), total)
        for contract, total in sorted(own.items())
    ]
    partners = _list_partners(scope, everybody)
    sections = (
        ReportSection(AS_WHAT, [PlayerDetailRow(str(WORDS[role]), "", roles[role]) for role in ROLES if role in roles]),
        ReportSection(OWN_GAMES, games, build_bars([build_game_bar(game.name, game.total) for game in games])),
        ReportSection(PARTNERS, partners),
        ReportSection(
            PREMIUMS,
            load_claim_rows(scope, everybody, whole.hands),
            hint=gettext("Those of their own side; only their own where it was recorded who made them."),
        ),
        ReportSection(EVENINGS, evenings, chart=_build_course(scope.reader.name_person(person), evenings)),
    )
    numbers = tuple(_build_numbers(scope, whole, sum_totals(own.values()), evenings, everybody))
    return Report(
        scope.reader.name_person(person),
        numbers,
        sections if whole.hands else sections[:1],
        build_partner_grid(partners),
        href=reverse("person_page", args=[person.number]),
    )


def _list_partners(scope: Scope, everybody: Sequence[int]) -> list[PlayerDetailRow]:
    """Return the partners of a player, regardless of who declared."""
    rows = scope.plays.filter(person__in=everybody).exclude(partner=None)
    totals: dict[int, dict[str, Total]] = {}
    for (partner, role), total in load_totals(rows, "partner", "role"):
        roles = totals.setdefault(scope.known_names.find_main(partner), {})
        roles[role] = roles.get(role, Total()) + total
    return [
        PlayerDetailRow(
            scope.reader.name_person(partner), scope.link_player(partner.number), sum_totals(roles.values()), roles
        )
        for partner in Person.objects.filter(pk__in=list(totals)).order_by("number")
        for roles in [totals[partner.pk]]
    ]


def build_partner_grid(partners: Sequence[PlayerDetailRow]) -> Grid | None:
    """Return how often the player has won with those who were most often the partner, by who has called."""
    most = sorted((row for row in partners if row.total.decided), key=lambda row: -row.total.hands)[:MOST_PARTNERS]
    rows = [GridRow(row.name, row.href, _list_partner_cells(row), f"{row.total.hands}") for row in most]
    heads = (gettext("calls"), gettext("is called"), gettext("together"))
    return Grid(gettext("Partner"), heads, tuple(rows)) if rows else None


def _list_partner_cells(row: PlayerDetailRow) -> tuple[GridCell, ...]:
    parts = (row.roles.get(CALLER, Total()), row.roles.get(PARTNER, Total()), row.total)
    return tuple(map(build_won_cell, parts))


def _list_evenings(scope: Scope, everybody: Sequence[int]) -> list[PlayerEvening]:
    """Return the tables at which the player has played, the earliest first."""
    rows = scope.plays.filter(person__in=everybody).order_by()
    columns = ("table", "table__slug", "table__started", "table__sheet_version__sheet")
    added = rows.values_list(*columns).annotate(Sum("hands"), Sum("written"), Sum("money"))
    table_rows = sorted(added, key=lambda row: (row[2], row[0]))
    places = get_statistics_hooks().places([row[0] for row in table_rows])
    return [
        PlayerEvening(
            places.get(pk, gettext("evening")),
            reverse("table", args=[slug]),
            started,
            scope.names.name_sheet(sheet),
            *numbers,
        )
        for pk, slug, started, sheet, *numbers in table_rows
    ]


def _build_course(name: str, evenings: Sequence[PlayerEvening]) -> Chart | None:
    """Return the course of the player's points, table by table."""
    if len(evenings) < 2:
        return None
    course = [0, *accumulate(evening.written for evening in evenings)]
    every = 1 + len(course) // MOST_POINTS
    points = [*course[: len(course) - 1 : every], course[-1]]
    return (
        draw_chart([ChartCourse(name, 0, tuple(points))], len(points) - 1)
        if every == 1
        else _build_thin_course(name, points, len(evenings))
    )


def _build_thin_course(name: str, points: Sequence[int], tables: int) -> Chart | None:
    """Return a long course with fewer points, under the numbers of their tables."""
    drawn = draw_chart([ChartCourse(name, 0, tuple(points))], len(points) - 1)
    if drawn is None:
        return None
    ticks = tuple(tick._replace(label=str(tick.number * tables // drawn.deals)) for tick in drawn.x_ticks)
    return drawn._replace(x_ticks=ticks, deals=tables)


def _build_numbers(
    scope: Scope, whole: Total, own: Total, evenings: Sequence[PlayerEvening], everybody: Sequence[int]
) -> Iterator[ReportNumber]:
    yield ReportNumber(gettext("Points"), format_signed_points(whole.written), get_sign_class(whole.written))
    yield ReportNumber(gettext("Hands"), str(whole.hands), note=_format_table_count(len(evenings)))
    if whole.money != whole.written:
        kind, note = get_sign_class(whole.money), gettext("kontra can pay more than the score sheet says")
        yield ReportNumber(gettext("Points in money"), format_signed_points(whole.money), kind, note=note)
    each = compute_mean(whole.written, whole.hands)
    if each is not None:
        yield ReportNumber(gettext("per hand"), format_signed_mean(each), get_sign_class(each))
    for label, rate in (
        (gettext("own games won"), compute_won_rate(own)),
        (gettext("counted double"), compute_rate(whole.radl, whole.hands)),
    ):
        if rate:
            yield build_rate_number(label, rate)
    yield from _build_peaks(scope.plays.filter(person__in=everybody).select_related("table"))


def _format_table_count(number: int) -> str:
    return ngettext("at %(number)s table", "at %(number)s tables", number) % {"number": number}


def _build_peaks(rows: QuerySet[PlayCount]) -> Iterator[ReportNumber]:
    """Yield the best and the worst hand, each with a link to it; the first of equal ones."""
    best = rows.order_by("-best", "table", "best_line").first()
    worst = rows.order_by("worst", "table", "worst_line").first()
    if best is not None and worst is not None:
        yield _build_peak(gettext("best hand"), best.best, best.table, best.best_line)
        yield _build_peak(gettext("worst hand"), worst.worst, worst.table, worst.worst_line)


def _build_peak(label: str, sixths: int, table: GameTable, line: int) -> ReportNumber:
    return ReportNumber(
        label,
        format_signed_points(sixths),
        get_sign_class(sixths),
        reverse("deal", args=[table.slug, line]),
        format_day(table.started),
    )
