"""The registrations before the day: who, from where, with whom, and what has become of it."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.reports.exports.data import convert_to_local
from tarockclub.kit.xlsx.cells import COUNT, MOMENT, Cell, build_text_cell, count_cell
from tournaments.people.registration.page import format_application_state, list_registration_rows
from tournaments.results.exports.data import TournamentData
from tournaments.results.exports.schema import ExportColumn, ExportTable, Row


def has_registrations(data: TournamentData) -> bool:
    """Tell whether anybody has registered before the day."""
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
    title = _("Registrations before the day")
    return ExportTable("registrations", title, f"{data.tournament.name} – {title}", columns, still=2, filtered=True)


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
