"""The workbook of an evening: its sheets in order, and the name of its file."""

import re

from django.utils.translation import gettext as _

from scoring.exports.corrections import changed_page
from scoring.exports.data import Told, told
from scoring.exports.house_rules import rules_page
from scoring.exports.labels import when
from scoring.exports.settlement import settled_page
from scoring.exports.statistics import statistics_page
from scoring.exports.written_sheet import written_page
from scoring.models import GameTable
from scoring.xlsx.cells import Page, in_values
from scoring.xlsx.safe_text import sheet_titles

LONGEST_NAME = 100
_NOT_IN_A_FILE_NAME = re.compile(r"[^\w ,.()+-]+")


def workbook(table: GameTable, language: str) -> tuple[str, bytes]:
    """An evening as an xlsx file, with a name for it."""
    from scoring.xlsx.writer import written  # it loads openpyxl, which only this needs

    evening = told(table, language)
    foot = f"{table.club.name} – {when(evening.started)}"
    return file_name(evening), written(pages(evening), foot=foot, english=language.startswith("en"))


def pages(told: Told) -> list[Page]:
    """The sheets of an evening."""
    wanted = (
        _("Score sheet"),
        _("Score sheet (values)"),
        _("Corrections"),
        _("Statistics"),
        _("Settlement"),
        _("House rules"),
    )
    sheet, values, changed, statistics, settled, rules = sheet_titles(wanted)
    written, layout = written_page(told, sheet)
    return [
        written,
        in_values(written, values),
        changed_page(told, changed),
        statistics_page(told, statistics, sheet, layout),
        settled_page(told, settled),
        rules_page(told, rules),
    ]


def file_name(told: Told) -> str:
    """What the file is called: club, day, players; nothing that a disk or a header would not take.

    The order of the parts sorts the files of a club by day.
    """
    day = told.started.strftime("%Y-%m-%d")
    players = ", ".join(seat.name for seat in told.columns)
    name = _NOT_IN_A_FILE_NAME.sub(" ", f"{told.table.club.name} {day} {players}")
    return " ".join(name[:LONGEST_NAME].split()).strip(". ") + ".xlsx"
