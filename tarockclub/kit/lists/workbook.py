"""Sheets of workbooks (xlsx, ods, old xls): the zip's directory and its XML are checked before calamine sees them.

Calamine reads whatever programs save, also slightly damaged, but fills the rectangle of all cells: what is far outside
the list is cut away before.
"""

import lzma
import math
import posixpath
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from fractions import Fraction
from io import BytesIO
from typing import Any
from xml.parsers import expat

from tarockclub.kit.lists.marks import (
    Attributes,
    FormatsScan,
    SheetMarks,
    SheetScan,
    TablesScan,
    cut_far_cells,
    scan_xml,
)
from tarockclub.kit.lists.table import (
    LONGEST_CELL,
    MOST_CELLS,
    MOST_LINES,
    MOST_ROWS,
    MOST_SHEETS,
    Cell,
    ListSheet,
    Note,
    Row,
    Table,
    Unreadable,
    build_row,
    clean_cell,
)

# What Python raises of a damaged ZIP, however its members say that they are packed, and of these as text, numbers, XML.
# TypeError and the like are not among them: these are faults of the program.
DAMAGES = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, expat.ExpatError),
    *(EOFError, LookupError, OSError, RuntimeError, ValueError),
)
MOST_MEMBERS = 500
MOST_UNPACKED = 40 << 20  # bytes of all members
LARGEST_RATIO = 200  # unpacked to packed, of a member of more than a MB
LARGEST_READ = 10 << 20  # of a member that is read: pictures are not
ERROR = "#N/A"
_MANIFEST, _ENCRYPTED = "META-INF/manifest.xml", "EncryptedPackage".encode("utf-16-le")
_CONTENT, _NAMES, _WAYS = "content.xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
_STRINGS, _FORMATS = "xl/sharedStrings.xml", "xl/styles.xml"
_ABOUT = "docProps/core.xml"
_MEMBERS = re.compile(r"(?:xl|_rels)/.*\.(?:xml|rels)|docProps/core\.xml|content\.xml|META-INF/manifest\.xml|mimetype")
# A keyword of our own workbooks: the sheet that is a list of people.
_SIGN, _LIST_SHEET = b"tarockclub:", re.compile(r"tarockclub:(.{1,31})")
_ERROR_TEXT = re.compile(
    r"#(?:N/?A|N/V|NV|REF|BEZUG|VALUE|WERT|NAME|DIV/0|NUM|ZAHL|NULL)[!?]?|Err:[0-9]{3}", re.IGNORECASE
)
_MOST_MERGED, _LONGEST_MERGED = 500, 100  # merged cells that are looked at, and rows that one covers
_LARGEST_NUMBER = 10**15  # exact as a float
_FINEST = 10**9  # the largest denominator of a typed number


def read_workbook(raw: bytes) -> Table:
    """Read the sheets of a zipped workbook; Unreadable for a file that is none, or exceeds the limits."""
    try:
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            _check_directory(archive)
            members = {name: archive.read(name) for name in _list_members(archive)}
        if b"encryption-data" in members.get(_MANIFEST, b""):
            raise Unreadable("locked")
        marks = _scan_tables(members) if _CONTENT in members else _scan_sheets(members)
        list_sheet = _find_list_sheet(members.get(_ABOUT, b""))
    except DAMAGES:
        raise Unreadable("no_workbook") from None
    is_far = any(sheet.cuts for sheet in marks)
    sheets = _read_sheets(_pack_members(members) if is_far else raw, marks, list_sheet)
    return Table(tuple(sheets), (Note("far_cells"),) if is_far else ())


def read_old_workbook(raw: bytes) -> Table:
    """Read the sheets of a workbook of before 2007; Unreadable for one with a password, also a newer one."""
    if _ENCRYPTED in raw:
        raise Unreadable("locked")
    # Calamine does not tell which rows of such a workbook are hidden.
    return Table(tuple(_read_sheets(raw, ())), (Note("old_workbook"),))


