"""The Pagatkassa line by line: what everybody paid in and won, what was in it, and how the rest is divided."""

from django.utils.translation import gettext as _

from scoring.exports.data import Told
from scoring.settlement.accounts import Reckoning
from scoring.settlement.page import pot_rows
from scoring.xlsx.cells import BLANK, EMPTY, EURO, SUM, Cell, Rows, column_name, count, euros, heads, text

BEFORE = 2  # columns before the players: what it was, number of the deal


def pot_table(told: Told, reckoned: Reckoning, above: int) -> Rows:
    """The table of the Pagatkassa, under so many rows; none where nobody plays with one."""
    pot = reckoned.pot
    if pot is None:
        return ()
    names = [one.name for one in reckoned.accounts]
    rows: list[tuple[Cell, ...]] = []
    first = above + 3  # a blank row and the headings come before
    for row in pot_rows(told.book, reckoned):
        number = count(row.number) if row.number else EMPTY
        at = first + len(rows)
        rows.append((text(row.words), number, *map(euros, row.moves), _left(row.pot, at, first, len(names))))
    shares = reckoned.pot_moves[-1]
    odd = [text(_("odd cents by lot, number %(lot)s") % {"lot": reckoned.lot})] if pot.odd else []
    division = text(_("left in the Pagatkassa, divided equally"))
    rows.append((division, EMPTY, *map(euros, shares), _left(0, first + len(rows), first, len(names)), *odd))
    sums = [_sum([row[BEFORE + at] for row in rows], BEFORE + at, first) for at in range(len(names))]
    heading = (*heads((_("Pagatkassa"),)), *heads((_("No."), *names, _("in it")), EURO))
    return (BLANK, heading, *rows, (text("Σ", SUM), Cell(look=SUM), *sums, Cell(look=SUM)))


def _left(cents: int, row: int, first: int, players: int) -> Cell:
    """What is in it after a row: what was in it before, and what the players have paid."""
    moves = f"SUM({column_name(BEFORE)}{row}:{column_name(BEFORE + players - 1)}{row})"
    before = f"{column_name(BEFORE + players)}{row - 1}" if row > first else ""
    return euros(cents, formula=f"{before}-{moves}")


def _sum(cells: list[Cell], column: int, first: int) -> Cell:
    """What somebody has from the Pagatkassa in the end."""
    name = column_name(column)
    total = sum(cell.value for cell in cells if isinstance(cell.value, int | float))
    return Cell(round(total, 2), EURO, SUM, f"SUM({name}{first}:{name}{first + len(cells) - 1})")
