"""The formats in which tables are written: a workbook, CSV, JSON; pages, jobs, seasons and the API read FORMS."""

import io
import json
import tempfile
import zipfile
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tarockclub.kit.tables.table import COVERED_ROW, FIRST_ROW, FileTable, OpenTable, Row
from tarockclub.kit.time_source import now
from tarockclub.kit.xlsx.cells import (
    Cover,
    Value,
    WorkbookPage,
    build_name,
    build_sheet_titles,
    clean_xml_text,
)
from tarockclub.kit.xlsx.csv_text import BOM, format_csv_line
from tarockclub.kit.xlsx.writer import XlsxFile, XlsxSheet
from tarockclub.platform.server import downloads


class TableSheet(OpenTable):
    """The sheet of a table."""

    def __init__(self, table: FileTable, sheet: XlsxSheet) -> None:
        super().__init__(table)
        self._sheet = sheet

    def write_cells(self, row: Row) -> None:
        """Write a row."""
        self._sheet.add(row)


class Workbook:
    """Writer of a workbook whose tables are table objects, with names for their columns; `folder`: for its parts."""

    def __init__(self, owner: str, *, foot: str, english: bool, cover: Cover, folder: Path | None = None) -> None:
        self._owner = owner  # the name of what is exported
        self._book = XlsxFile(foot=foot, english=english, in_parts=True, folder=folder, cover=cover)
        self._titles: list[str] = []

    def open(self, table: FileTable, *, last: bool = False) -> TableSheet:
        """Begin the sheet of a table; `last`: after all that are not."""
        heading = str(table.heading) or f"{self._owner} – {table.about or table.title}"
        title = self._choose_title(str(table.title))
        page = table.build_covered_page(title, heading, self._choose_table_name(title))
        return TableSheet(replace(table, first=COVERED_ROW), self._book.begin(page, last=last))

    def add_page(self, page: WorkbookPage, below: Iterable[Row] = (), *, last: bool = False) -> None:
        """Add a sheet that is no table; `below`: more rows, `last`: after all that are not."""
        sheet = self._book.begin(page._replace(title=self._choose_title(page.title)), last=last)
        for row in below:
            sheet.add(row)

    def _choose_table_name(self, title: str) -> str:
        """Return the name of a table object, unique regardless of case."""
        name = build_name("Tab", title)
        is_taken = name.casefold() in (build_name("Tab", other).casefold() for other in self._titles[:-1])
        return f"{name}_{len(self._titles)}" if is_taken else name

    def _choose_title(self, title: str) -> str:
        self._titles = build_sheet_titles([*self._titles, title])
        return self._titles[-1]

    def save(self, target: IO[bytes]) -> None:
        """Pack everything into one file."""
        self._book.save(target)


# CSV as the German Excel reads it: UTF-8 with BOM, semicolons, the language's decimal mark. Text that a spreadsheet
# would take for a formula begins with '.


class File(OpenTable):
    """One table on its way into a file."""

    def __init__(self, table: FileTable, *, decimal_comma: bool, folder: Path | None) -> None:
        super().__init__(table)
        self._comma = decimal_comma
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 -- closed when it is packed
        self._text = io.TextIOWrapper(self._file, "utf-8", newline="", write_through=False)
        self._text.write(BOM)
        self.write_cells(table.build_heads())

    def write_cells(self, row: Row) -> None:
        """Write a row as a line."""
        self._text.write(format_csv_line(row, decimal_comma=self._comma))

    def pour(self, part: IO[bytes]) -> None:
        """Write all of it, and forget it."""
        self._text.flush()
        self._file.seek(0)
        while piece := self._file.read(1 << 20):
            part.write(piece)
        self._text.close()


class CsvFiles:
    """Writer of a zip of CSV files."""

    def __init__(self, *, decimal_comma: bool, folder: Path | None = None) -> None:
        self._comma, self._folder = decimal_comma, folder
        self._files: list[File] = []

    def open(self, table: FileTable) -> File:
        """Begin the file of a table."""
        self._files.append(File(table, decimal_comma=self._comma, folder=self._folder))
        return self._files[-1]

    def save(self, target: IO[bytes]) -> None:
        """Pack everything into one file."""
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
            for file in self._files:
                with new.open(f"{file.table.name}.csv", "w") as part:
                    file.pour(part)


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


class JsonPart(OpenTable):
    """One table on its way into the text."""

    def __init__(self, table: FileTable, folder: Path | None) -> None:
        super().__init__(table)
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 -- closed when it is written

    def write_cells(self, row: Row) -> None:
        """Write a row as a list of values."""
        separator = "," if self.next > FIRST_ROW else ""
        self._file.write(f"{separator}\n{_encode([convert_value(cell.value) for cell in row])}".encode())

    def pour(self, target: IO[bytes]) -> None:
        """Write all of it, and forget it."""
        columns = [
            {"id": column.name, "heading": str(column.title), "kind": column.kind} for column in self.table.columns
        ]
        target.write(f'{_encode(self.table.name)}:{{"title":{_encode(str(self.table.title))},'.encode())
        target.write(f'"columns":{_encode(columns)},"rows":['.encode())
        with self._file as file:
            file.seek(0)
            while piece := file.read(1 << 20):
                target.write(piece)
        target.write(b"]}")


class JsonText:
    """Writer of a JSON text; `about` describes its subject."""

    def __init__(self, about: dict[str, Any], folder: Path | None = None) -> None:
        self._about, self._folder = about, folder
        self._parts: list[JsonPart] = []

    def open(self, table: FileTable) -> JsonPart:
        """Begin a table."""
        self._parts.append(JsonPart(table, self._folder))
        return self._parts[-1]

    def save(self, target: IO[bytes]) -> None:
        """Write everything into one file."""
        target.write(f'{{"about":{_encode(self._about)},"tables":{{'.encode())
        for index, part in enumerate(self._parts):
            target.write(b",\n" if index else b"\n")
            part.pour(target)
        target.write(b"}}\n")


def convert_value(value: Value) -> str | int | float | None:
    """Return a value as JSON has it; moments as text.

    >>> convert_value(datetime(2026, 1, 6, 18)), convert_value(-3.5), convert_value(None)
    ('2026-01-06T18:00:00', -3.5, None)
    """
    if isinstance(value, datetime):
        return value.isoformat()
    return clean_xml_text(value) if isinstance(value, str) else value


Form = Literal["xlsx", "csv", "json"]
XLSX, CSV, JSON = "xlsx", "csv", "json"


class Format(NamedTuple):
    """A format: how it is offered and named."""

    title: Promise
    purpose: Promise | str  # "": each export says what a workbook of it is for
    ending: str
    media_type: str


FORMS: dict[str, Format] = {
    XLSX: Format(gettext_lazy("Workbook"), "", ".xlsx", downloads.XLSX),
    CSV: Format(
        gettext_lazy("CSV files"),
        gettext_lazy("The same tables without formulas, packed together: for other programs."),
        ".csv.zip",
        downloads.ZIP,
    ),
    JSON: Format(gettext_lazy("JSON"), gettext_lazy("The same tables for programmers."), ".json", "application/json"),
}
MEDIA_TYPES = sorted({form.media_type for form in FORMS.values()})


def create_table_writer(
    form: str, about: dict[str, str], *, english: bool, folder: Path | None = None
) -> CsvFiles | JsonText:
    """Return a writer of tables as CSV or JSON; `about`: what is exported, `folder`: for temporary files."""
    if form == CSV:
        return CsvFiles(decimal_comma=not english, folder=folder)
    return JsonText(about | {"made": now().isoformat()}, folder)
