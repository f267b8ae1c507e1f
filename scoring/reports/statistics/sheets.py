"""House rules: the numbers of their tables and hands, and their games."""

from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.reports.statistics.filters import Scope
from scoring.reports.statistics.formatting import (
    build_mean_column,
    build_part_column,
    build_rate_column,
    compute_mean,
    compute_rate,
    compute_won_rate,
    format_rate,
)
from scoring.reports.statistics.games import PREMIUMS, build_games_section, list_declared_plays, load_claim_rows
from scoring.reports.statistics.queries import SHEET, Tables, Total, count_sheet_tables, group_totals, load_totals
from scoring.reports.statistics.report import Report, ReportNumber, ReportSection
from tarockclub.kit.amounts import format_decimal
from tarockclub.kit.tables import Column, List
from tarockclub.kit.tables.table import NOTHING
from tarockclub.kit.xlsx.cells import COUNT, STANDING


class SheetRow(NamedTuple):
    """House rules with their totals."""

    name: str
    href: str
    tables: Tables
    own: Total


SHEETS = List(
    caption=_("House rules"),
    columns=(
        Column("name", _("House rules"), link=lambda row: row.href),
        Column("tables", _("Tables"), "tables__tables", kind=COUNT),
        Column("hands", _("Hands"), "tables__hands", kind=COUNT),
        Column(
            "length",
            _("Hands per table"),
            of=lambda row: Fraction(row.tables.hands, row.tables.tables) if row.tables.tables else None,
            show=lambda value: format_decimal(value, 1),
            kind=STANDING,
        ),
        build_part_column("radl", _("counted double"), lambda row: compute_rate(row.tables.radl, row.tables.hands)),
        build_rate_column("won", _("Games won"), lambda row: compute_won_rate(row.own)),
        build_mean_column(
            "mean", _("gains for the declarer"), lambda row: compute_mean(row.own.written, row.own.hands), aside=True
        ),
        build_part_column(
            "kontra", _("with kontra"), lambda row: compute_rate(row.own.kontra, row.own.hands), aside=True
        ),
    ),
    sort="-hands",
    empty=_("No hand was found."),
)


def build_sheets_report(scope: Scope) -> Report:
    """Return house rules side by side."""
    own = group_totals((sheet, total) for (sheet,), total in load_totals(list_declared_plays(scope), SHEET))
    rows = [
        SheetRow(scope.names.name_sheet(sheet), scope.link_sheet(sheet), tables, own.get(sheet, Total()))
        for sheet, tables in sorted(count_sheet_tables(scope.tables).items())
    ]
    return Report(gettext("House rules"), (), (ReportSection(SHEETS, rows),))


def build_sheet_report(scope: Scope, sheet: str) -> Report | None:
    """Return one sheet with its games and premiums; None if nothing was played by it."""
    own = replace(scope, tables=scope.tables.filter(sheet_version__sheet=sheet))
    tables = count_sheet_tables(own.tables).get(sheet)
    if tables is None:
        return None
    totals = group_totals((contract, total) for (contract,), total in load_totals(list_declared_plays(own), "contract"))
    radl = compute_rate(tables.radl, tables.hands)
    numbers = (
        ReportNumber(gettext("Tables"), str(tables.tables)),
        ReportNumber(gettext("Hands"), str(tables.hands)),
        ReportNumber(gettext("Hands per table"), format_decimal(Fraction(tables.hands, tables.tables), 1)),
        ReportNumber(gettext("counted double"), format_rate(radl) if radl else NOTHING),
    )
    premiums = ReportSection(PREMIUMS, load_claim_rows(own, None, tables.hands, sheet))
    return Report(scope.names.name_sheet(sheet), numbers, (build_games_section(own, totals, sheet), premiums))
