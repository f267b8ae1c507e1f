"""A tournament as one workbook: a sheet for each table, the written sheets of each round, and values for formulas."""

from pathlib import Path
from typing import IO

from django.utils.translation import gettext as _

from tarockclub.kit.tables.files import FileTable, OpenTable, Row
from tarockclub.kit.xlsx.cells import TEXT, TITLE, Cell, WorkbookPage, build_text_cell
from tarockclub.kit.xlsx.safe_text import build_sheet_titles
from tarockclub.kit.xlsx.writer import XlsxFile, XlsxSheet


class TablePair(OpenTable):
    """A sheet and, where it has formulas, its twin with the values, placed after all others."""

    def __init__(self, table: FileTable, sheet: XlsxSheet, twin: XlsxSheet | None) -> None:
        super().__init__(table)
        self._sheet, self._twin = sheet, twin
        self.before = "'" + sheet.page.title.replace("'", "''") + "'!"

    def write_cells(self, row: Row) -> None:
        """Write a row into both sheets."""
        self._sheet.add(row)
        if self._twin is not None:
            self._twin.add(row)


class Workbook:
    """Writer of a workbook; `owner`: the name of what is exported; `folder`: the place for its temporary files."""

    def __init__(self, owner: str, *, foot: str, english: bool, in_parts: bool, folder: Path | None = None) -> None:
        self._owner = owner
        self._book = XlsxFile(foot=foot, english=english, in_parts=in_parts, folder=folder)
        self._titles: list[str] = []

    def open(self, table: FileTable) -> TablePair:
        """Begin the sheet of a table."""
        heading = str(table.heading) or f"{self._owner} – {table.about or table.title}"
        page = WorkbookPage(
            self._choose_title(str(table.title)),
            tuple(column.width for column in table.columns),
            ((build_text_cell(heading, TITLE),), table.build_heads()),
            (2, 2),
            table.still,
            table.filtered,
        )
        return self._begin_pair(table, page)

    def begin_sheet(self, title: str, heading: str, widths: tuple[int, ...]) -> TablePair:
        """Begin a sheet that is no table; its first row stays on top."""
        above = ((build_text_cell(heading, TITLE),), (Cell(None, TEXT),))
        page = WorkbookPage(self._choose_title(title), widths, above, (1, 1), 1)
        return self._begin_pair(FileTable("", title, (), reckons=True), page)

    def save(self, target: IO[bytes]) -> None:
        """Pack everything into one file."""
        self._book.save(target)

    def _begin_pair(self, table: FileTable, page: WorkbookPage) -> TablePair:
        sheet = self._book.begin(page)
        twin = None
        if table.reckons:
            values = self._choose_title(_("%(sheet)s (values)") % {"sheet": page.title})
            twin = self._book.begin(page._replace(title=values), formulas=False, last=True)
        return TablePair(table, sheet, twin)

    def _choose_title(self, title: str) -> str:
        self._titles = build_sheet_titles([*self._titles, title])
        return self._titles[-1]
