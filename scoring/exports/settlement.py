"""The settlement as a sheet of the workbook: points, money, Pagatkassa, donation box, and who owes whom."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from scoring.engine.settlement.payments import BOX, Payment
from scoring.exports.data import Told
from scoring.exports.pagatkassa import pot_table
from scoring.settlement.accounts import Account, Reckoning, reckoning
from scoring.settlement.messages import agreed_words
from scoring.settlement.services import agreed_of
from scoring.xlsx.cells import (
    BLANK,
    LINE,
    STANDING,
    SUM,
    TITLE,
    Cell,
    Page,
    Rows,
    amount,
    column_name,
    euros,
    heads,
    text,
)

WIDTHS = (34, 18, 17, 17, 14, 14, 14, 14, 14)
FIRST = 5
Part = tuple[str, Callable[[Account], Cell]]  # the heading of a column, and what stands in it


def settled_page(told: Told, title: str) -> Page:
    """The settlement as the evening stands."""
    told_now = reckoning(told.book, told.seats, agreed_of(told.table), bytes(told.table.head))
    parts = _parts(told_now)
    ended = _("The evening has ended.") if told.table.ended else _("Not ended yet: these are the totals so far.")
    accounts = [
        (text(one.name), *(cell(one) for _head, cell in parts), *_balance(told_now, one, row))
        for row, one in enumerate(told_now.accounts, FIRST)
    ]
    balance = [_("Balance")] if told_now.agreed.rate or told_now.pot else []
    played_for = ": ".join((_("Played for"), "; ".join(agreed_words(told_now.agreed))))
    rows: Rows = (
        (text(title, TITLE),),
        (text(ended, LINE),),
        (text(played_for, LINE),),
        (*heads((_("Player"),)), *heads((*(head for head, _cell in parts), *balance), STANDING)),
        *accounts,
        _sums(told_now, accounts),
        *_box(told_now),
        BLANK,
        (*heads((_("Who pays"), _("to whom"))), *heads((_("Amount"),), STANDING)),
        *_payments(told_now),
    )
    rows = (*rows, *pot_table(told, told_now, len(rows)))
    return Page(title, WIDTHS, rows, (4, 4), 1)


def _parts(told: Reckoning) -> list[Part]:
    """The columns between name and balance: only those that say something."""
    parts: list[Part] = [(_("Written score"), lambda one: amount(one.owed.written, STANDING))]
    if told.tells_apart:
        parts.append((_("Points in money"), lambda one: amount(one.owed.money, STANDING)))
    if told.agreed.donation:
        parts.append((_("due with a donation box"), lambda one: amount(one.owed.due, STANDING)))
    if told.agreed.rate:
        parts.append((_("Money"), lambda one: euros(one.owed.points)))
    if told.pot is not None:
        parts.append((_("Pagatkassa"), lambda one: euros(one.owed.pot)))
    return parts


def _balance(told: Reckoning, one: Account, row: int) -> tuple[Cell, ...]:
    """What somebody gets in the end: money and Pagatkassa together."""
    terms = [bool(told.agreed.rate), told.pot is not None]
    if not any(terms):
        return ()
    last = len(_parts(told))  # the column of the last part, the name being 0
    names = [f"{column_name(at)}{row}" for at in range(last - sum(terms) + 1, last + 1)]
    return (euros(one.owed.balance, formula="+".join(names)),)


def _sums(told: Reckoning, accounts: list[tuple[Cell, ...]]) -> tuple[Cell, ...]:
    """The last row: with what the donation box gets everything adds up to 0."""
    cells = [text("Σ", SUM)]
    for at, cell in enumerate(accounts[0][1:], 1):
        letter = column_name(at)
        formula = f"SUM({letter}{FIRST}:{letter}{FIRST + len(accounts) - 1})"
        values = [row[at].value for row in accounts]
        total = sum(value for value in values if isinstance(value, int | float))
        cells.append(Cell(round(total, 9), cell.shown, SUM, formula))
    return tuple(cells)


def _box(told: Reckoning) -> list[tuple[Cell, ...]]:
    if not told.agreed.donation:
        return []
    row = [text(_("Donation box")), amount(told.settlement.box, STANDING)]
    if told.agreed.rate:
        row.append(euros(told.settlement.box_cents))
    return [BLANK, tuple(row)]


def _payments(told: Reckoning) -> list[tuple[Cell, ...]]:
    """Who pays how much to whom; in points where nothing else is played for."""
    settlement = told.settlement
    rows = [_payment(told, one, euros(one.amount)) for one in settlement.payments]
    rows += [_payment(told, one, amount(one.amount, STANDING)) for one in settlement.in_points]
    return rows or [(text(_("Nobody owes anybody anything.")),)]


def _payment(told: Reckoning, one: Payment, much: Cell) -> tuple[Cell, ...]:
    getter = _("Donation box") if one.getter == BOX else told.accounts[one.getter].name
    return text(told.accounts[one.payer].name), text(getter), much
