"""The cash box: fees paid, prizes bought, other movements; it adds up."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.reports.exports.data import convert_to_local
from tarockclub.kit.amounts import format_points
from tarockclub.kit.xlsx.cells import (
    AMOUNT,
    COUNT,
    EURO,
    MOMENT,
    SUM,
    Cell,
    build_amount_cell,
    build_euro_cell,
    build_text_cell,
    count_cell,
    format_column_name,
)
from tournaments.core.cash_journal.journal import FEES, PRIZE
from tournaments.core.cash_journal.messages import format_move_kind
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.core.settings import TOURNAMENT
from tournaments.results.cash.donations import CashDonation, DonationBox, load_donations
from tournaments.results.exports.data import TournamentData
from tournaments.results.exports.entries import build_places_table
from tournaments.results.exports.prizes import build_prizes_table
from tournaments.results.exports.schema import FIRST_ROW, ExportColumn, ExportTable, Lines, Row, build_export_table


class CashRow(NamedTuple):
    """A movement of the cash box in cents; `formula`: the source of the amount in the workbook."""

    what: str
    cents: int
    formula: str = ""
    at: datetime | None = None
    kind: str = ""
    table: str = ""  # the table of the donation
    party: str = ""  # the payer or recipient
    voucher: str = ""  # number of the receipt that somebody has brought


def build_cash_table(data: TournamentData) -> ExportTable:
    """Build the columns of the cash box."""
    columns = (
        *list_move_columns(),
        ExportColumn("table", _("Table"), width=16),
        ExportColumn("party", _("From or to"), width=24),
        ExportColumn("voucher", _("Receipt no."), width=14),
    )
    return build_export_table(data.tournament.name, "cash", _("Cash box"), columns, reckons=True)


def list_move_columns() -> tuple[ExportColumn, ...]:
    """Return the columns that each list of movements begins with."""
    return (
        ExportColumn("at", _("When"), MOMENT, 17),
        ExportColumn("what", _("What"), width=50),
        ExportColumn("amount", _("Amount"), EURO, 14),
        ExportColumn("balance", _("In the cash box"), EURO, 16),
        ExportColumn("kind", _("Kind"), width=20),
    )


def build_move_cells(move: CashRow, balance: int, row: int, *, is_first: bool) -> tuple[Cell, ...]:
    """Build the cells of a movement in a row, with the balance after it."""
    before = "" if is_first else f"D{row - 1}+"
    return (
        Cell(convert_to_local(move.at) if move.at is not None else None, MOMENT),
        build_text_cell(move.what),
        build_euro_cell(move.cents, formula=move.formula),
        build_euro_cell(balance, formula=f"{before}C{row}"),
        build_text_cell(move.kind),
    )


def build_cash_rows(data: TournamentData, entries: Lines, prizes: Lines, row: int) -> Iterator[Row]:
    """Yield the movements with the balance after each, from this row on."""
    balance, first = 0, row
    for row, move in enumerate(_list_moves(data, entries, prizes), first):
        balance += move.cents
        cells = build_move_cells(move, balance, row, is_first=row == first)
        yield *cells, *map(build_text_cell, (move.table, move.party, move.voucher))
    last = Cell(None, MOMENT, SUM), build_text_cell(_("In the cash box"), SUM), Cell(None, EURO, SUM)
    whole = build_euro_cell(balance, SUM, formula=f"SUM(C{first}:C{row})" if balance or row > first else "")
    yield (*last, whole, *[build_text_cell("", SUM)] * 4)


def _list_moves(data: TournamentData, entries: Lines, prizes: Lines) -> Iterator[CashRow]:
    box = load_cash_box(data.tournament)
    of_entries, of_prizes = build_places_table(data), build_prizes_table(data)
    paid, rounds = (_format_column_range(entries, of_entries.find_column(name)) for name in ("paid", "round"))
    once = data.settings.fee_per == TOURNAMENT
    for fee in box.fees:
        text = _("Entry fees paid in round %(number)s") if once else _("Entry fees, round %(number)s")
        what = text % {"number": fee.round}
        yield CashRow(what, fee.cents, f"SUMIFS({paid},{rounds},{fee.round})", kind=format_move_kind(FEES))
    if box.bought:
        cost = f"-SUM({_format_column_range(prizes, of_prizes.find_column('cost'))})"
        yield CashRow(_("Prizes bought"), -box.bought, cost, kind=format_move_kind(PRIZE))
    for move in box.moves:
        named = {"round": move.round, "table": move.table}
        table = _("Round %(round)s, table %(table)s") % named if move.table else ""
        said = {"kind": format_move_kind(move.what), "table": table, "party": move.party, "voucher": move.voucher}
        yield CashRow(move.reason, move.cents, at=move.at, **said)


def _format_column_range(lines: Lines, at: int) -> str:
    """Return all cells of a column of another table."""
    letter = format_column_name(at)
    return f"{lines.before}${letter}${FIRST_ROW}:${letter}${lines.next - 1}"


def build_donations_table(data: TournamentData) -> ExportTable:
    """Build the columns of the donations."""
    columns = (
        ExportColumn("round", _("Round"), COUNT, 8),
        ExportColumn("table", _("Table"), COUNT, 8),
        ExportColumn("by", _("Who pays in (money)"), width=50),
        ExportColumn("points", _("Points"), AMOUNT, 10),
        ExportColumn("cents", _("Should be in it"), EURO, 12),
        ExportColumn("known", _("Origin"), width=34),
    )
    return build_export_table(data.tournament.name, "donations", _("Donation box"), columns, reckons=True, still=2)


def build_donation_rows(data: TournamentData, first: int) -> Iterator[Row]:
    """Yield the donations table by table from this row on, and their sum."""
    box = DonationBox(load_donations(data.tournament))
    for table in box.tables:
        by = ", ".join(f"{given.name}: {format_points(given.sixths)}" for given in table.by)
        yield (
            count_cell(table.round),
            count_cell(table.table),
            build_text_cell(by),
            build_amount_cell(table.sixths),
            build_euro_cell(table.cents),
            build_text_cell(format_source(table)),
        )
    last = first + len(box.tables) - 1
    points, cents = (
        f"SUM({letter}{first}:{letter}{last})" if box.tables else "" for letter in map(format_column_name, (3, 4))
    )
    empty = Cell(None, COUNT, SUM)
    yield (
        empty,
        empty,
        build_text_cell(_("Together"), SUM),
        build_amount_cell(box.sixths, AMOUNT, SUM, points),
        build_euro_cell(box.cents, SUM, cents),
        build_text_cell(_("at least") if box.at_least else "", SUM),
    )


def format_source(donation: CashDonation) -> str:
    """Return the source of the amount of a table; "" where its hands were entered."""
    if donation.at_least:
        return _("at least: only final totals are known")
    return _("as counted by the table") if donation.counted is not None else ""
