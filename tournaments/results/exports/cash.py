"""The cash box: fees paid, prizes bought, other movements; it adds up."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.amounts import format_points
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.files import FileTable, FormulaRow, OpenTable
from tarockclub.kit.xlsx.cells import AMOUNT, COUNT, EURO, MOMENT, SUM
from tournaments.core.cash_journal.journal import FEES, PRIZE
from tournaments.core.cash_journal.messages import format_move_kind
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.core.settings import TOURNAMENT
from tournaments.core.table_names import name_table
from tournaments.results.cash.donations import CashDonation, DonationBox, load_donations
from tournaments.results.exports.data import TournamentData


class CashRow(NamedTuple):
    """A movement of the cash box in cents; `formula`: the source of the amount in the workbook."""

    what: str
    cents: int | None  # None: the last line
    balance: int
    formula: str = ""
    at: datetime | None = None
    kind: str = ""
    table: str = ""  # the table of the donation
    party: str = ""  # the payer or recipient
    voucher: str = ""  # number of the receipt that somebody has brought


def _build_balance_formula(at: FormulaRow) -> str:
    if at.look == SUM:
        return at.sum_up("amount")
    return at.find_cell("amount") if at.is_first else f"{at.find_cell('balance', 1)}+{at.find_cell('amount')}"


MOVE_COLUMNS = (
    Column("at", _("When"), kind=MOMENT, width=17),
    Column("what", _("What"), width=50),
    Column("amount", _("Amount"), "cents", kind=EURO, width=14, formula=lambda at: at.row.formula),
    Column("balance", _("In the cash box"), kind=EURO, width=16, formula=_build_balance_formula),
    Column("kind", _("Kind"), width=20),
)
CASH = FileTable(
    "cash",
    _("Cash box"),
    (
        *MOVE_COLUMNS,
        Column("table", _("Table"), width=16),
        Column("party", _("From or to"), width=24),
        Column("voucher", _("Receipt no."), width=14),
    ),
    reckons=True,
)


class DonationRow(NamedTuple):
    """The donation of a table, or of all of them."""

    by: str  # the players who put it in
    points: int  # sixths
    cents: int
    known: str
    round: int | None = None
    table: int | None = None


DONATIONS = FileTable(
    "donations",
    _("Donation box"),
    (
        Column("round", _("Round"), kind=COUNT, width=8),
        Column("table", _("Table"), kind=COUNT, width=8),
        Column("by", _("Who pays in (money)"), width=50),
        Column("points", _("Points"), kind=AMOUNT, width=10, formula=lambda at: at.sum_up("points")),
        Column("cents", _("Should be in it"), kind=EURO, width=12, formula=lambda at: at.sum_up("cents")),
        Column("known", _("Origin"), width=34),
    ),
    reckons=True,
    still=2,
)


def write_cash(data: TournamentData, cash: OpenTable, entries: OpenTable, prizes: OpenTable) -> None:
    """Write the movements with the balance after each, and their sum."""
    moves = list(_list_moves(data, entries, prizes))
    cash.write(moves)
    cash.write([CashRow(gettext("In the cash box"), None, moves[-1].balance if moves else 0)], SUM)


def _list_moves(data: TournamentData, entries: OpenTable, prizes: OpenTable) -> Iterator[CashRow]:
    box, balance = load_cash_box(data.tournament), 0
    paid, rounds = entries.list_cells("paid"), entries.list_cells("round")
    once = data.settings.fee_per == TOURNAMENT
    for fee in box.fees:
        text = gettext("Entry fees paid in round %(number)s") if once else gettext("Entry fees, round %(number)s")
        balance += fee.cents
        formula = f"SUMIFS({paid},{rounds},{fee.round})"
        yield CashRow(text % {"number": fee.round}, fee.cents, balance, formula, kind=format_move_kind(FEES))
    if box.bought:
        balance -= box.bought
        cost = f"-SUM({prizes.list_cells('cost')})"
        yield CashRow(gettext("Prizes bought"), -box.bought, balance, cost, kind=format_move_kind(PRIZE))
    for move in box.moves:
        balance += move.cents
        table = name_table(move.table, move.round, begins=True) if move.table else ""
        cells = {"kind": format_move_kind(move.what), "table": table, "party": move.party, "voucher": move.voucher}
        yield CashRow(move.reason, move.cents, balance, at=move.at, **cells)


def write_donations(data: TournamentData, donations: OpenTable) -> None:
    """Write the donations table by table, and their sum."""
    box = DonationBox(load_donations(data.tournament))
    donations.write(map(_build_donation_row, box.tables))
    remark = gettext("at least") if box.at_least else ""
    donations.write([DonationRow(gettext("Together"), box.sixths, box.cents, remark)], SUM)


def _build_donation_row(donation: CashDonation) -> DonationRow:
    by = ", ".join(f"{payer.name}: {format_points(payer.sixths)}" for payer in donation.by)
    remark = gettext("as counted by the table") if donation.counted is not None else ""
    if donation.at_least:
        remark = gettext("at least: only final totals are known")
    return DonationRow(by, donation.sixths, donation.cents, remark, donation.round, donation.table)
