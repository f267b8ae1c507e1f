"""The money of a season in its export: one line for the box of each tournament, and the season's own journal."""

from collections.abc import Iterator

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.tables import Column
from tarockclub.kit.tables.files import FileTable, FormulaRow, OpenTable
from tarockclub.kit.tables.table import Words
from tarockclub.kit.xlsx.cells import EURO, SUM
from tournaments.core.cash_journal.messages import format_move, format_move_kind
from tournaments.results.exports.cash import MOVE_COLUMNS, CashRow
from tournaments.seasons.season.cash.services import SeasonBox


def _build_column(name: str, title: Words) -> Column:
    return Column(name, title, kind=EURO, width=14, formula=lambda at: at.sum_up(name))


def _build_balance_formula(at: FormulaRow) -> str:
    return at.sum_up("balance") if at.look == SUM else at.add("fees", "other")


SEASON_CASH = FileTable(
    "cash",
    _("Cash box"),
    (
        Column("box", _("Of"), lambda part: part.name or _("The season's own"), width=34),
        _build_column("fees", _("Entry fees")),
        _build_column("prizes", _("Prizes")),
        _build_column("donations", _("Donations")),
        _build_column("expenses", _("Expenses")),
        _build_column("other", _("Other")),
        Column("balance", _("In the cash box"), kind=EURO, width=14, formula=_build_balance_formula),
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
