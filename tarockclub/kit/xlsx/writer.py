"""The writer of xlsx files from plain cells, row by row: only the current row is in memory.

openpyxl writes everything but the rows (styles, print set-up, the parts of the file). The rows are written as XML, each
sheet into its own file until all of them are packed together.
"""

import math
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import IO
from xml.sax.saxutils import escape

from openpyxl import Workbook
from openpyxl.workbook.properties import CalcProperties
from openpyxl.worksheet.properties import PageSetupProperties

from tarockclub.kit.xlsx.cells import (
    AMOUNT,
    HEAD,
    OVER_COLUMNS,
    STANDING,
    SUM,
    Cell,
    Cover,
    Value,
    WorkbookPage,
    build_unique_heads,
    clean_cell_text,
    escape_running_head,
    format_column_name,
)
from tarockclub.kit.xlsx.extras import add_extras, mix_with_white, put_on_cover
from tarockclub.kit.xlsx.looks import LOSSES, OpenSheet, XlsxStyles, find_row_height

ROW_HEIGHT, HIGHEST_ROW = 15.0, 409.0  # points
SMALLER = 1.1  # letters in a column of a workbook with a cover, where they have 10 points, for one of 11
BOLD = 1.15  # relative width of bold letters
ARROW, WIDEST_HEAD = 2, 22  # characters


def count_row_lines(row: Sequence[Cell], widths: Sequence[float]) -> int:
    """Return an estimate of the lines of text that the fullest cell of a row needs."""
    most = 1
    for cell, width in zip(row, widths, strict=False):
        value = cell.value  # fast path: nearly all cells are short, and there are millions
        if isinstance(value, str) and (len(value) >= width - 2 or "\n" in value) and cell.look not in OVER_COLUMNS:
            most = max(most, _count_text_lines(value, width, bold=cell.look in (HEAD, SUM)))
    return most


def _count_text_lines(text: str, width: float, *, bold: bool) -> int:
    """Return the number of lines of a text that is wrapped at words; a word that is too long is broken anywhere."""
    at_most = max(1, int((width - 1) / (BOLD if bold else 1)))
    lines = 0
    for part in text.split("\n"):
        lines, free = lines + 1, at_most
        for word in part.split(" "):
            if len(word) > free and free < at_most:
                lines, free = lines + 1, at_most
            if len(word) > at_most:
                breaks = math.ceil(len(word) / at_most) - 1
                lines, free = lines + breaks, at_most * (breaks + 1)
            free -= len(word) + 1
    return lines


def compute_widths(page: WorkbookPage) -> tuple[float, ...]:
    """Return the widths of a page's columns: wide enough for the words of the headings and the arrow of a filter."""
    widths = list(page.widths)
    for row in page.rows:
        for column, cell in enumerate(row[: len(widths)]):
            if cell.look == HEAD and isinstance(cell.value, str):
                longest = max(map(len, cell.value.split()), default=0)
                needed = math.ceil(longest * BOLD) + 1 + (ARROW if page.filtered else 0)
                widths[column] = max(widths[column], min(needed, WIDEST_HEAD))
    return tuple(widths)


def compute_height(lines: int) -> float:
    """Return the height of a row with this many lines, in points; no higher than programs allow."""
    return min(lines * ROW_HEIGHT, HIGHEST_ROW)


StyleOf = Callable[[Cell, bool], int]  # the number of a cell's style; whether it holds text
DAY = 86_400  # seconds
_FIRST_DAY = datetime(1899, 12, 30)  # day 0 of workbooks  # noqa: DTZ001 -- and know no time zones
_column_names: list[str] = []  # of columns, by number


def render_row(number: int, row: Sequence[Cell], style_of: StyleOf, *, height: float = 0) -> str:
    """Return one row as XML; `height` in points if it is unusual."""
    tall = f' ht="{height:g}" customHeight="1"' if height else ""
    cells = [
        _render_cell(f"{name}{number}", cell, style_of)
        for name, cell in zip(_list_column_names(len(row)), row, strict=False)  # the list may have more names
    ]
    return f'<row r="{number}"{tall}>{"".join(cells)}</row>'


def _render_cell(at: str, cell: Cell, style_of: StyleOf) -> str:
    value = cell.value
    if cell.formula:
        kind = ' t="str"' if isinstance(value, str) else ""
        came_to = f"<v>{_format_plain(value)}</v>" if value is not None else ""
        return f'<c r="{at}" s="{style_of(cell, False)}"{kind}><f>{escape(cell.formula)}</f>{came_to}</c>'
    if isinstance(value, str):
        inline = _render_inline(value)
        if inline:
            return f'<c r="{at}" s="{style_of(cell, True)}" t="inlineStr">{inline}</c>'
    elif value is not None:
        return f'<c r="{at}" s="{style_of(cell, False)}"><v>{_format_plain(value)}</v></c>'
    return f'<c r="{at}" s="{style_of(cell, False)}"/>'


