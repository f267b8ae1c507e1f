"""The definition of a list: its columns, its default order, its text when empty."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from tarockclub.kit.amounts import format_cents
from tarockclub.kit.days import format_short_moment
from tarockclub.kit.faces import Face
from tarockclub.kit.tables.paging import PageLink
from tarockclub.kit.xlsx.cells import EURO, MOMENT, PLAIN, TEXT, WorkbookPage

if TYPE_CHECKING:
    from tarockclub.kit.tables.files import FormulaRow

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
    face: Callable[[Any], Face] | None = None  # the sign of a person before their name

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
    face: Face | None = None

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
    kept: tuple[tuple[str, str], ...]  # other parameters of the address, which stay during a search
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
        from tarockclub.kit.tables.files import FileTable

        table = FileTable("", self.caption, columns or self.columns, still=1, filtered=True)
        widths = (28, *[14] * (len(table.columns) - 1))
        return table.build_page(self.list_rows(request, rows), title)._replace(widths=widths)

    def find_column(self, name: str) -> Column | None:
        """Return the column of this name."""
        return next((column for column in self.columns if column.name == name), None)
