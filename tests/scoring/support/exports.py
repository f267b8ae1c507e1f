"""Evenings as workbooks, for the tests of the export."""

import re
from io import BytesIO
from typing import Any

import openpyxl
from django.utils import translation

from scoring.engine.evening.course import Seating
from scoring.models import GameTable
from scoring.reports.exports.evening_book import load_evening_data
from scoring.reports.exports.evening_workbook import build_evening_pages, build_workbook
from scoring.table.corrections import changes
from tarockclub.kit.xlsx.cells import WorkbookPage
from tests.scoring.support.evenings import change_book
from tests.scoring.support.tables import NAMES, dreier, new_table, play, strike
from tests.scoring.support.tampering import numbers, person

FIVE = (*NAMES, "Emil")
THIRDS = {"plays": [{"contract": "trischaken", "declarer": 0, "points": ["20", "20", "20", "10"]}]}
TITLES = ["Aushang", "Schrift", "Spieler", "Runden", "Regeln"]
HEADS = 3  # the row of the headings of a table


def evening_of_five() -> GameTable:
    """Five at the table and thirds of points; a Radl, a void deal, a redeal, a struck hand, a correction, a change."""
    table = new_table("treffpunkt", 0, FIVE)
    play(table, dreier(0))
    play(table, THIRDS)
    play(table, dreier(1))
    change_book(table, changes.void_next_deal(), "verworfen")
    change_book(table, changes.redeal(), "Karte verkehrt")
    play(table, dreier(0))
    strike(table, "falscher Spieler")
    play(table, dreier(3))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3, 4), came=((2, person("Fini")),))), "")
    change_book(table, changes.correct_hand(numbers(table)[0], dreier(0, result="lost")), "doch verloren")
    play(table, dreier(2))
    return GameTable.objects.get(pk=table.pk)


def pages_of(table: GameTable, language: str = "de") -> dict[str, WorkbookPage]:
    """The sheets of an evening as plain cells, by title."""
    with translation.override(language):
        fresh = GameTable.objects.select_related("sheet_version").get(pk=table.pk)
        return {page.title: page for page in build_evening_pages(load_evening_data(fresh, language))}


def values(page: WorkbookPage) -> list[list[Any]]:
    """Return the values on a sheet, row by row."""
    return [[cell.value for cell in row] for row in page.rows]


def records(page: WorkbookPage) -> list[dict[str, Any]]:
    """Return the rows of a table by their headings, without what is empty."""
    heads, *rows = values(page)[HEADS - 1 :]
    return [{head: value for head, value in zip(heads, row, strict=True) if value is not None} for row in rows]


def file_of(table: GameTable, language: str = "de") -> bytes:
    """The workbook of an evening as a file."""
    with translation.override(language):
        fresh = GameTable.objects.select_related("sheet_version").get(pk=table.pk)
        return build_workbook(fresh, language)[1]


def open_workbook(content: bytes) -> Any:
    """A workbook as another program reads it."""
    return openpyxl.load_workbook(BytesIO(content))


def opened_values(content: bytes) -> Any:
    """A workbook as another program reads it that shows values and no formulas."""
    return openpyxl.load_workbook(BytesIO(content), data_only=True)


def plain(text: str) -> str:
    """Text as a program shows it that knows what _x005F_ stands for."""
    return re.sub(r"_x([0-9A-F]{4})_", lambda found: chr(int(found[1], 16)), text)


def texts(book: Any) -> list[str]:
    """Everything that stands in cells of a workbook as text."""
    cells = (cell for sheet in book for row in sheet for cell in row)
    return [plain(cell.value) for cell in cells if isinstance(cell.value, str) and cell.data_type == "s"]
