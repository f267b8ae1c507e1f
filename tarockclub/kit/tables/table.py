"""The definition of a list: its columns, its default order, its text when empty; its pages and its files."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, QueryDict
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from tarockclub.kit.amounts import format_cents
from tarockclub.kit.days import format_short_moment
from tarockclub.kit.xlsx.cells import (
    EURO,
    HEAD,
    MOMENT,
    NO_EXTRAS,
    PLAIN,
    SENTENCE,
    TEXT,
    TITLE,
    Extras,
    WorkbookPage,
    build_name,
    build_text_cell,
    build_unique_heads,
    build_value_cell,
    format_column_name,
)
from tarockclub.kit.xlsx.cells import Cell as CellsCell


class PageLink(NamedTuple):
    """A link to a page; one without a number marks omitted pages."""

    number: int
    href: str
    is_current: bool


def list_page_links(paginator: Any, here: int, request: HttpRequest, name: str, anchor: str = "") -> Iterator[PageLink]:
    """Yield the links to the pages of a Django paginator, none if there is one page; `name`: the parameter."""
    if paginator.num_pages == 1:
        return
    for number in paginator.get_elided_page_range(here, on_each_side=2, on_ends=1):
        if isinstance(number, int):
            yield PageLink(number, build_page_address(request, {name: str(number)}) + anchor, number == here)
        else:
            yield PageLink(0, "", is_current=False)


def build_page_address(request: HttpRequest, changed: dict[str, str]) -> str:
    """Return the address of this page with some parameters changed; "" removes one."""
    query = QueryDict(mutable=True)
    query.update(request.GET)
    for name, value in changed.items():
        query.pop(name, None)
        if value:
            query[name] = value
    return f"?{query.urlencode()}"


class ListPart(NamedTuple):
    """The rows of a long list that a page shows, and the links to the others."""

    rows: Sequence[Any]
    number: int = 1  # of this page
    first: int = 1  # the position of these rows among all
    last: int = 0
    all: int = 0
    pages: tuple[PageLink, ...] = ()  # none if there is one page


def cut_list(rows: Sequence[Any], size: int, number: int, request: HttpRequest | None = None) -> ListPart:
    """Return a page of a list, the last one for numbers beyond it, or (0) all of it.

    Without a request the links have no other parameter.
    """
    if not number:
        return ListPart(rows)
    page = Paginator(rows, size).get_page(number)
    links = list_page_links(page.paginator, page.number, request or HttpRequest(), "page")
    return ListPart(list(page.object_list), page.number, page.start_index(), page.end_index(), len(rows), tuple(links))


MOST_ROWS = 50  # on a page
NOTHING = "–"
NOTHING_YET = gettext_lazy("There is nothing here yet.")
SHOWS: dict[str, Callable[[Any], object]] = {EURO: format_cents, MOMENT: format_short_moment}
Words = str | Promise
Rows = Sequence[Any] | QuerySet[Any]


@dataclass(frozen=True, eq=False)
class Column:
    """One column: the source of its values, their display and order on a page, their cells in a file."""

    name: str  # as in addresses: ?sort=name
    title: Words
    of: str | Callable[[Any], Any] = ""  # the value of a row: a path ("person__name") or a function; "": the name
    kind: str = TEXT  # of its values; euros are cents, amounts sixths
    width: int = 12  # in a file, in characters
    formula: "Callable[[FormulaRow], str] | None" = None  # of its cells in a workbook, whose values are the results
    look: str = PLAIN  # of its cells in a workbook
    head: str = HEAD  # of its heading there: HEAD or UPRIGHT
    in_book: bool = True  # where workbooks have other columns than CSV and JSON (FileTable.choose_columns)
    in_plain: bool = True
    show: Callable[[Any], object] = str  # the displayed value, by default that of its kind; never of a missing one
    link: Callable[[Any], str] | None = None  # the link of a row; "": none
    css: Callable[[Any], str] | None = None  # the class of a cell, by its value: won, lost
    number: bool = False  # aligned right, as other kinds are; the first tap sorts the largest to the top
    latest: bool = False  # the first tap sorts the latest to the top
    fields: str | Sequence[str] = ""  # of a query: the sort fields; "": `of`
    surnames: bool = False  # names of people: sorted by surname
    words: bool = False  # of a query: sorted like names, as texts in values always are
    sorts: bool = True
    aside: bool = False  # left out on narrow screens
    hidden: bool = False  # the title is for screen readers only: a column of buttons
    bar: bool = False  # a bar beside each number shows it among those of its page

    def __post_init__(self) -> None:
        """Show values as their kind says."""
        looks: dict[str, Any] = {"show": SHOWS.get(self.kind, str)} if self.show is str else {}
        looks |= {"latest": True} if self.kind == MOMENT else {"number": True} if self.kind != TEXT else {}
        vars(self).update(looks)

    @cached_property
    def path(self) -> str:
        """The path to the values, unless a function returns them."""
        return self.of if isinstance(self.of, str) and self.of else self.name

    @cached_property
    def _names(self) -> list[str]:
        return self.path.split("__")

    def get_value(self, row: Any) -> Any:
        """Return the value of a row; None if it is missing."""
        if callable(self.of):
            return self.of(row)
        for name in self._names:
            row = row[name] if isinstance(row, dict) else getattr(row, name)
            if row is None:
                return None
        return row


class Head(NamedTuple):
    """The head of a column."""

    title: Words
    href: str  # sorts by it; "": it does not sort
    sorted: str  # "ascending", "descending" or ""
    column: Column


class Cell(NamedTuple):
    """A cell: escaped text, or safe HTML."""

    text: object
    href: str
    css: str
    column: Column
    missing: bool = False  # the row has no value there; a phone does not show it
    leads: bool = False  # the number people came for: on a phone beside the name
    size: Any = None  # of its bar; None: it has none
    bar: SafeString | str = ""

    @property
    def classes(self) -> str:
        """The CSS classes."""
        column = self.column
        marks = {"number": column.number, "aside": column.aside, "missing": self.missing, "leads": self.leads}
        return " ".join(filter(None, (self.css, *(mark for mark, on in marks.items() if on))))


class ListPage(NamedTuple):
    """A list as passed to its template."""

    caption: Words
    heads: tuple[Head, ...]
    rows: tuple[tuple[Cell, ...], ...]
    pages: tuple[PageLink, ...]
    first: int  # the position of these rows among all
    last: int
    all: int
    empty: Words
    search: Words  # the label of the search box; "": none
    typed: str
    parameters: tuple[tuple[str, str], ...]  # other parameters of the address, which stay during a search
    everything: str  # the address without a search
    prefix: str

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to list, searched or not: the list itself then offers the next step."""
        return not self.rows and not self.typed


