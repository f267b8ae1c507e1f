"""The parts of an xlsx file that hold the text of its cells, as handlers of elements."""

import posixpath
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tournaments.people.name_lists.rows import LAST_ROW, LONGEST_CELL, MOST_CELLS, ListRow, Unreadable

NAMES_OF_SHEETS = "xl/workbook.xml"
WAYS_TO_SHEETS = "xl/_rels/workbook.xml.rels"
SHARED_STRINGS = "xl/sharedStrings.xml"
MOST_STRINGS = 200_000
Handlers = dict[str, Callable[..., Any]]


def find_first_sheet(sheets: Sequence[Mapping[str, str]], ways: Sequence[Mapping[str, str]]) -> str:
    """Return the member that holds the first sheet; KeyError where there is none.

    >>> find_first_sheet([{"name": "A", "r:id": "x1"}], [{"Id": "x1", "Target": "worksheets/sheet1.xml"}])
    'xl/worksheets/sheet1.xml'
    """
    targets = {way.get("Id", ""): way.get("Target", "") for way in ways}
    for sheet in sheets:
        mark = next((value for name, value in sheet.items() if name.rpartition(":")[2] == "id"), "")
        if mark in targets:
            target = targets[mark]
            return posixpath.normpath(target.lstrip("/") if target.startswith("/") else f"xl/{target}")
    raise KeyError("sheet")


class Strings:
    """The texts that cells name by their number."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._text: list[str] = []
        self._takes = self._sounds = False  # inside <t>; inside how it is pronounced (<rPh>)

    def list_handlers(self) -> Handlers:
        """Return the callbacks for the reader."""
        return {"start": self._start, "end": self._end, "text": self._say}

    def _start(self, name: str, _attributes: Mapping[str, str]) -> None:
        tag = name.rpartition(":")[2]
        self._sounds = self._sounds or tag == "rPh"
        self._takes = tag == "t" and not self._sounds

    def _end(self, name: str) -> None:
        tag = name.rpartition(":")[2]
        self._takes = False
        if tag == "rPh":
            self._sounds = False
        if tag == "si":
            if len(self.found) >= MOST_STRINGS:
                raise Unreadable("too_large")
            self.found.append("".join(self._text)[:LONGEST_CELL])
            self._text.clear()

    def _say(self, text: str) -> None:
        if self._takes:
            self._text.append(text)


class SheetRows:
    """The rows of a sheet: text as it is, numbers as whole numbers where they are whole."""

    def __init__(self, strings: Sequence[str], most: int) -> None:
        self.rows: list[ListRow] = []
        self._strings, self._most = strings, most
        self._row, self._column, self._kind = 0, -1, ""
        self._cells: dict[int, str] = {}
        self._text: list[str] = []
        self._takes = False

    def list_handlers(self) -> Handlers:
        """Return the callbacks for the reader."""
        return {"start": self._start, "end": self._end, "text": self._say}

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        tag = name.rpartition(":")[2]
        if tag == "row":
            self._row = int(attributes.get("r", self._row + 1))
            if not 0 < self._row <= LAST_ROW:
                raise Unreadable("no_workbook")
            self._cells, self._column = {}, -1
        elif tag == "c":
            self._column = parse_column(attributes.get("r", "")) if "r" in attributes else self._column + 1
            self._kind = attributes.get("t", "n")
            self._text.clear()
        self._takes = tag in ("v", "t")

    def _end(self, name: str) -> None:
        tag = name.rpartition(":")[2]
        self._takes = False
        if tag == "c" and 0 <= self._column < MOST_CELLS:
            self._cells[self._column] = self._read_value("".join(self._text))
        elif tag == "row" and any(self._cells.values()):
            last = max(self._cells)
            self.rows.append(ListRow(self._row, tuple(self._cells.get(at, "") for at in range(last + 1))))
            if len(self.rows) > self._most:
                raise Unreadable("too_many_rows")

    def _say(self, text: str) -> None:
        if self._takes:
            self._text.append(text)

    def _read_value(self, text: str) -> str:
        if self._kind == "s":
            at = int(text)
            return self._strings[at].strip() if 0 <= at < len(self._strings) else ""
        if self._kind == "e":
            return ""  # an error such as #N/A is not a name
        whole, _, rest = text.partition(".")
        return whole if self._kind == "n" and rest.strip("0") == "" else text.strip()[:LONGEST_CELL]


def parse_column(place: str) -> int:
    """Parse the column of a cell's place, from 0; -1 for none.

    >>> parse_column("A1"), parse_column("C12"), parse_column("AA3"), parse_column("12")
    (0, 2, 26, -1)
    """
    column = 0
    for char in place[:3]:
        if not "A" <= char <= "Z":
            break
        column = 26 * column + ord(char) - ord("A") + 1
    return column - 1
