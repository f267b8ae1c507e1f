"""The part of long standings that a page shows: bounded in cells, for as many people and events as there are."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest

from tarockclub.kit.tables.paging import PageLink, build_page_address, list_page_links
from tarockclub.kit.tables.search import fold_words, has_words, split_words
from tarockclub.kit.words import fold
from tarockclub.platform.server.page_cache import is_for_elsewhere

MOST_CELLS = 10_000  # on a page: some 400 kB
FEWEST_LINES, MOST_LINES = 20, 500


class StandingPart(NamedTuple):
    """The lines of standings that a page shows, and the links to the others."""

    positions: Sequence[int]
    number: int  # of the page, from 1
    first: int  # the position of these lines among all that were looked for, from 1
    last: int
    all: int
    pages: tuple[PageLink, ...]
    is_long: bool  # the standings have more than one page: they can be searched
    typed: str  # what was looked for
    everything: str  # the address without it

    @property
    def is_whole(self) -> bool:
        """True if these are all lines that were looked for."""
        return len(self.positions) == self.all


def choose_part(
    request: HttpRequest,
    lines: int,
    columns: int,
    list_names: Callable[[], Sequence[str]],
    *,
    tables: int = 1,
    of: str = "",
) -> StandingPart:
    """Return the part of standings that an address names.

    `list_names`: of all lines, for a search; `tables`: how many share the page; `of`: which of these this one is.
    What goes elsewhere has all lines, whatever the address says.
    """
    if is_for_elsewhere():
        return StandingPart(range(lines), 1, 1, lines, lines, (), False, "", "")
    typed = " ".join(split_words(request.GET.get("q", "")))
    words, name = fold_words(typed), f"{of}page"
    long, most = max(1, columns) * tables, MOST_CELLS // 2 if words else MOST_CELLS  # a search is rendered each time
    size = min(MOST_LINES, max(FEWEST_LINES, most // long))
    wanted = range(lines) if not words else [at for at, who in enumerate(list_names()) if has_words(fold(who), words)]
    page = Paginator(wanted, size).get_page(request.GET.get(name, "1"))
    return StandingPart(
        list(page.object_list),
        page.number,
        page.start_index(),
        page.end_index(),
        len(wanted),
        tuple(list_page_links(page.paginator, page.number, request, name, f"#{of}standing" if of else "")),
        lines > size or bool(typed),
        typed,
        build_page_address(request, {"q": "", name: ""}),
    )
