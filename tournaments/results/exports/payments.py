"""The fees one by one: the moment of each payment or refund, by whom, and who recorded it."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.reports.exports.data import convert_to_local
from tarockclub.kit.xlsx.cells import COUNT, EURO, MOMENT, Cell, build_euro_cell, build_text_cell, count_cell
from tournaments.results.cash.payments import load_fee_moves
from tournaments.results.exports.data import TournamentData
from tournaments.results.exports.schema import ExportColumn, ExportTable, Row


def build_payments_table(data: TournamentData) -> ExportTable:
    """Build the columns of the payments."""
    columns = (
        ExportColumn("at", _("When"), MOMENT, 17),
        ExportColumn("round", _("Round"), COUNT, 8),
        ExportColumn("number", _("Start no."), COUNT, 9),
        ExportColumn("name", _("Name"), width=30),
        ExportColumn("amount", _("Amount"), EURO, 12),
        ExportColumn("what", _("What"), width=16),
        ExportColumn("by", _("Entered by"), width=24),
    )
    title = _("Entry fee payments")
    return ExportTable("payments", title, f"{data.tournament.name} – {title}", columns, still=1, filtered=True)


def build_payment_rows(data: TournamentData) -> Iterator[Row]:
    """Yield each fee that was paid or given back, the first one first."""
    for move in load_fee_moves(data.tournament):
        player = data.entrants.get(move.entrant)
        yield (
            Cell(convert_to_local(move.at), MOMENT),
            count_cell(move.round),
            count_cell(player.number) if player is not None else Cell(None, COUNT),
            build_text_cell(player.name if player is not None else ""),
            build_euro_cell(move.cents),
            build_text_cell(_("paid") if move.cents > 0 else _("refunded")),
            build_text_cell(move.by),
        )
