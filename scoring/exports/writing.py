"""From plain cells to an xlsx file. Whatever is text is written as text, by one function."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.workbook.properties import CalcProperties
from openpyxl.worksheet.properties import PageSetupProperties

from scoring.exports import looks
from scoring.exports.cells import AMOUNT, STANDING, Cell, Page, column_name
from scoring.exports.reckoned import with_values
from scoring.exports.text import cell_text, running_head

Sheet = Any  # openpyxl's write-only sheet and its cells: their types do not say what they have
OpenCell = Any
Style = tuple[str, str, bool, bool]  # how it is shown, its look, its edge, whether it is text
A4 = 9


class Writer:
    """Writes the pages of one workbook."""

    def __init__(self, pages: Sequence[Page], *, english: bool) -> None:
        self.book = Workbook(write_only=True)
        self.book.properties.creator = "Tarockclub"
        self.book.calculation = CalcProperties(fullCalcOnLoad=True)
        self.english = english
        self.in_parts = any(_is_part(cell) for page in pages for row in page.rows for cell in row)
        self._styles: dict[Style, OpenCell] = {}

    def add(self, page: Page, foot: str) -> None:
        """Another sheet."""
        sheet: Sheet = self.book.create_sheet(page.title)
        for at, width in enumerate(page.widths):
            sheet.column_dimensions[column_name(at)].width = width
        first, last = page.heading
        if last:
            sheet.freeze_panes = f"{column_name(page.still)}{last + 1}"
            sheet.print_title_rows = f"{first}:{last}"
        on_paper(sheet, foot)
        for number, row in enumerate(page.rows, 1):
            if (lines := looks.lines_of(row, page.widths)) > 1:  # no program finds that out by itself
                sheet.row_dimensions[number].height = looks.height(lines)
            sheet.append([self._cell(sheet, cell) for cell in row])

    def _cell(self, sheet: Sheet, cell: Cell) -> OpenCell:
        value = cell.value
        written: OpenCell = WriteOnlyCell(sheet)
        if cell.formula:
            written.value = f"={cell.formula}"
        elif isinstance(value, str):
            put_text(written, value)
        else:
            written.value = value
        written._style = self._style(sheet, cell, is_text=isinstance(value, str) and not cell.formula)
        return written

    def _style(self, sheet: Sheet, cell: Cell, *, is_text: bool) -> object:
        """The style of a cell: each is made once, which is what takes the time."""
        key = (cell.shown, cell.look, cell.edge, is_text)
        if key not in self._styles:
            made: OpenCell = WriteOnlyCell(sheet)
            made.font, made.alignment = looks.font(cell.look), looks.alignment(cell)
            made.number_format = looks.number_format(cell.shown, in_parts=self.in_parts, english=self.english)
            if (fill := looks.fill(cell.look)) is not None:
                made.fill = fill
            if (border := looks.border(cell)) is not None:
                made.border = border
            made.quotePrefix = is_text
            self._styles[key] = made
        return self._styles[key]._style


def put_text(cell: OpenCell, value: str) -> None:
    """Write text as text, whatever it looks like: never a formula, an error or a date."""
    cell.value = cell_text(value) or None
    if cell.value is not None:
        cell.data_type = "s"


def on_paper(sheet: Sheet, foot: str) -> None:
    """A4, landscape, as wide as the page; head and foot."""
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.paperSize = A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    margins = sheet.page_margins
    margins.left = margins.right = 0.4
    margins.top = margins.bottom = 0.6
    margins.header = margins.footer = 0.3
    sheet.oddFooter.left.text = running_head(foot)
    sheet.oddFooter.center.text = "&A"
    sheet.oddFooter.right.text = "&P / &N"


def written(pages: Sequence[Page], *, foot: str, english: bool) -> bytes:
    """The workbook with these sheets, as a file."""
    writer = Writer(pages, english=english)
    for page in pages:
        writer.add(page, foot)
    file = BytesIO()
    writer.book.save(file)
    return with_values(file.getvalue(), pages)


def _is_part(cell: Cell) -> bool:
    """Whether a cell holds no whole number of points."""
    return cell.shown in (AMOUNT, STANDING) and isinstance(cell.value, float)