@dataclass(frozen=True)
class List:
    """A list for sorting, searching and paging; the first column is the head of each row."""

    caption: Words
    columns: tuple[Column, ...]
    sort: str  # the default: the name of a column, with "-" for descending
    empty: Words = NOTHING_YET  # the text of an empty list
    then: Sequence[str] = ("pk",)  # of a query: the order of equal rows
    search: Words = ""  # the label of a search box; the page filters its rows by `typed`
    prefix: str = ""  # of the parameters in the address, if a page has several lists
    size: int = MOST_ROWS  # of a page

    @property
    def anchor(self) -> str:
        """The anchor of the list on a page with several, so that sorting returns to it."""
        return f"#{self.prefix}list" if self.prefix else ""

    def read_search(self, request: HttpRequest) -> str:
        """Return the search text."""
        from tarockclub.kit.tables.search import split_words

        return " ".join(split_words(request.GET.get(f"{self.prefix}q", "")))

    def build_page(
        self, request: HttpRequest, rows: Rows, *, seen: Callable[[Sequence[Any]], None] | None = None, **more: Any
    ) -> ListPage:
        """Return the requested page of the list; `more`: other fields of the list for this time (`empty`).

        A query costs two queries: the number of rows, and the rows of the page. `seen` gets these rows before they are
        shown, and may add data that need one query for all of them.
        """
        from tarockclub.kit.tables.rendering import build_list_page

        return build_list_page(replace(self, **more), request, rows, seen)

    def list_rows(self, request: HttpRequest, rows: Rows) -> Sequence[Any]:
        """Return all rows in the requested order."""
        from tarockclub.kit.tables.rendering import list_sorted_rows

        return list_sorted_rows(self, request, rows)

    def build_sheet(
        self, request: HttpRequest, rows: Rows, title: str = "", columns: Sequence[Column] = ()
    ) -> WorkbookPage:
        """Build all rows in the requested order as a sheet of a workbook; `columns`: others than those of the page."""
        table = FileTable("", self.caption, columns or self.columns, still=1, filtered=True)
        widths = (28, *[14] * (len(table.columns) - 1))
        return table.build_page(self.list_rows(request, rows), title)._replace(widths=widths)

    def find_column(self, name: str) -> Column | None:
        """Return the column of this name."""
        return next((column for column in self.columns if column.name == name), None)


# Lists in files, in every format: tables of columns, the cells of their rows, writers.
#
# A `FileTable` says name, title and columns; its rows are any values that the columns read. A formula is a function
# of its row: `Column("sum", …, kind=EURO, formula=lambda at: f"{at.find_cell('fees')}+{at.find_cell('rest')}")`;
# `at.row` is the value. `OpenTable.write` makes the cells of rows and adds them; each format has its own `OpenTable`.

FIRST_ROW = 3  # of a table in a workbook, under its title and its headings
COVERED_ROW = 4  # … in one with a cover, where a sentence stands under the title
Row = Sequence[CellsCell]


