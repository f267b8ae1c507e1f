"""A list as a table of django-tables2, which does the paging and the cells; imported with the first list shown."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import django_tables2 as tables2  # type: ignore[import-untyped]
from django.db.models import F, OrderBy, QuerySet
from django.http import HttpRequest
from django_tables2.data import TableData  # type: ignore[import-untyped]

from tarockclub.kit.charts.sparks import render_row_bar
from tarockclub.kit.tables.search import order_by_surname, order_german, sort_rows
from tarockclub.kit.tables.table import (
    NOTHING,
    Cell,
    Column,
    Head,
    List,
    ListPage,
    Rows,
    build_page_address,
    list_page_links,
)

FEW = 12  # rows that need no search


class _WholeRow(tables2.A):  # type: ignore[misc]
    """The accessor of our columns: the whole row, which django-tables2 need not take apart."""

    def penultimate(self, context: Any, quiet: bool = True) -> tuple[Any, str]:
        """Return the row, as the object of the last lookup."""
        return context, "row"

    def resolve(self, context: Any, **_how: Any) -> Any:
        """Return the row."""
        return context


class _Column(tables2.Column):  # type: ignore[misc]
    """One of our columns for django-tables2."""

    empty_values = ()

    def __init__(self, ours: Column) -> None:
        super().__init__(verbose_name=ours.title, orderable=ours.sorts)
        self.accessor = _WholeRow("row")
        self.initial_sort_descending = ours.number or ours.latest
        self.ours = ours

    def render(self, record: Any) -> Cell:
        """Return the cell of a row."""
        value = self.ours.get_value(record)
        href = self.ours.link(record) if self.ours.link else ""
        css = self.ours.css(value) if self.ours.css and value is not None else ""
        shown = NOTHING if value is None else self.ours.show(value)
        size = value if self.ours.bar else None
        return Cell(shown, href, css, self.ours, missing=value is None or value == "", size=size)

    def value(self, record: Any) -> Any:
        """Return its bare value."""
        return self.ours.get_value(record)


class _Rows(TableData):  # type: ignore[misc]
    """Rows sorted our way: names in German order, stable, missing values last."""

    data: Any

    def __init__(self, rows: Rows, listing: List) -> None:
        super().__init__(rows)
        self._at_first: list[OrderBy] = []  # order of rows with equal sort values
        self._of, self._count = listing, None if isinstance(rows, QuerySet) else len(rows)

    def __len__(self) -> int:
        if self._count is None:
            self._count = self.data.count()
        return self._count

    def order_by(self, aliases: Sequence[str]) -> None:
        """Sort by columns: those of the address, or the default of the list."""
        for alias in reversed(aliases):
            column = self._of.find_column(alias.removeprefix("-"))
            if column is not None:
                self._sort(column, down=alias.startswith("-"))

    def _sort(self, column: Column, *, down: bool) -> None:
        if isinstance(self.data, QuerySet):
            self.data = self.data.order_by(*_list_orderings(column, down=down), *self._at_first, *self._of.then)
            self._at_first = list(_list_orderings(column, down=down))
        else:
            self.data = sort_rows(self.data, column.get_value, down=down, surnames=column.surnames)


def _list_orderings(column: Column, *, down: bool) -> Iterator[OrderBy]:
    fields = (column.fields,) if isinstance(column.fields, str) else column.fields
    for field in fields or ("",):
        back, name = field.startswith("-"), field.removeprefix("-") or column.path
        by = order_by_surname(name) if column.surnames else order_german(name) if column.words else F(name)
        yield OrderBy(by, descending=down != back, nulls_last=True)


def build_list_page(
    listing: List, request: HttpRequest, rows: Rows, seen: Callable[[Sequence[Any]], None] | None = None
) -> ListPage:
    """Return the requested page of a list."""
    table = _build_table(listing, request, rows)
    page = table.page
    if seen is not None:
        seen(list(page.object_list.data))  # the query caches them for the cells
    typed = listing.read_search(request) if listing.search else ""
    searched = typed or page.paginator.count > FEW
    columns = list(table.columns)
    lead = _find_lead(listing, columns)
    cells = [[cell._replace(leads=cell.column is lead) for _, cell in row.items()] for row in table.paginated_rows]
    cells = [*zip(*map(_add_bars, zip(*cells, strict=True)), strict=True)]
    # The first column names the row; another one without any value on this page is left out.
    filled = [
        index for index in range(len(columns)) if not index or not cells or not all(row[index].missing for row in cells)
    ]
    return ListPage(
        caption=listing.caption,
        heads=tuple(_build_head(table, columns[index], request, listing) for index in filled),
        rows=tuple(tuple(row[index] for index in filled) for row in cells),
        pages=tuple(list_page_links(page.paginator, page.number, request, table.prefixed_page_field, listing.anchor)),
        first=page.start_index(),
        last=page.end_index(),
        all=page.paginator.count,
        empty=listing.empty,
        search=listing.search if searched else "",
        typed=typed,
        parameters=tuple(_list_kept_parameters(request, f"{listing.prefix}q", table.prefixed_page_field)),
        everything=build_page_address(request, {f"{listing.prefix}q": "", table.prefixed_page_field: ""}),
        prefix=listing.prefix,
    )


def _add_bars(cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return the cells of a column with their bars, if it has any."""
    sizes = [cell.size for cell in cells if cell.size is not None]
    return [cell if cell.size is None else cell._replace(bar=render_row_bar(cell.size, sizes)) for cell in cells]


def _find_lead(listing: List, columns: Sequence[Any]) -> Column | None:
    """Return the column with the number that people came for: that of the order, or the first one."""
    numbers = [bound.column.ours for bound in columns if bound.column.ours.number and not bound.column.ours.aside]
    names = [listing.sort.removeprefix("-"), *(column.name for column in numbers)]
    return next((column for name in names for column in numbers if column.name == name), None)


def list_sorted_rows(listing: List, request: HttpRequest, rows: Rows) -> list[Any]:
    """Return all rows in the requested order."""
    return list(_build_table(listing, request, rows).data)


def _build_table(listing: List, request: HttpRequest, rows: Rows) -> Any:
    """Return the table, sorted and cut as in the address."""
    columns = [(column.name, _Column(column)) for column in listing.columns]
    table = tables2.Table(
        _Rows(rows if isinstance(rows, QuerySet) else list(rows), listing),
        extra_columns=columns,
        prefix=listing.prefix,
        order_by=listing.sort,
        show_footer=False,
    )
    asked = request.GET.get(table.prefixed_order_by_field, "")
    column = listing.find_column(asked.removeprefix("-"))
    if column is not None and column.sorts:
        table.order_by = asked
    # Not by RequestConfig: it would let the address set the number of rows on a page.
    table.paginate(per_page=listing.size)
    table.page = table.paginator.get_page(request.GET.get(table.prefixed_page_field, "1"))
    return table


def _build_head(table: Any, column: Any, request: HttpRequest, listing: List) -> Head:
    way = ""
    if column.is_ordered:
        way = "descending" if column.order_by_alias.is_descending else "ascending"
    href = ""
    if column.orderable:
        changed = {table.prefixed_order_by_field: str(column.order_by_alias.next), table.prefixed_page_field: ""}
        href = build_page_address(request, changed) + listing.anchor
    return Head(column.header, href, way, column.column.ours)


def _list_kept_parameters(request: HttpRequest, *without: str) -> Iterator[tuple[str, str]]:
    for name in request.GET:
        if name not in without:
            yield from ((name, value) for value in request.GET.getlist(name))