def _format_plain(value: Value) -> str:
    """Format a value for the file.

    >>> _format_plain(datetime(2026, 1, 6, 18)), _format_plain(-3.5), _format_plain("<")
    ('46028.75', '-3.5', '&lt;')
    """
    if isinstance(value, datetime):
        passed = value - _FIRST_DAY
        return repr(passed.days + (passed.seconds + passed.microseconds / 1e6) / DAY)
    return escape(clean_cell_text(value)) if isinstance(value, str) else repr(value)


@lru_cache(maxsize=1024)
def _render_inline(value: str) -> str:
    """Return text as an inline string, never a formula, an error or a date; cached, for much of it is repeated."""
    text = clean_cell_text(value)
    if not text:
        return ""
    space = ' xml:space="preserve"' if text != text.strip() or "\n" in text else ""
    return f"<is><t{space}>{escape(text)}</t></is>"


def _list_column_names(many: int) -> list[str]:
    """Return the names of at least `many` columns."""
    while len(_column_names) < many:
        _column_names.append(format_column_name(len(_column_names)))
    return _column_names


A4 = 9
AT_ONCE = 200  # rows written to the disk together
COMPRESSION_LEVEL = 3  # the usual 6 takes twice as long and saves a tenth
ROWS = b"<sheetData></sheetData>", b"<sheetData/>", b"<sheetData />"  # the place of the rows in openpyxl's XML


class XlsxFile:
    """A workbook in the making. `folder` holds its parts meanwhile."""

    def __init__(
        self, *, foot: str, english: bool, in_parts: bool, folder: Path | None = None, cover: Cover | None = None
    ) -> None:
        self.shell = Workbook(write_only=True)
        self.shell.properties.creator = "Tarockclub"
        self.shell.calculation = CalcProperties(fullCalcOnLoad=True)
        self.foot, self.folder, self.cover = foot, folder, cover
        colour = cover.colour.removeprefix("#").upper() if cover is not None else ""
        if cover is not None:
            put_on_cover(self.shell, cover)
        self.styles = XlsxStyles(self.shell, english=english, in_parts=in_parts, colour=colour)
        self._sheets: list[XlsxSheet] = []
        self._last: list[XlsxSheet] = []

    def begin(self, page: WorkbookPage, *, last: bool = False) -> "XlsxSheet":
        """Begin another sheet; its own rows are written at once, others may be added later.

        Sheets begun with `last` come after all others.
        """
        if page.extras is not None and page.extras.table:
            above = page.heading[1] - 1
            heads = build_unique_heads(page.rows[above])
            page = page._replace(rows=(*page.rows[:above], heads, *page.rows[above + 1 :]))
        sheet = XlsxSheet(self, page._replace(widths=compute_widths(page)))
        (self._last if last else self._sheets).append(sheet)
        for row in page.rows:
            sheet.add(row)
        sheet.page = sheet.page._replace(rows=page.rows[: page.heading[1]])  # of what is written only headings are read
        return sheet

    def save(self, target: IO[bytes]) -> None:
        """Pack everything into one file, and delete the parts."""
        shell, sheets = BytesIO(), [*self._sheets, *self._last]
        for sheet in sheets:
            sheet.finish(self.shell)
        self.shell.save(shell)
        parts = {f"xl/worksheets/sheet{number}.xml": sheet for number, sheet in enumerate(sheets, 1)}
        with (
            zipfile.ZipFile(shell) as old,
            zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=COMPRESSION_LEVEL) as new,
        ):
            for name in old.namelist():
                if name in parts:
                    with new.open(name, "w", force_zip64=True) as part:
                        parts[name].pour(old.read(name), part)
                else:
                    new.writestr(name, old.read(name))


