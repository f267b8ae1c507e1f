"""The tables of a tournament as one JSON text: for each its columns, and its rows as lists of values in their order."""

import json
import tempfile
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from tarockclub.kit.tables.files import FIRST_ROW, FileTable, OpenTable, Row
from tarockclub.kit.xlsx.cells import Value
from tarockclub.kit.xlsx.safe_text import clean_xml_text

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

    def begin_sheet(self, title: str, heading: str, widths: tuple[int, ...]) -> None:
        """Do nothing: a written sheet is no table; its hands are in the table of hands."""
        return

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
