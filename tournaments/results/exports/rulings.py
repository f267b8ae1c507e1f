"""The register of rulings (§5) as a table."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.reports.exports.data import convert_to_local
from tarockclub.kit.xlsx.cells import COUNT, MOMENT, Cell, build_text_cell, count_cell
from tournaments.hall.rulings.selectors import RulingLine, load_register
from tournaments.results.exports.data import TournamentData
from tournaments.results.exports.schema import ExportColumn, ExportTable, Row


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
    return ExportTable("rulings", _("Rulings"), f"{data.tournament.name} – {about}", columns, still=1)


def build_ruling_rows(data: TournamentData) -> Iterator[Row]:
    """Yield all rulings, in their order."""
    return map(_build_row, load_register(data.tournament))


def _build_row(ruling: RulingLine) -> Row:
    return (
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