class XlsxSheet:
    """One sheet whose rows are written one by one."""

    def __init__(self, book: XlsxFile, page: WorkbookPage) -> None:
        self.page, self.style_of = page, book.styles.find_style
        self.rows = 0
        self._file = tempfile.TemporaryFile(dir=book.folder)  # noqa: SIM115 -- closed when it is packed
        self._foot, self._cover = book.foot, book.cover
        self._text_widths = page.widths if book.cover is None else [width * SMALLER for width in page.widths]
        self._waiting: list[str] = []

    def add(self, row: Sequence[Cell]) -> None:
        """Add a row."""
        self.rows += 1
        lines = count_row_lines(row, self._text_widths)
        height = compute_height(lines) if lines > 1 else 0.0  # no program computes it by itself
        if self._cover is not None:
            height = max(height, find_row_height(row))
        self._waiting.append(render_row(self.rows, row, self.style_of, height=height))
        if len(self._waiting) >= AT_ONCE:
            self._pass_lines_on()

    def finish(self, book: Workbook) -> None:
        """Close the rows, and let openpyxl write the sheet around them."""
        self._pass_lines_on()
        page, shell = self.page, book.create_sheet(self.page.title)
        set_up(shell, page)
        set_up_printing(shell, self._foot)
        if self._cover is not None:
            add_extras(book, shell, page, self.rows, self._cover)
        if page.filtered and self.rows > page.heading[1]:
            shell.auto_filter.ref = f"A{page.heading[1]}:{format_column_name(len(page.widths) - 1)}{self.rows}"

    def pour(self, shell: bytes, part: IO[bytes]) -> None:
        """Write the whole part: the XML before the rows, the rows, the XML after them."""
        place = next(place for place in ROWS if place in shell)
        before, after = shell.split(place)
        if self._cover is not None and self.page.extras is not None and self.page.extras.sparks:
            sparks = render_sparks(self.page.extras.sparks, self._cover.colour)
            after = after.replace(b"</worksheet>", sparks + b"</worksheet>")
        part.write(before + b"<sheetData>")
        with self._file as file:
            file.seek(0)
            shutil.copyfileobj(file, part, 1 << 20)
        part.write(b"</sheetData>" + after)

    def _pass_lines_on(self) -> None:
        self._file.write("".join(self._waiting).encode())
        self._waiting.clear()


def set_up(sheet: OpenSheet, page: WorkbookPage) -> None:
    """Set the widths of the columns, and the frozen rows and columns."""
    for column, width in enumerate(page.widths):
        sheet.column_dimensions[format_column_name(column)].width = width
    first, last = page.heading
    if last:
        sheet.freeze_panes = f"{format_column_name(page.still)}{last + 1}"
        sheet.print_title_rows = f"{first}:{last}"


def set_up_printing(sheet: OpenSheet, foot: str) -> None:
    """Set A4, landscape, fitted to the width; head and foot."""
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.paperSize = A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    margins = sheet.page_margins
    margins.left = margins.right = 0.4
    margins.top = margins.bottom = 0.6
    margins.header = margins.footer = 0.3
    sheet.oddFooter.left.text = escape_running_head(foot)
    sheet.oddFooter.right.text = "&A · &P / &N"  # in the middle it would overlap a long foot


_SPARKS = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
_SPARK_CELLS = "http://schemas.microsoft.com/office/excel/2006/main"


def render_sparks(sparks: Sequence[tuple[str, str]], colour: str) -> bytes:
    """Return the small columns in cells as XML for the end of a sheet, which openpyxl cannot write."""
    own = colour.removeprefix("#").upper()
    cells = "".join(
        f"<x14:sparkline><xm:f>{escape(numbers)}</xm:f><xm:sqref>{cell}</xm:sqref></x14:sparkline>"
        for cell, numbers in sparks
    )
    tones = "".join(
        f'<x14:color{part} rgb="FF{tone}"/>'
        for part, tone in (("Series", mix_with_white(own, 0.55)), ("Negative", mix_with_white(LOSSES, 0.5)))
    )
    common = 'displayEmptyCellsAs="gap" negative="1" minAxisType="group" maxAxisType="group"'
    group = f'<x14:sparklineGroup type="column" {common}>'
    return (
        f'<extLst><ext xmlns:x14="{_SPARKS}" uri="{{05C60535-1F16-4fd2-B633-F4F36F0B64E0}}">'
        f'<x14:sparklineGroups xmlns:xm="{_SPARK_CELLS}">{group}{tones}<x14:sparklines>{cells}</x14:sparklines>'
        "</x14:sparklineGroup></x14:sparklineGroups></ext></extLst>"
    ).encode()


def write_workbook(pages: Iterable[WorkbookPage], *, foot: str, english: bool, cover: Cover | None = None) -> bytes:
    """Return the workbook with these sheets, as a file."""
    whole = tuple(pages)
    book = XlsxFile(foot=foot, english=english, in_parts=any(map(_has_parts, whole)), cover=cover)
    for page in whole:
        book.begin(page)
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def _has_parts(page: WorkbookPage) -> bool:
    """Return whether a sheet contains halves or thirds of points."""
    return any(cell.shown in (AMOUNT, STANDING) and isinstance(cell.value, float) for row in page.rows for cell in row)
