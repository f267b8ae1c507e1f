"""The content of an ods file, as handlers of elements: the rows of its first table."""

from collections.abc import Callable, Mapping
from typing import Any

from tournaments.people.name_lists.rows import LAST_ROW, LONGEST_CELL, MOST_CELLS, ListRow, Unreadable

CONTENT = "content.xml"
_REPEATED_CELL, _REPEATED_ROW = "table:number-columns-repeated", "table:number-rows-repeated"


class OdsTable:
    """The rows of the first table; empty cells and rows that are repeated are not expanded."""

    def __init__(self, most: int) -> None:
        self.rows: list[ListRow] = []
        self._most = most
        self._tables = self._depth = 0
        self._row = 1
        self._times = self._row_times = 1
        self._cells: list[str] = []
        self._text: list[str] = []
        self._paragraphs = self._notes = 0

    def list_handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the callbacks for the reader."""
        return {"start": self._start, "end": self._end, "text": self._say}

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "table:table":
            self._tables += not self._depth
            self._depth += 1
        elif name == "table:table-row":
            self._row_times, self._cells = int(attributes.get(_REPEATED_ROW, 1)), []
            if not 0 < self._row_times <= LAST_ROW or self._row > 2 * LAST_ROW:
                raise Unreadable("no_workbook")
        elif name in ("table:table-cell", "table:covered-table-cell"):
            self._times, self._text, self._paragraphs = int(attributes.get(_REPEATED_CELL, 1)), [], 0
        elif name == "text:p":
            self._text += [" "] if self._paragraphs else []
            self._paragraphs += 1
        elif name == "text:s":
            self._text.append(" ")
        elif name == "office:annotation":
            self._notes += 1

    def _end(self, name: str) -> None:
        if name == "table:table":
            self._depth -= 1
        elif name in ("table:table-cell", "table:covered-table-cell"):
            room = max(0, MOST_CELLS - len(self._cells))
            self._cells += ["".join(self._text).strip()[:LONGEST_CELL]] * min(self._times, room)
        elif name == "table:table-row":
            self._close_row()
        elif name == "office:annotation":
            self._notes -= 1

    def _say(self, text: str) -> None:
        if self._paragraphs and not self._notes:
            self._text.append(text)

    def _close_row(self) -> None:
        """Keep a row of the first table, as often as it is repeated."""
        cells = tuple(self._cells)
        while cells and not cells[-1]:
            cells = cells[:-1]
        if cells and self._tables == 1:
            if len(self.rows) + self._row_times > self._most:
                raise Unreadable("too_many_rows")
            self.rows += [ListRow(self._row + at, cells) for at in range(self._row_times)]
        self._row += self._row_times
