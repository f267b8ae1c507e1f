"""Lists in files, in every format: tables of columns, the cells of their rows, writers.

A `FileTable` says name, title and columns; its rows are any values that the columns read. A formula is a function of
its row: `Column("sum", …, kind=EURO, formula=lambda at: f"{at.find_cell('fees')}+{at.find_cell('rest')}")`; `at.row`
is the value. `OpenTable.write` makes the cells of rows and adds them; each format has its own `OpenTable`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from tarockclub.kit.tables.table import Column, Words
from tarockclub.kit.xlsx.cells import HEAD, PLAIN, SUM, Cell, WorkbookPage, build_value_cell, format_column_name

FIRST_ROW = 3  # of a table in a workbook, under its title and its headings
Row = Sequence[Cell]


@dataclass(frozen=True, eq=False)
class FileTable:
    """A table of a file: its names, its columns, and whether there are formulas among its rows."""

    name: str  # for programs
    title: Words  # of its sheet
    columns: Sequence[Column]
    about: Words = ""  # above it, behind the name of what is exported; "": its title
    heading: Words = ""  # above it, in place of both
    reckons: bool = False
    still: int = 0  # columns that stay on the left
    filtered: bool = False

    @cached_property
    def letters(self) -> dict[str, str]:
        """The letters of the columns in a workbook, by name."""
        return {column.name: format_column_name(index) for index, column in enumerate(self.columns)}

    def build_heads(self) -> tuple[Cell, ...]:
        """Build the headings, aligned like the values below them."""
        return tuple(Cell(str(column.title), column.kind, HEAD) for column in self.columns)

    def build_cells(self, row: Any, number: int = 0, look: str = PLAIN) -> tuple[Cell, ...]:
        """Build the cells of a row; `number`: where it stands, as formulas say it."""
        formula_row = FormulaRow(self, row, number, look)
        return tuple(
            build_value_cell(
                column.get_value(row),
                column.kind,
                look or column.look,
                column.formula(formula_row) if column.formula else "",
            )
            for column in self.columns
        )

    def build_page(self, rows: Iterable[Any], title: str = "") -> WorkbookPage:
        """Build a sheet with nothing above the headings; `title`: another one than that of the table."""
        cells = tuple(self.build_cells(row, number) for number, row in enumerate(rows, 2))
        widths, filtered = tuple(column.width for column in self.columns), self.filtered and bool(cells)
        return WorkbookPage(
            title or str(self.title), widths, (self.build_heads(), *cells), (1, 1), self.still, filtered
        )


class FormulaRow(NamedTuple):
    """A row of a table, as its formulas name it."""

    table: FileTable
    row: Any
    number: int
    look: str = PLAIN

    @property
    def is_first(self) -> bool:
        """True for the first row of the table."""
        return self.number == FIRST_ROW

    def find_cell(self, name: str, above: int = 0) -> str:
        """Return the cell of a column in this row, or in one above it."""
        return f"{self.table.letters[name]}{self.number - above}"

    def add(self, first: str, last: str) -> str:
        """Return the sum of the cells of this row from one column to another."""
        return f"SUM({self.find_cell(first)}:{self.find_cell(last)})"

    def sum_up(self, name: str) -> str:
        """Return the sum of a column above a row of sums; "" in all other rows, and if there is none above."""
        letter = self.table.letters[name]
        is_empty = self.is_first or self.look != SUM
        return "" if is_empty else f"SUM({letter}{FIRST_ROW}:{letter}{self.number - 1})"


class OpenTable(ABC):
    """A table that was begun, or a sheet that is none: rows are added below those that are there."""

    before = ""  # the prefix of its cells in formulas of other sheets; "" where there are no sheets

    def __init__(self, table: FileTable) -> None:
        self.table = table
        self.next = FIRST_ROW  # the number of the row that comes next, as formulas say it

    def write(self, rows: Iterable[Any], look: str = PLAIN) -> None:
        """Add values, each as a row of the columns."""
        for row in rows:
            self.add(self.table.build_cells(row, self.next, look))

    def add(self, row: Row) -> None:
        """Add a row of cells."""
        self.write_cells(row)
        self.next += 1

    @abstractmethod
    def write_cells(self, row: Row) -> None:
        """Write a row as the format has it."""

    def list_cells(self, name: str) -> str:
        """Return all cells of a column, for formulas of other tables."""
        letter = self.table.letters[name]
        return f"{self.before}${letter}${FIRST_ROW}:${letter}${self.next - 1}"


class TableWriter(Protocol):
    """A writer of a whole file: everything is opened first, the rows may come in any order."""

    def open(self, table: FileTable) -> OpenTable:
        """Begin a table."""

    def begin_sheet(self, title: str, heading: str, widths: tuple[int, ...]) -> OpenTable | None:
        """Begin a sheet that is no table; None for formats with tables only."""


def render_workbook(pages: Iterable[WorkbookPage], *, foot: str, language: str) -> bytes:
    """Render sheets as a workbook."""
    from tarockclub.kit.xlsx.writer import write_workbook  # loads openpyxl, needed only here

    return write_workbook(pages, foot=foot, english=language.startswith("en"))
