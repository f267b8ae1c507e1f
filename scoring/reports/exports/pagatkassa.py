"""The Pagatkassa line by line: payments and winnings of each player, its content, and the division of the rest."""

from django.utils.translation import gettext as _

from scoring.reports.exports.data import EveningData
from scoring.table.settlement.accounts import EveningSettlement
from scoring.table.settlement.page import build_pot_rows
from tarockclub.kit.xlsx.cells import (
    BLANK,
    EMPTY,
    EURO,
    SUM,
    Cell,
    Rows,
    build_euro_cell,
    build_heads,
    build_text_cell,
    count_cell,
    format_column_name,
)

COLUMNS_BEFORE = 2  # columns before the players: kind of line, number of the deal


def build_pot_table(data: EveningData, reckoned: EveningSettlement, above: int) -> Rows:
    """Return the table of the Pagatkassa, placed below `above` rows; no rows if there is no Pagatkassa."""
    pot = reckoned.pot
    if pot is None:
        return ()
    names = [account.name for account in reckoned.accounts]
    rows: list[tuple[Cell, ...]] = []
    first = above + 3  # a blank row and the headings come before
    for row in build_pot_rows(data.book, reckoned):
        number = count_cell(row.number) if row.number else EMPTY
        at = first + len(rows)
        rows.append(
            (
                build_text_cell(row.words),
                number,
                *map(build_euro_cell, row.moves),
                _build_left_cell(row.pot, at, first, len(names)),
            )
        )
    shares = reckoned.pot_moves[-1]
    odd = [build_text_cell(_("odd cents by lot, number %(lot)s") % {"lot": reckoned.lot})] if pot.odd else []
    division = build_text_cell(_("left in the Pagatkassa, divided equally"))
    rows.append(
        (
            division,
            EMPTY,
            *map(build_euro_cell, shares),
            _build_left_cell(0, first + len(rows), first, len(names)),
            *odd,
        )
    )
    sums = [
        _build_sum_cell([row[COLUMNS_BEFORE + at] for row in rows], COLUMNS_BEFORE + at, first)
        for at in range(len(names))
    ]
    heading = (*build_heads((_("Pagatkassa"),)), *build_heads((_("No."), *names, _("in it")), EURO))
    return (BLANK, heading, *rows, (build_text_cell("Σ", SUM), Cell(look=SUM), *sums, Cell(look=SUM)))


def _build_left_cell(cents: int, row: int, first: int, players: int) -> Cell:
    """Return the cell with the content after a row: the content before it, plus the players' payments."""
    moves = f"SUM({format_column_name(COLUMNS_BEFORE)}{row}:{format_column_name(COLUMNS_BEFORE + players - 1)}{row})"
    before = f"{format_column_name(COLUMNS_BEFORE + players)}{row - 1}" if row > first else ""
    return build_euro_cell(cents, formula=f"{before}-{moves}")


def _build_sum_cell(cells: list[Cell], column: int, first: int) -> Cell:
    """Return the cell with a player's sum from the Pagatkassa."""
    name = format_column_name(column)
    total = sum(cell.value for cell in cells if isinstance(cell.value, int | float))
    return Cell(round(total, 2), EURO, SUM, f"SUM({name}{first}:{name}{first + len(cells) - 1})")
