"""The money of a season in its export: one line for the box of each tournament, and the season's own journal."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tarockclub.kit.xlsx.cells import EURO, SUM, build_euro_cell, build_text_cell
from tournaments.core.cash_journal.messages import format_move, format_move_kind
from tournaments.results.exports.cash import CashRow, build_move_cells, list_move_columns
from tournaments.results.exports.schema import FIRST_ROW, ExportColumn, ExportTable, Row, build_export_table
from tournaments.seasons.season.cash.services import CashPart, SeasonBox
from tournaments.seasons.season.export.results import SeasonExport

_LETTERS = "BCDEFG"


def build_season_cash_table(export: SeasonExport) -> ExportTable:
    """Return the table of income and expenses, box by box."""
    heads = (
        ("fees", _("Entry fees")),
        ("prizes", _("Prizes")),
        ("donations", _("Donations")),
        ("expenses", _("Expenses")),
        ("other", _("Other")),
        ("balance", _("In the cash box")),
    )
    columns = (ExportColumn("box", _("Of"), width=34), *(ExportColumn(name, head, EURO, 14) for name, head in heads))
    return build_export_table(export.name, "cash", _("Cash box"), columns, reckons=True, still=1)


def list_cash_rows(box: SeasonBox) -> Iterator[Row]:
    """Yield a line for each box, and one for the total."""
    for row, part in enumerate(box.parts, FIRST_ROW):
        cells = [build_euro_cell(cents) for cents in _list_amounts(part)]
        yield (
            build_text_cell(part.name or _("The season's own")),
            *cells,
            build_euro_cell(part.balance, formula=f"SUM(B{row}:F{row})"),
        )
    last = FIRST_ROW + len(box.parts) - 1
    whole = (*_list_amounts(box.whole), box.whole.balance)
    sums = (f"SUM({letter}{FIRST_ROW}:{letter}{last})" for letter in _LETTERS)
    cells = [build_euro_cell(cents, SUM, formula) for cents, formula in zip(whole, sums, strict=True)]
    yield build_text_cell(_("Together"), SUM), *cells


def _list_amounts(part: CashPart) -> tuple[int, int, int, int, int]:
    return part.fees, part.prizes, part.donations, part.expenses, part.other


def build_moves_table(export: SeasonExport) -> ExportTable:
    """Return the table of the season's own journal."""
    return build_export_table(
        export.name, "cash_moves", _("The season's own cash box"), list_move_columns(), reckons=True
    )


def list_move_rows(box: SeasonBox) -> Iterator[Row]:
    """Yield the movements in it, the first one first."""
    for row, move in enumerate(box.moves, FIRST_ROW):
        line = CashRow(format_move(move), move.cents, at=move.at, kind=format_move_kind(move.what))
        yield build_move_cells(line, move.balance, row, is_first=row == FIRST_ROW)
