"""Rows noted one by one: registrations before the day, payments of the fees, rulings (§5)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.reports.exports.data import convert_to_local
from tarockclub.kit.xlsx.cells import COUNT, EURO, MOMENT, Cell, build_euro_cell, build_text_cell, count_cell
from tournaments.hall.rulings.selectors import load_register
from tournaments.people.registration.page import format_application_state, list_registration_rows
from tournaments.results.cash.payments import load_fee_moves
from tournaments.results.exports.data import TournamentData
from tournaments.results.exports.schema import ExportColumn, ExportTable, Row, build_export_table


def has_registrations(data: TournamentData) -> bool:
    """Return whether anybody has registered before the day."""
    return list_registration_rows(data.tournament).exists()


def build_registrations_table(data: TournamentData) -> ExportTable:
    """Build the columns of the registrations."""
    columns = (
        ExportColumn("at", _("When"), MOMENT, 17),
        ExportColumn("name", _("Name"), width=30),
        ExportColumn("town", _("Town"), width=18),
        ExportColumn("partner", _("Partner or team"), width=24),
        ExportColumn("remark", _("Remark"), width=40),
        ExportColumn("state", _("State"), width=14),
        ExportColumn("number", _("Start no."), COUNT, 9),
    )
    return build_export_table(
        data.tournament.name, "registrations", _("Registrations before the day"), columns, still=2, filtered=True
    )


def build_registration_rows(data: TournamentData) -> Iterator[Row]:
    """Yield the registrations in the order in which they came."""
    for row in list_registration_rows(data.tournament).order_by("at", "pk").iterator():
        yield (
            Cell(convert_to_local(row.at), MOMENT),
            build_text_cell(row.name.text),
            build_text_cell(row.town),
            build_text_cell(row.partner.text if row.partner is not None else ""),
            build_text_cell(row.remark.text if row.remark is not None else ""),
            build_text_cell(format_application_state(row)),
            count_cell(row.entrant.number) if row.entrant is not None else Cell(None, COUNT),
        )


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
    return build_export_table(
        data.tournament.name, "payments", _("Entry fee payments"), columns, still=1, filtered=True
    )


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


def build_rulings_table(data: TournamentData) -> ExportTable:
    """Build the columns of the rulings."""
    columns = (
        ExportColumn("number", _("No."), COUNT, 6),
        ExportColumn("at", _("When"), MOMENT, 17),
        ExportColumn("round", _("Round"), COUNT, 7),
        ExportColumn("table", _("Table"), COUNT, 7),
        ExportColumn("decided_by", _("Decided by"), width=26),
        ExportColumn("text", _("Ruling"), width=60),
        ExportColumn("deed", _("What it brought about"), width=24),
        ExportColumn("corrects", _("Corrects no."), COUNT, 13),
        ExportColumn("entered_by", _("Entered by"), width=20),
    )
    about = _("Rulings of the referees")
    return build_export_table(data.tournament.name, "rulings", _("Rulings"), columns, about=about, still=1)


def build_ruling_rows(data: TournamentData) -> Iterator[Row]:
    """Yield all rulings, in their order."""
    for ruling in load_register(data.tournament):
        yield (
            count_cell(ruling.number),
            Cell(convert_to_local(ruling.at), MOMENT),
            count_cell(ruling.round),
            count_cell(ruling.table),
            build_text_cell(ruling.decided_by),
            build_text_cell(ruling.text),
            build_text_cell(ruling.deed_said),
            count_cell(ruling.corrects) if ruling.corrects else Cell(None, COUNT),
            build_text_cell(ruling.entered_by),
        )
