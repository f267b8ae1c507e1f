"""House rules: how much is played by them, and what."""

from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.statistics.filters import Scope
from scoring.statistics.formatting import count, decimal, mean, parted, per, rate, rate_in_words, rated, won_of
from scoring.statistics.games import PREMIUMS, claim_rows, declared, games_section
from scoring.statistics.queries import SHEET, Tables, Total, gathered, tables_by_sheet, totals
from scoring.statistics.report import Number, Report, Section
from tarockclub.tables import Column, List
from tarockclub.tables.table import NOTHING


class SheetRow(NamedTuple):
    """House rules with what is played by them."""

    name: str
    href: str
    tables: Tables
    own: Total


SHEETS = List(
    caption=_("House rules"),
    columns=(
        Column("name", _("House rules"), link=lambda row: row.href),
        count("tables", _("Tables"), lambda row: row.tables.tables),
        count("hands", _("Hands"), lambda row: row.tables.hands),
        Column(
            "length",
            _("Hands per table"),
            of=lambda row: Fraction(row.tables.hands, row.tables.tables) if row.tables.tables else None,
            show=lambda value: decimal(value, 1),
            number=True,
        ),
        parted("radl", _("counted double"), lambda row: rate(row.tables.radl, row.tables.hands)),
        rated("won", _("Games won"), lambda row: won_of(row.own)),
        per("mean", _("gains for the declarer"), lambda row: mean(row.own.written, row.own.hands), aside=True),
        parted("kontra", _("with kontra"), lambda row: rate(row.own.kontra, row.own.hands), aside=True),
    ),
    sort="-hands",
    empty=_("No hand was found."),
)


def sheets_report(scope: Scope) -> Report:
    """House rules side by side."""
    own = gathered((sheet, total) for (sheet,), total in totals(declared(scope), SHEET))
    rows = [
        SheetRow(scope.names.sheet(sheet), scope.sheet(sheet), tables, own.get(sheet, Total()))
        for sheet, tables in sorted(tables_by_sheet(scope.tables).items())
    ]
    return Report(gettext("House rules"), (), (Section(SHEETS, rows),))


def sheet_report(scope: Scope, sheet: str) -> Report | None:
    """One sheet: its games and premiums; None where nothing was played by it."""
    one = Scope(scope.club, scope.tables.filter(sheet_version__sheet=sheet), scope.language, scope.query)
    tables = tables_by_sheet(one.tables).get(sheet)
    if tables is None:
        return None
    found = gathered((contract, total) for (contract,), total in totals(declared(one), "contract"))
    radl = rate(tables.radl, tables.hands)
    numbers = (
        Number(gettext("Tables"), str(tables.tables)),
        Number(gettext("Hands"), str(tables.hands)),
        Number(gettext("Hands per table"), decimal(Fraction(tables.hands, tables.tables), 1)),
        Number(gettext("counted double"), rate_in_words(radl) if radl else NOTHING),
    )
    premiums = Section(PREMIUMS, claim_rows(one, None, tables.hands, sheet))
    return Report(scope.names.sheet(sheet), numbers, (games_section(one, found, sheet), premiums))
