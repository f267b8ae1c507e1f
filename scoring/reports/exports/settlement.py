"""The settlement of an evening in its workbook: who pays whom, the donation box, the table of the Pagatkassa."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.settlement import BOX
from scoring.reports.exports.evening_book import EveningBook, EveningPlayer
from scoring.reports.exports.players import POT
from scoring.table.settlement.views import build_pot_rows
from tarockclub.kit.amounts import format_cents, format_points
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import COVERED_ROW, FileTable, FormulaRow
from tarockclub.kit.xlsx.cells import COUNT, EURO, Cell, Extras, build_amount_cell, build_euro_cell, format_column_name


class WallPayment(NamedTuple):
    """Somebody who pays somebody else."""

    payer: str
    getter: str
    amount: Cell


def list_wall_payments(book: EveningBook) -> list[WallPayment]:
    """Return everybody's payments; in points if nothing else is played for."""
    accounts, settlement = book.settled.accounts, book.settled.settlement
    payments = [(payment, build_euro_cell(payment.amount)) for payment in settlement.payments]
    payments += [(point, build_amount_cell(point.amount, book.total_kind)) for point in settlement.in_points]
    return [
        WallPayment(
            accounts[payment.payer].name,
            _("Donation box") if payment.getter == BOX else accounts[payment.getter].name,
            amount,
        )
        for payment, amount in payments
    ]


def format_box(book: EveningBook) -> list[str]:
    """Return what the donation box gets; nothing without one."""
    agreed, settlement = book.settled.agreed, book.settled.settlement
    if not agreed.donation:
        return []
    amount = format_cents(settlement.box_cents) if agreed.rate else format_points(settlement.box)
    return [": ".join((_("Donation box"), amount))]


class PotLine(NamedTuple):
    """A line of the Pagatkassa; cents, by account."""

    words: str
    number: int
    moves: tuple[int, ...]
    left: int


def list_pot_lines(book: EveningBook) -> Iterator[PotLine]:
    """Yield what moved something in the Pagatkassa, and last its division."""
    settled = book.settled
    for row in build_pot_rows(book.data.book, settled):
        yield PotLine(row.words, row.number, row.moves, row.pot)
    words = [_("left in the Pagatkassa, divided equally")]
    if settled.pot is not None and settled.pot.odd:
        words.append(_("odd cents by lot, number %(lot)s") % {"lot": settled.lot})
    yield PotLine("; ".join(words), 0, settled.pot_moves[-1], 0)


def build_pot_table(book: EveningBook) -> FileTable:
    """Build the table of the Pagatkassa."""
    columns = (
        Column("words", _("What"), width=40),
        Column("number", _("No."), lambda line: line.number or "", COUNT, 6),
        *(_build_move_column(player) for player in book.players),
        Column("left", _("in it"), "left", EURO, 11, _build_left),
    )
    names = {f"{POT}_{player.number}": format_column_name(1 + player.number) for player in book.players}
    note = _("What everybody got from it or put into it, and what is in it after each line.")
    return FileTable("pot", _("Pagatkassa"), columns, note=note, extras=Extras(names=names, is_landscape=True))


def _build_move_column(player: EveningPlayer) -> Column:
    return Column(f"player_{player.number}", player.name, lambda line: line.moves[player.account_number], EURO, 11)


def _build_left(at: FormulaRow) -> str:
    last = at.table.columns[-2].name
    return f"ROUND(-SUM({at.table.letters['player_1']}${COVERED_ROW}:{at.find_cell(last)}),2)"