@dataclass(frozen=True, eq=False)
class FileTable:
    """A table of a file: its names and its columns."""

    name: str  # for programs
    title: Words  # of its sheet
    columns: Sequence[Column]
    about: Words = ""  # above it, behind the name of what is exported; "": its title
    heading: Words = ""  # above it, in place of both
    still: int = 0  # columns that stay on the left
    filtered: bool = False
    # Only in a workbook with a cover:
    note: Words = ""  # the sentence under its title
    prefix: str = ""  # of the names of its columns, by which formulas of all sheets call them; "": they have none
    extras: Extras = NO_EXTRAS
    has_band: Callable[[Any], bool] | None = None  # whether a row has a light background, so that eyes stay in it
    first: int = FIRST_ROW  # of its rows, which a writer chooses

    def choose_columns(self, *, plain: bool) -> "FileTable":
        """Return the table with the columns of a workbook, or those of CSV and JSON, which have no formulas."""
        columns = [column for column in self.columns if (column.in_plain if plain else column.in_book)]
        return replace(self, columns=[replace(column, formula=None) for column in columns] if plain else columns)

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of the columns for formulas, by the columns' own."""
        heads = build_unique_heads(self.build_heads())
        named = zip(self.columns, heads, strict=True) if self.prefix else ()
        return {column.name: build_name(self.prefix, str(head.value)) for column, head in named}

    @cached_property
    def letters(self) -> dict[str, str]:
        """The letters of the columns in a workbook, by name."""
        return {column.name: format_column_name(index) for index, column in enumerate(self.columns)}

    def build_lookup(self, name: str, order: int | str, by: str = "order") -> str:
        """Build the formula for a cell of whoever stands there in this order; `by`: the column that says it."""
        return f"INDEX({self.names[name]},MATCH({order},{self.names[by]},0))"

    def build_heads(self) -> tuple[CellsCell, ...]:
        """Build the headings, aligned like the values below them; upright ones have line breaks."""
        heads = ((column, column.kind if column.head == HEAD else TEXT) for column in self.columns)
        return tuple(CellsCell(str(column.title), kind, column.head) for column, kind in heads)

    def build_cells(self, row: Any, number: int = 0, look: str = PLAIN) -> tuple[CellsCell, ...]:
        """Build the cells of a row; `number`: where it stands, as formulas say it."""
        formula_row = FormulaRow(self, row, number, look)
        formulas = (column.formula(formula_row) if column.formula else "" for column in self.columns)
        cells = tuple(
            build_value_cell(column.get_value(row), column.kind, look or column.look, formula)
            for column, formula in zip(self.columns, formulas, strict=True)
        )
        is_band = self.has_band is not None and self.has_band(row)
        return tuple(cell._replace(band=True) for cell in cells) if is_band else cells

    def build_page(self, rows: Iterable[Any], title: str = "") -> WorkbookPage:
        """Build a sheet with nothing above the headings; `title`: another one than that of the table."""
        cells = tuple(self.build_cells(row, number) for number, row in enumerate(rows, 2))
        widths, filtered = tuple(column.width for column in self.columns), self.filtered and bool(cells)
        return WorkbookPage(
            title or str(self.title), widths, (self.build_heads(), *cells), (1, 1), self.still, filtered
        )

    def build_covered_page(self, title: str, heading: str, name: str, rows: Iterable[Any] = ()) -> WorkbookPage:
        """Build a sheet of a workbook with a cover: heading, sentence, columns, rows; `name`: of its table object."""
        table, last = replace(self, first=COVERED_ROW), COVERED_ROW - 1
        above = ((build_text_cell(heading, TITLE),), (build_text_cell(str(self.note), SENTENCE),), self.build_heads())
        cells = tuple(table.build_cells(row, number) for number, row in enumerate(rows, COVERED_ROW))
        names = {called: self.letters[column] for column, called in self.names.items()} | dict(self.extras.names)
        extras, widths = self.extras._replace(table=name, names=names), tuple(column.width for column in self.columns)
        return WorkbookPage(title, widths, (*above, *cells), (last, last), self.still, extras=extras)


class FormulaRow(NamedTuple):
    """A row of a table, as its formulas name it."""

    table: FileTable
    row: Any
    number: int
    look: str = PLAIN

    @property
    def is_first(self) -> bool:
        """True for the first row of the table."""
        return self.number == self.table.first

    def find_cell(self, name: str, above: int = 0) -> str:
        """Return the cell of a column in this row, or in one above it."""
        return f"{self.table.letters[name]}{self.number - above}"

    def add(self, first: str, last: str) -> str:
        """Return the sum of the cells of this row from one column to another."""
        return f"SUM({self.find_cell(first)}:{self.find_cell(last)})"


class OpenTable(ABC):
    """A table that was begun, or a sheet that is none: rows are added below those that are there."""

    def __init__(self, table: FileTable) -> None:
        self.table = table
        self.next = table.first  # the number of the row that comes next, as formulas say it

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


class TableWriter(Protocol):
    """A writer of a whole file: everything is opened first, the rows may come in any order."""

    def open(self, table: FileTable) -> OpenTable:
        """Begin a table."""