def is_error(text: str) -> bool:
    """Return whether a cell says that its formula failed.

    >>> is_error("#NV"), is_error("#DIV/0!"), is_error("# 7"), is_error("Err:502")
    (True, True, False, True)
    """
    return bool(_ERROR_TEXT.fullmatch(text))


def _check_directory(archive: zipfile.ZipFile) -> None:
    """Refuse an archive that would unpack into too much, before a byte of it is unpacked."""
    members = archive.infolist()
    if len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > MOST_UNPACKED:
        raise Unreadable("too_large")
    for member in members:
        if member.flag_bits & 1:
            raise Unreadable("locked")
        if member.file_size > 1 << 20 and member.file_size > LARGEST_RATIO * max(1, member.compress_size):
            raise Unreadable("too_large")


def _list_members(archive: zipfile.ZipFile) -> list[str]:
    """Return the members that hold something to read; Unreadable if one is larger than any list."""
    members = [member for member in archive.infolist() if _MEMBERS.fullmatch(member.filename)]
    if any(member.file_size > LARGEST_READ for member in members):
        raise Unreadable("too_large")
    return [member.filename for member in members]


def _scan_tables(members: dict[str, bytes]) -> list[SheetMarks]:
    """Return the marks of each table of an ods file, and cut its content where something is too far away."""
    scan = TablesScan()
    scan_xml(members[_CONTENT], scan.start, scan.end, scan.say)
    far = SheetMarks()
    far.cuts = [cut for table in scan.tables for cut in table.cuts]
    if far.cuts:
        members[_CONTENT] = cut_far_cells(members[_CONTENT], far)
    return scan.tables


def _scan_sheets(members: dict[str, bytes]) -> list[SheetMarks]:
    """Return the marks of each sheet of an xlsx file in their order, and cut what is too far away."""
    sheets: list[Attributes] = []
    ways: list[Attributes] = []
    for member, tag, elements in ((_NAMES, "sheet", sheets), (_WAYS, "Relationship", ways)):
        scan_xml(members[member], _collect(tag, elements))
    formats = FormatsScan()
    if _FORMATS in members:
        scan_xml(members[_FORMATS], formats.start, formats.end)
    if _STRINGS in members:
        scan_xml(members[_STRINGS])
    targets = {way.get("Id", ""): way.get("Target", "") for way in ways}
    marks = []
    for sheet in sheets[:MOST_SHEETS]:
        scan = SheetScan(formats)
        mark = next((value for name, value in sheet.items() if name.rpartition(":")[2] == "id"), "")
        target = targets[mark]
        member = posixpath.normpath(target.lstrip("/") if target.startswith("/") else f"xl/{target}")
        scan_xml(members[member], scan.start, scan.end)
        if scan.marks.cuts:
            members[member] = cut_far_cells(members[member], scan.marks)
        marks.append(scan.marks)
    return marks


def _find_list_sheet(about: bytes) -> str:
    """Return the title of the sheet with the list, where a workbook of the program names one in its properties."""
    words: list[str] = []
    if _SIGN in about:
        scan_xml(about, lambda *_start: None, lambda *_end: None, words.append)  # handlers part the texts
    return next((clean_cell(match[1]) for word in words if (match := _LIST_SHEET.fullmatch(word))), "")


def _collect(tag: str, elements: list[Attributes]) -> Any:
    """Return a handler that keeps the attributes of every element of a name."""

    def start(name: str, attributes: Attributes, _place: int) -> None:
        if name.rpartition(":")[2] == tag:
            elements.append(attributes)

    return start


