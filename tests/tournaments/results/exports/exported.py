"""Tournaments as workbooks and tables, for the tests of the export."""

import csv
import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.utils import translation

from tarockclub.kit.tables.table import FileTable, OpenTable, Row
from tarockclub.kit.xlsx.cells import Cell
from tests.scoring.support.exports import open_workbook, opened_values
from tournaments.models import Tournament
from tournaments.results.exports.data import load_tournament_data
from tournaments.results.exports.formats import CSV, JSON, XLSX
from tournaments.results.exports.services import write_export, write_tables


def fresh(tournament: Tournament) -> Tournament:
    """The tournament as it is now."""
    return Tournament.objects.select_related("club", "sheet_version").get(pk=tournament.pk)


def file_of(tournament: Tournament, folder: Path, form: str = XLSX, language: str = "en") -> bytes:
    """The file of a tournament, as its process makes it."""
    target = folder / f"export.{form}"
    with translation.override(language):
        write_export(fresh(tournament), form, language, target, lambda _tables: None)
    return target.read_bytes()


def book_of(tournament: Tournament, folder: Path, language: str = "en") -> Any:
    """Its workbook with formulas."""
    return open_workbook(file_of(tournament, folder, XLSX, language))


def values_of(tournament: Tournament, folder: Path, language: str = "en") -> Any:
    """Its workbook with what formulas come to, as the file says."""
    return opened_values(file_of(tournament, folder, XLSX, language))


def csv_of(tournament: Tournament, folder: Path, language: str = "en") -> dict[str, list[list[str]]]:
    """Its tables as CSV, by name, read as a German Excel reads them."""
    with zipfile.ZipFile(io.BytesIO(file_of(tournament, folder, CSV, language))) as files:
        texts = {name.removesuffix(".csv"): files.read(name).decode("utf-8") for name in files.namelist()}
    assert all(text.startswith("\ufeff") for text in texts.values())
    return {name: list(csv.reader(io.StringIO(text[1:]), delimiter=";")) for name, text in texts.items()}


def json_of(tournament: Tournament, folder: Path) -> dict[str, Any]:
    """Its tables as JSON."""
    found: dict[str, Any] = json.loads(file_of(tournament, folder, JSON))
    return found


class Taken:
    """Takes the tables of an export as they come."""

    def __init__(self) -> None:
        self.tables: dict[str, FileTable] = {}
        self.rows: dict[str, list[tuple[Cell, ...]]] = {}

    def open(self, table: FileTable) -> "TakenRows":
        """Begin a table."""
        self.tables[table.name], self.rows[table.name] = replace(table, title=str(table.title)), []
        return TakenRows(table, self.rows[table.name])

    def values(self, name: str) -> list[dict[str, Any]]:
        """The rows of a table, each by the names of its columns."""
        names = [column.name for column in self.tables[name].columns]
        return [dict(zip(names, [cell.value for cell in row], strict=True)) for row in self.rows[name]]


class TakenRows(OpenTable):
    """The rows of one table."""

    def __init__(self, table: FileTable, rows: list[tuple[Cell, ...]]) -> None:
        super().__init__(table)
        self._rows = rows

    def write_cells(self, row: Row) -> None:
        """Another row."""
        self._rows.append(tuple(row))


def taken(tournament: Tournament, language: str = "en") -> Taken:
    """The tables of a tournament."""
    found = Taken()
    with translation.override(language):
        write_tables(load_tournament_data(fresh(tournament)), found)
    return found
