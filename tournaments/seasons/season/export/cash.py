"""The money of a season in its export: one line for the box of each tournament, and the season's own journal."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.tables import Column
from tarockclub.kit.tables.files import FileTable, FormulaRow, OpenTable
from tarockclub.kit.xlsx.cells import SUM
from tournaments.core.cash_journal.messages import format_move, format_move_kind
from tournaments.results.exports.cash import MOVE_COLUMNS, CashRow
from tournaments.seasons.season.cash.services import SeasonBox
from tournaments.seasons.season.cash.views import PARTS

_TITLES = {"fees": _("Entry fees"), "balance": _("In the cash box")}


def _build_column(column: Column) -> Column:
    def build_formula(at: FormulaRow) -> str:
        return at.add("fees", "other") if column.name == "balance" and at.look != SUM else at.sum_up(column.name)

    return replace(column, title=_TITLES.get(column.name, column.title), width=14, formula=build_formula)


SEASON_CASH = FileTable(
    "cash",
    _("Cash box"),
    (
        Column("box", _("Of"), lambda part: part.name or _("The season's own"), width=34),
        *map(_build_column, PARTS.columns[1:]),
    ),
    reckons=True,
    still=1,
)
MOVES = FileTable("cash_moves", _("The season's own cash box"), MOVE_COLUMNS, reckons=True)


def write_season_cash(box: SeasonBox, cash: OpenTable) -> None:
    """Write a line for each box, and one for the total."""
    cash.write(box.parts)
    cash.write([box.whole._replace(name=gettext("Together"))], SUM)


def list_cash_rows(box: SeasonBox) -> Iterator[CashRow]:
    """Yield the movements in the season's own box, the first one first."""
    for move in box.moves:
        kind = format_move_kind(move.what)
        yield CashRow(format_move(move), move.cents, move.balance, at=move.at, kind=kind)
