"""The settlement as a sheet of the workbook: points, money, Pagatkassa, donation box, and who owes whom."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from scoring.engine.settlement import BOX, Transfer
from scoring.reports.exports.data import EveningData
from scoring.table.settlement.services import Account, EveningSettlement, compute_settlement, format_agreed, load_agreed
from scoring.table.settlement.views import build_pot_rows
from tarockclub.kit.xlsx.cells import (
    BLANK,
    EMPTY,
    EURO,
    LINE,
    STANDING,
    SUM,
    TITLE,
    Cell,
    Rows,
    WorkbookPage,
    build_amount_cell,
    build_euro_cell,
    build_heads,
    build_text_cell,
    count_cell,
    format_column_name,
)

WIDTHS = (34, 18, 17, 17, 14, 14, 14, 14, 14)
FIRST = 5
Part = tuple[str, Callable[[Account], Cell]]  # the heading of a column, and its content
COLUMNS_BEFORE = 2  # columns before the players: kind of line, number of the deal


def build_settlement_page(data: EveningData, title: str) -> WorkbookPage:
    """Return the current settlement of the evening."""
    told_now = compute_settlement(data.book, data.seats, load_agreed(data.table), bytes(data.table.head))
    parts = _list_parts(told_now)
    ended = _("The evening has ended.") if data.table.ended else _("Not ended yet: these are the totals so far.")
    accounts = [
        (
            build_text_cell(account.name),
            *(cell(account) for _head, cell in parts),
            *_build_balance_row(told_now, account, row),
        )
        for row, account in enumerate(told_now.accounts, FIRST)
    ]
    balance = [_("Balance")] if told_now.agreed.rate or told_now.pot else []
    played_for = ": ".join((_("Played for"), "; ".join(format_agreed(told_now.agreed))))
    rows: Rows = (
        (build_text_cell(title, TITLE),),
        (build_text_cell(ended, LINE),),
        (build_text_cell(played_for, LINE),),
        (*build_heads((_("Player"),)), *build_heads((*(head for head, _cell in parts), *balance), STANDING)),
        *accounts,
        _build_sum_row(accounts),
        *_build_box_rows(told_now),
        BLANK,
        (*build_heads((_("Who pays"), _("to whom"))), *build_heads((_("Amount"),), STANDING)),
        *_build_payment_rows(told_now),
    )
    rows = (*rows, *build_pot_table(data, told_now, len(rows)))
    return WorkbookPage(title, WIDTHS, rows, (4, 4), 1)


def _list_parts(settlement: EveningSettlement) -> list[Part]:
    """Return the columns between name and balance, without those that say nothing."""
    parts: list[Part] = [(_("Written score"), lambda account: build_amount_cell(account.owed.written, STANDING))]
    if settlement.tells_apart:
        parts.append((_("Points in money"), lambda account: build_amount_cell(account.owed.money, STANDING)))
    if settlement.agreed.donation:
        parts.append((_("due with a donation box"), lambda account: build_amount_cell(account.owed.due, STANDING)))
    if settlement.agreed.rate:
        parts.append((_("Money"), lambda account: build_euro_cell(account.owed.points)))
    if settlement.pot is not None:
        parts.append((_("Pagatkassa"), lambda account: build_euro_cell(account.owed.pot)))
    return parts


def _build_balance_row(settlement: EveningSettlement, account: Account, row: int) -> tuple[Cell, ...]:
    """Return the balance of an account: money and Pagatkassa together."""
    terms = [bool(settlement.agreed.rate), settlement.pot is not None]
    if not any(terms):
        return ()
    last = len(_list_parts(settlement))  # the column of the last part, the name being 0
    names = [f"{format_column_name(column)}{row}" for column in range(last - sum(terms) + 1, last + 1)]
    return (build_euro_cell(account.owed.balance, formula="+".join(names)),)


def _build_sum_row(accounts: list[tuple[Cell, ...]]) -> tuple[Cell, ...]:
    """Return the last row: together with the donation box, everything adds up to 0."""
    cells = [build_text_cell("Σ", SUM)]
    for column, cell in enumerate(accounts[0][1:], 1):
        letter = format_column_name(column)
        formula = f"SUM({letter}{FIRST}:{letter}{FIRST + len(accounts) - 1})"
        values = [row[column].value for row in accounts]
        total = sum(value for value in values if isinstance(value, int | float))
        cells.append(Cell(round(total, 9), cell.shown, SUM, formula))
    return tuple(cells)


def _build_box_rows(settlement: EveningSettlement) -> list[tuple[Cell, ...]]:
    if not settlement.agreed.donation:
        return []
    row = [build_text_cell(_("Donation box")), build_amount_cell(settlement.settlement.box, STANDING)]
    if settlement.agreed.rate:
        row.append(build_euro_cell(settlement.settlement.box_cents))
    return [BLANK, tuple(row)]


def _build_payment_rows(evening: EveningSettlement) -> list[tuple[Cell, ...]]:
    """Return a row for each payment; in points if nothing else is played for."""
    settlement = evening.settlement
    rows = [_build_payment_row(evening, payment, build_euro_cell(payment.amount)) for payment in settlement.payments]
    rows += [
        _build_payment_row(evening, point, build_amount_cell(point.amount, STANDING)) for point in settlement.in_points
    ]
    return rows or [(build_text_cell(_("Nobody owes anybody anything.")),)]


def _build_payment_row(settlement: EveningSettlement, payment: Transfer, much: Cell) -> tuple[Cell, ...]:
    getter = _("Donation box") if payment.getter == BOX else settlement.accounts[payment.getter].name
    return build_text_cell(settlement.accounts[payment.payer].name), build_text_cell(getter), much


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
        row_number = first + len(rows)
        rows.append(
            (
                build_text_cell(row.words),
                number,
                *map(build_euro_cell, row.moves),
                _build_left_cell(row.pot, row_number, first, len(names)),
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
        _build_sum_cell([row[COLUMNS_BEFORE + index] for row in rows], COLUMNS_BEFORE + index, first)
        for index in range(len(names))
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