def _pack_members(members: Mapping[str, bytes]) -> bytes:
    """Return a workbook of these members, without compression."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return packed.getvalue()


def _read_sheets(raw: bytes, marks: Sequence[SheetMarks], title: str = "") -> list[ListSheet]:
    """Return the sheets that calamine reads, with their marks; `title`: the only one, if it is there."""
    import python_calamine as calamine

    try:
        book = calamine.CalamineWorkbook.from_filelike(BytesIO(raw))
        metas = list(enumerate(book.sheets_metadata[:MOST_SHEETS]))
        sheets = []
        for number, meta in [(number, meta) for number, meta in metas if clean_cell(meta.name) == title] or metas:
            if meta.typ != calamine.SheetTypeEnum.WorkSheet:
                continue
            sheet = book.get_sheet_by_index(number)
            rows = _build_rows(sheet, marks[number] if number < len(marks) else SheetMarks())
            is_visible = meta.visible == calamine.SheetVisibleEnum.Visible
            sheets.append(ListSheet(clean_cell(meta.name), tuple(rows), is_visible))
    except calamine.PasswordError:
        raise Unreadable("locked") from None
    except (calamine.CalamineError, *DAMAGES):
        raise Unreadable("no_workbook") from None
    if not sheets:
        raise Unreadable("no_workbook")
    return sheets


def _build_rows(sheet: Any, marks: SheetMarks) -> list[Row]:
    """Return the rows of a sheet that are not empty."""
    copies = _list_copies(sheet.merged_cell_ranges or ())
    rows = []
    above: dict[int, Any] = {}
    for number, values in enumerate(sheet.iter_rows(), 1):
        if number > MOST_LINES:
            break
        for column in copies.get(number, ()):
            if column < len(values) and values[column] == "":
                values[column] = above.get(column, "")
        above = {column: values[column] for column in copies.get(number + 1, ()) if column < len(values)}
        if values.count("") == len(values):
            continue
        cells = [_build_cell(value) for value in values[:MOST_CELLS]]
        cells = [_mark_cell(cell, (number, column), marks) for column, cell in enumerate(cells)]
        row = build_row(number, cells, visible=number not in marks.hidden)
        rows += [] if row is None else [row]
        if len(rows) > MOST_ROWS:
            raise Unreadable("too_many_rows")
    return rows


def _mark_cell(cell: Cell, place: tuple[int, int], marks: SheetMarks) -> Cell:
    """Return a cell with what calamine does not tell of it; what is struck out stands as people write that."""
    if place in marks.errors:
        return Cell(ERROR)
    if digits := marks.widths.get(place, 0):
        cell = cell._replace(text=cell.text.zfill(digits))
    return Cell(f"~{cell.text[: LONGEST_CELL - 2]}~") if place in marks.struck and cell.text else cell


def _list_copies(ranges: Sequence[tuple[tuple[int, int], tuple[int, int]]]) -> dict[int, set[int]]:
    """Return the columns of each row that show the cell above them, since they are merged with it."""
    copies: dict[int, set[int]] = {}
    for (top, left), (bottom, _right) in ranges[:_MOST_MERGED]:
        for row in range(top + 1, min(bottom, top + _LONGEST_MERGED) + 1):
            copies.setdefault(row + 1, set()).add(left)
    return copies


def _build_cell(value: Any) -> Cell:
    """Return a cell with its text as a spreadsheet would show it, and its typed value."""
    if isinstance(value, str):
        text = clean_cell(value)
        return Cell(ERROR if is_error(text) else text)
    if isinstance(value, bool):
        return Cell("ja" if value else "nein", value)
    if isinstance(value, int | float):
        return _build_number(value)
    if isinstance(value, date):
        day = value.date() if isinstance(value, datetime) else value
        hour = f" {value:%H:%M}" if isinstance(value, datetime) and value.time() != time() else ""
        return Cell(f"{day.day}.{day.month}.{day.year}{hour}", day)
    return Cell(clean_cell(str(value)))


def _build_number(value: float) -> Cell:
    if not math.isfinite(value) or abs(value) >= _LARGEST_NUMBER:
        return Cell(f"{value:.12g}")
    exact = Fraction(value).limit_denominator(_FINEST)
    if exact.denominator == 1:
        return Cell(str(exact.numerator), exact)
    return Cell(f"{value:.10f}".rstrip("0").replace(".", ","), exact)
