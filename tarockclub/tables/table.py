"""What a list is: its columns, how it is sorted at first, what it says when it is empty."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

MOST_ROWS = 50  # on a page
NOTHING = "–"
NOTHING_YET = gettext_lazy("There is nothing here yet.")
Words = str | Promise
Rows = Sequence[Any] | QuerySet[Any]


@dataclass(frozen=True)
class Column:
    """One column: where its values stand in a row, and how they are shown and sorted."""

    name: str  # as it stands in addresses: ?sort=name
    title: Words
    of: str | Callable[[Any], Any] = ""  # the value of a row: a path ("person__name") or a function; "": the name
    show: Callable[[Any], object] = str  # the value as it is read; never asked for what is missing
    link: Callable[[Any], str] | None = None  # where a row leads to; "": nowhere
    kind: Callable[[Any], str] | None = None  # the class of a cell, by its value: won, lost
    number: bool = False  # stands at the right; the first tap sorts the largest to the top
    latest: bool = False  # the first tap sorts the latest to the top
    fields: str | Sequence[str] = ""  # of a query: by which fields it is sorted; "": by `of`
    surnames: bool = False  # names of people: sorted by surname
    words: bool = False  # of a query: sorted as names are; values that are texts always are
    sorts: bool = True
    aside: bool = False  # left out on narrow screens
    long: bool = False  # a text that needs the whole breadth of a card
    hidden: bool = False  # the title is said, but not shown: a column of buttons

    @property
    def path(self) -> str:
        """Where its values stand, if not a function says so."""
        return self.of if isinstance(self.of, str) and self.of else self.name

    def value(self, row: Any) -> Any:
        """The value of a row; None where it has none."""
        if callable(self.of):
            return self.of(row)
        for name in self.path.split("__"):
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
    """A cell: escaped text, or HTML that is safe."""

    text: object
    href: str
    kind: str
    column: Column
    missing: bool = False  # the row has no value there; a card does not show it

    @property
    def classes(self) -> str:
        """How it is to look."""
        column = self.column
        marks = {"number": column.number, "aside": column.aside, "long": column.long, "missing": self.missing}
        return " ".join(filter(None, (self.kind, *(mark for mark, on in marks.items() if on))))


class PageLink(NamedTuple):
    """A link to a page; one without a number stands for those that are left out."""

    number: int
    href: str
    here: bool


class ListPage(NamedTuple):
    """A list as its template shows it."""

    caption: Words
    heads: tuple[Head, ...]
    rows: tuple[tuple[Cell, ...], ...]
    pages: tuple[PageLink, ...]
    first: int  # which rows of all these are
    last: int
    all: int
    empty: Words
    search: Words  # the label of the search box; "": none
    typed: str
    kept: tuple[tuple[str, str], ...]  # what else stands in the address and stays when somebody searches
    everything: str  # the address without a search
    prefix: str


@dataclass(frozen=True)
class List:
    """A list that people sort, search and page through; the first column is the head of each row."""

    caption: Words
    columns: tuple[Column, ...]
    sort: str  # at first: the name of a column, with "-" the other way round
    empty: Words = NOTHING_YET  # what is said when there is nothing
    then: Sequence[str] = ("pk",)  # of a query: what decides between equal rows
    search: Words = ""  # the label of a search box; the page filters its rows by `typed`
    prefix: str = ""  # of what stands in the address, where a page has several lists

    @property
    def anchor(self) -> str:
        """Where the list stands on a page with several: whoever sorts it finds it again."""
        return f"#{self.prefix}list" if self.prefix else ""

    def typed(self, request: HttpRequest) -> str:
        """What somebody looks for."""
        from tarockclub.tables.search import split_words

        return " ".join(split_words(request.GET.get(f"{self.prefix}q", "")))

    def shown(
        self, request: HttpRequest, rows: Rows, *, seen: Callable[[Sequence[Any]], None] | None = None, **more: Any
    ) -> ListPage:
        """The page of the list that was asked for; `more`: other fields of the list for this time (`empty`).

        A query costs two queries: how many there are, and those of the page. `seen` gets the rows of the page before
        they are shown, and may put into them what costs a query for all of them.
        """
        from tarockclub.tables.rendering import build_list_page

        return build_list_page(replace(self, **more), request, rows, seen)

    def values(self, request: HttpRequest, rows: Rows) -> Iterator[list[Any]]:
        """All rows in the order that was asked for, as bare values under their titles, say for a workbook."""
        from tarockclub.tables.rendering import list_values

        return list_values(self, request, rows)

    def column(self, name: str) -> Column | None:
        """The column of a name."""
        return next((column for column in self.columns if column.name == name), None)
