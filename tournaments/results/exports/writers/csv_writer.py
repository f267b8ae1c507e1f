"""The tables of a tournament as CSV: one file for each, packed together, as the German Excel reads them.

UTF-8 with BOM, semicolons, the language's decimal mark. Text that a spreadsheet would take for a formula begins with '.
"""

import io
import tempfile
import zipfile
from pathlib import Path
from typing import IO

from tarockclub.kit.tables.files import FileTable, OpenTable, Row
from tarockclub.kit.xlsx.csv_text import BOM, format_csv_line


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

    def begin_sheet(self, title: str, heading: str, widths: tuple[int, ...]) -> None:
        """Do nothing: a written sheet is no table; its hands are in the table of hands."""
        return

    def save(self, target: IO[bytes]) -> None:
        """Pack everything into one file."""
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
            for file in self._files:
                with new.open(f"{file.table.name}.csv", "w") as part:
                    file.pour(part)
