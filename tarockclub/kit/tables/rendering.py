"""A list as a page of values: sorted and cut as the address asks."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import F, OrderBy, QuerySet
from django.http import HttpRequest

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


class _Order(NamedTuple):
    """A column to sort by, and the way."""

    column: Column
    down: bool


def _list_orders(listing: List, request: HttpRequest) -> list[_Order]:
    """Return the orders of a list: that of the address, and for equal rows the list's own."""
    orders = []
    for name in (request.GET.get(f"{listing.prefix}sort", ""), listing.sort):
        column = listing.find_column(name.removeprefix("-"))
        if column is not None and column.sorts:
            orders.append(_Order(column, name.startswith("-")))
    return orders


def _sort_rows(listing: List, rows: Rows, orders: Sequence[_Order]) -> Rows:
    """Return sorted rows: names in German order, stable, missing values last."""
    if isinstance(rows, QuerySet):
        orderings = [ordering for order in orders for ordering in _list_orderings(order.column, down=order.down)]
        return rows.order_by(*orderings, *listing.then)
    for column, down in reversed(orders):
        rows = sort_rows(rows, column.get_value, down=down, surnames=column.surnames)
    return rows


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
    orders = _list_orders(listing, request)
    number = f"{listing.prefix}page"
    page = Paginator(_sort_rows(listing, rows, orders), listing.size).get_page(request.GET.get(number, "1"))
    shown = list(page.object_list)
    if seen is not None:
        seen(shown)
    typed = listing.read_search(request) if listing.search else ""
    searched = typed or page.paginator.count > FEW
    columns = listing.columns
    lead = _find_lead(listing)
    cells = [[_build_cell(column, row, leads=column is lead) for column in columns] for row in shown]
    cells = [*zip(*map(_add_bars, zip(*cells, strict=True)), strict=True)]
    # The first column names the row; another one without any value on this page is left out.
    filled = [
        index for index in range(len(columns)) if not index or not cells or not all(row[index].missing for row in cells)
    ]
    return ListPage(
        caption=listing.caption,
        heads=tuple(_build_head(columns[index], orders[:1], request, listing) for index in filled),
        rows=tuple(tuple(row[index] for index in filled) for row in cells),
        pages=tuple(list_page_links(page.paginator, page.number, request, number, listing.anchor)),
        first=page.start_index(),
        last=page.end_index(),
        all=page.paginator.count,
        empty=listing.empty,
        search=listing.search if searched else "",
        typed=typed,
        parameters=tuple(_list_kept_parameters(request, f"{listing.prefix}q", number)),
        everything=build_page_address(request, {f"{listing.prefix}q": "", number: ""}),
        prefix=listing.prefix,
    )


def _add_bars(cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return the cells of a column with their bars, if it has any."""
    sizes = [cell.size for cell in cells if cell.size is not None]
    return [cell if cell.size is None else cell._replace(bar=render_row_bar(cell.size, sizes)) for cell in cells]


def _build_cell(column: Column, row: Any, *, leads: bool) -> Cell:
    value = column.get_value(row)
    href = column.link(row) if column.link else ""
    css = column.css(value) if column.css and value is not None else ""
    shown = NOTHING if value is None else column.show(value)
    size = value if column.bar else None
    face = column.face(row) if column.face else None
    return Cell(shown, href, css, column, missing=value is None or value == "", leads=leads, size=size, face=face)


def _find_lead(listing: List) -> Column | None:
    """Return the column with the number that people came for: that of the order, or the first one."""
    numbers = [column for column in listing.columns if column.number and not column.aside]
    names = [listing.sort.removeprefix("-"), *(column.name for column in numbers)]
    return next((column for name in names for column in numbers if column.name == name), None)


def list_sorted_rows(listing: List, request: HttpRequest, rows: Rows) -> list[Any]:
    """Return all rows in the requested order."""
    return list(_sort_rows(listing, rows, _list_orders(listing, request)))


def _build_head(column: Column, orders: Sequence[_Order], request: HttpRequest, listing: List) -> Head:
    way, down = "", column.number or column.latest
    if [order.column for order in orders] == [column]:
        way, down = ("descending", False) if orders[0].down else ("ascending", True)
    href = ""
    if column.sorts:
        changed = {f"{listing.prefix}sort": "-" * down + column.name, f"{listing.prefix}page": ""}
        href = build_page_address(request, changed) + listing.anchor
    return Head(column.title, href, way, column)


def _list_kept_parameters(request: HttpRequest, *without: str) -> Iterator[tuple[str, str]]:
    for name in request.GET:
        if name not in without:
            yield from ((name, value) for value in request.GET.getlist(name))
