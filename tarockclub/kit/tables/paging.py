"""The links to the pages of a list that is cut."""

from collections.abc import Iterator
from typing import Any, NamedTuple

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
