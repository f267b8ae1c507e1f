"""The parts of a tournament's export, in every format: tables with columns, and writers for their rows."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from tarockclub.kit.xlsx.cells import TEXT, Cell

Row = Sequence[Cell]


class ExportColumn(NamedTuple):
    """A column: the same name in every language for programs, a heading for people."""

    id: str
    head: str
    shown: str = TEXT
    width: int = 12  # characters


class ExportTable(NamedTuple):
    """A table: its names, its columns, and whether there are formulas among its rows."""

    id: str
    title: str  # of its sheet
    heading: str  # above it
    columns: tuple[ExportColumn, ...]
    reckons: bool = False
    still: int = 0  # columns that stay on the left
    filtered: bool = False

    def find_column(self, name: str) -> int:
        """Return the index of a column, the first being 0."""
        return next(at for at, column in enumerate(self.columns) if column.id == name)


def build_export_table(
    owner: str, name: str, title: str, columns: tuple[ExportColumn, ...], *, about: str = "", **looks: Any
) -> ExportTable:
    """Build a table of a tournament or season (`owner`: its name); `about`: what its heading says beyond the title."""
    return ExportTable(name, title, f"{owner} – {about or title}", columns, **looks)


class Lines(Protocol):
    """A writer for the rows of one table, or of a sheet."""

    @property
    def next(self) -> int:
        """Return the number of the row that comes next, as formulas say it."""

    @property
    def before(self) -> str:
        """Return the prefix of its cells in formulas of other sheets; "" where there are no sheets."""

    def add(self, row: Row) -> None:
        """Add another row."""


class TableWriter(Protocol):
    """A writer of a whole tournament: everything is opened first, the rows may come in any order."""

    def open(self, table: ExportTable) -> Lines:
        """Begin a table."""

    def begin_sheet(self, title: str, heading: str, widths: tuple[int, ...]) -> Lines | None:
        """Begin a sheet that is no table; None for formats with tables only."""


FIRST_ROW = 3  # of a table in a workbook, under its title and its headings
