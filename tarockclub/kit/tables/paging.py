"""The links to the pages of a list that is cut."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, QueryDict


class PageLink(NamedTuple):
    """A link to a page; one without a number marks omitted pages."""

    number: int
    href: str
    here: bool


def list_page_links(paginator: Any, here: int, request: HttpRequest, name: str, anchor: str = "") -> Iterator[PageLink]:
    """Yield the links to the pages of a Django paginator, none if there is one page; `name`: the parameter."""
    if paginator.num_pages == 1:
        return
    for number in paginator.get_elided_page_range(here, on_each_side=2, on_ends=1):
        if isinstance(number, int):
            yield PageLink(number, build_page_address(request, {name: str(number)}) + anchor, number == here)
        else:
            yield PageLink(0, "", here=False)


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
