"""The marks of a workbook's cells that calamine does not tell, by a scan of the same XML.

These are hidden rows, numbers shown with leading zeros, cells that are struck out, errors, and cells so far outside the
list that their rectangle would not fit into the memory.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any
from xml.parsers import expat

from tarockclub.kit.lists.table import LAST_ROW, MOST_CELLS, MOST_LINES, Unreadable
from tarockclub.kit.text import parse_whole

LONGEST_TAG = 1 << 18
_CHUNK = 1 << 16
_ZEROS = re.compile(r"0{2,15}")
Attributes = Mapping[str, str]


class SheetMarks:
    """The marks of a sheet; rows count from 1, columns from 0. `cuts`: bytes that hold what is too far away."""

    def __init__(self) -> None:
        self.hidden: set[int] = set()
        self.widths: dict[tuple[int, int], int] = {}  # digits of numbers with leading zeros
        self.errors: set[tuple[int, int]] = set()
        self.struck: set[tuple[int, int]] = set()
        self.cuts: list[tuple[int, int]] = []


class SheetScan:
    """Handlers for a sheet of xlsx; `formats`: those of its cells."""

    def __init__(self, formats: "FormatsScan") -> None:
        self.marks = SheetMarks()
        self._formats, self._row, self._column = formats, 0, -1
        self._far = _FarElements(self.marks)

    def start(self, name: str, attributes: Attributes, place: int) -> None:
        tag = name.rpartition(":")[2]
        if tag == "row":
            self._row, self._column = int(attributes.get("r", self._row + 1)), -1
            if not 0 < self._row <= LAST_ROW:
                raise Unreadable("no_workbook")
            if attributes.get("hidden") in ("1", "true"):
                self.marks.hidden.add(self._row)
            self._far.open_row(place, is_far=self._row > MOST_LINES)
        elif tag == "c":
            self._start_cell(attributes, place)
        elif tag in ("v", "is", "f"):
            self._far.fill()

    def _start_cell(self, attributes: Attributes, place: int) -> None:
        self._column = parse_column(attributes["r"]) if "r" in attributes else self._column + 1
        cell, number = (self._row, self._column), int(attributes.get("s", 0))
        if self._column >= MOST_CELLS:
            self._far.open_cell(place)
        elif attributes.get("t") == "e":
            self.marks.errors.add(cell)
        else:
            self.marks.struck |= {cell} if number in self._formats.struck else set()
            if digits := self._formats.zeros.get(number, 0):
                self.marks.widths[cell] = digits

    def end(self, name: str, place: int) -> None:
        tag = name.rpartition(":")[2]
        if tag == "row":
            self._far.close_row(place)
        elif tag == "c":
            self._far.close_cell(place)


class TablesScan:
    """Handlers for content.xml of an ods file, with the marks of each of its tables."""

    def __init__(self) -> None:
        self.tables: list[SheetMarks] = []
        self._depth, self._row, self._column, self._is_number = 0, 0, 0, False
        self._far = _FarElements(SheetMarks())
        self._style, self._struck = "", set[str]()

    def start(self, name: str, attributes: Attributes, place: int) -> None:
        if name == "table:table":
            self._depth += 1
            if self._depth == 1:
                self.tables.append(SheetMarks())
                self._row, self._far = 0, _FarElements(self.tables[-1])
        elif self._depth != 1:
            self._start_style(name, attributes)
        elif name == "table:table-row":
            self._start_row(attributes, place)
        elif name in ("table:table-cell", "table:covered-table-cell"):
            self._column += int(attributes.get("table:number-columns-repeated", 1))
            if self._column > MOST_CELLS:
                self._far.open_cell(place)
            self._is_number = attributes.get("office:value-type") == "float"
            if attributes.get("table:style-name") in self._struck and self._column <= MOST_CELLS:
                self.tables[-1].struck.add((self._row, self._column - 1))
            if "office:value" in attributes:
                self._far.fill()
        elif name == "text:p":
            self._far.fill()

    def end(self, name: str, place: int) -> None:
        if name == "table:table":
            self._depth -= 1
        elif self._depth == 1 and name == "table:table-row":
            self._far.close_row(place)
        elif self._depth == 1 and name in ("table:table-cell", "table:covered-table-cell"):
            self._is_number = False
            self._far.close_cell(place)

    def _start_style(self, name: str, attributes: Attributes) -> None:
        if name == "style:style":
            self._style = attributes.get("style:name", "")
        elif name == "style:text-properties" and attributes.get("style:text-line-through-style", "none") != "none":
            self._struck.add(self._style)

    def _start_row(self, attributes: Attributes, place: int) -> None:
        times = int(attributes.get("table:number-rows-repeated", 1))
        if not 0 < times <= LAST_ROW or self._row > 2 * LAST_ROW:
            raise Unreadable("no_workbook")
        if attributes.get("table:visibility", "visible") != "visible" and self._row < MOST_LINES:
            self.tables[-1].hidden.update(range(self._row + 1, min(self._row + times, MOST_LINES) + 1))
        self._row, self._column = self._row + times, 0
        self._far.open_row(place, is_far=self._row > MOST_LINES)

    def say(self, text: str) -> None:
        if (
            self._is_number
            and self._column <= MOST_CELLS
            and _ZEROS.match(f"0{text}")
            and parse_whole(text) is not None
        ):
            self.tables[-1].widths[self._row, self._column - 1] = len(text)


class _FarElements:
    """The elements of a sheet that are far outside the list and hold something."""

    def __init__(self, marks: SheetMarks) -> None:
        self._marks = marks
        self._row_start = self._cell_start = -1
        self._is_full = False

    def open_row(self, place: int, *, is_far: bool) -> None:
        self._row_start, self._is_full = (place if is_far else -1), False

    def open_cell(self, place: int) -> None:
        if self._row_start < 0:
            self._cell_start, self._is_full = place, False

    def fill(self) -> None:
        self._is_full = True

    def close_cell(self, place: int) -> None:
        if self._cell_start >= 0 and self._is_full:
            self._marks.cuts.append((self._cell_start, place))
        self._cell_start = -1

    def close_row(self, place: int) -> None:
        if self._row_start >= 0 and self._is_full:
            self._marks.cuts.append((self._row_start, place))
        self._row_start = -1


class FormatsScan:
    """Handlers for styles.xml, by the number of a cell format: the digits of leading zeros, and what is struck out."""

    def __init__(self) -> None:
        self.zeros: dict[int, int] = {}
        self.struck: set[int] = set()
        self._codes: dict[str, str] = {}
        self._fonts: list[bool] = []  # whether each strikes out
        self._is_inside, self._number = False, 0

    def start(self, name: str, attributes: Attributes, _place: int) -> None:
        tag = name.rpartition(":")[2]
        if tag == "numFmt":
            self._codes[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")
        elif tag == "font":
            self._fonts.append(False)
        elif tag == "strike" and self._fonts:
            self._fonts[-1] = attributes.get("val", "1") in ("1", "true")
        elif tag == "cellXfs":
            self._is_inside = True
        elif tag == "xf" and self._is_inside:
            code = self._codes.get(attributes.get("numFmtId", ""), "")
            if _ZEROS.fullmatch(code):
                self.zeros[self._number] = len(code)
            font = parse_whole(attributes.get("fontId", "0")) or 0
            self.struck |= {self._number} if font < len(self._fonts) and self._fonts[font] else set()
            self._number += 1

    def end(self, name: str, _place: int) -> None:
        self._is_inside = self._is_inside and name.rpartition(":")[2] != "cellXfs"


def scan_xml(
    content: bytes,
    start: Callable[..., Any] | None = None,
    end: Callable[..., Any] | None = None,
    say: Callable[..., Any] | None = None,
) -> None:
    """Give the elements of a member of a workbook to handlers, with their place in it; a document type is refused."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_doctype
    if start is not None:
        parser.StartElementHandler = lambda name, attributes: start(name, attributes, parser.CurrentByteIndex)
    if end is not None:
        parser.EndElementHandler = lambda name: end(name, parser.CurrentByteIndex)
    parser.CharacterDataHandler = say
    for begin in range(0, len(content), _CHUNK):
        parser.Parse(content[begin : begin + _CHUNK], False)
        if begin + _CHUNK - parser.CurrentByteIndex > LONGEST_TAG + _CHUNK:
            raise Unreadable("too_large")
    parser.Parse(b"", True)


def _refuse_doctype(*_declaration: object) -> None:
    """Refuse a document type: a workbook needs none, and one would allow entities."""
    raise Unreadable("no_workbook")


def cut_far_cells(content: bytes, marks: SheetMarks) -> bytes:
    """Return a sheet's XML without the elements that are far outside the list."""
    if b"\0" in content[:100]:
        raise Unreadable("no_workbook")  # places are counted in single bytes
    parts, done = [], 0
    for begin, end in marks.cuts:
        parts.append(content[done:begin])
        done = content.index(b">", end) + 1
    return b"".join([*parts, content[done:]])


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
