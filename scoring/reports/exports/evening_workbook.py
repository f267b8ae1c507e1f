"""The workbook of an evening: its sheets in order, and the name of its file."""

from django.utils.translation import gettext as _

from scoring.models import GameTable
from scoring.reports.exports.corrections import build_corrections_page
from scoring.reports.exports.data import EveningData, load_evening_data
from scoring.reports.exports.house_rules import build_rules_page
from scoring.reports.exports.settlement import build_settlement_page
from scoring.reports.exports.statistics import build_statistics_page
from scoring.reports.exports.written_sheet import build_written_page
from tarockclub.kit.days import format_day
from tarockclub.kit.tables.files import render_workbook
from tarockclub.kit.xlsx.cells import WorkbookPage, replace_formulas
from tarockclub.kit.xlsx.safe_text import build_sheet_titles
from tarockclub.platform.server.downloads import clean_file_name


def build_workbook(table: GameTable, language: str) -> tuple[str, bytes]:
    """Return an evening as an xlsx file, with its file name."""
    evening = load_evening_data(table, language)
    foot = f"{table.club.name} – {format_day(evening.started)}"
    return format_evening_file_name(evening), render_workbook(
        build_evening_pages(evening), foot=foot, language=language
    )


def build_evening_pages(data: EveningData) -> list[WorkbookPage]:
    """Return the sheets of the workbook."""
    titles = (
        _("Score sheet"),
        _("Score sheet (values)"),
        _("Corrections"),
        _("Statistics"),
        _("Settlement"),
        _("House rules"),
    )
    sheet, values, changed, statistics, settled, rules = build_sheet_titles(titles)
    written, layout = build_written_page(data, sheet)
    return [
        written,
        replace_formulas(written, values),
        build_corrections_page(data, changed),
        build_statistics_page(data, statistics, sheet, layout),
        build_settlement_page(data, settled),
        build_rules_page(data, rules),
    ]


def format_evening_file_name(data: EveningData) -> str:
    """Return the file name: club, day, players; without characters that a disk or a header would refuse.

    The order of the parts sorts the files of a club by day.
    """
    day = data.started.strftime("%Y-%m-%d")
    players = ", ".join(seat.name for seat in data.columns)
    return clean_file_name(f"{data.table.club.name} {day} {players}", ".xlsx")
