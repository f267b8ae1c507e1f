"""The map: every page for people with its place, the page above it, and who may open it, as the addresses say."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from django.urls import URLPattern, URLResolver, get_resolver

from tarockclub.platform.navigation.rows import Page, PageView

UNKNOWN: Final = "when-something-fails"  # the help where an address leads nowhere, or something went wrong


@cache
def load_pages() -> Mapping[str, Page]:
    """Return all pages by their routes, with what they take over from others; KeyError for a page that is none."""
    rows = {row.route: row for row in _list_rows(get_resolver().url_patterns)}
    return {route: _complete(row, rows) for route, row in rows.items()}


def _list_rows(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[Page]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _list_rows(pattern.url_patterns)
        elif isinstance(pattern.callback, PageView) and pattern.callback.page is not None:
            yield pattern.callback.page


def _complete(row: Page, rows: Mapping[str, Page]) -> Page:
    if row.of:
        shown = _complete(rows[row.of], rows)
        return shown._replace(
            route=row.route,
            viewers=row.viewers,
            guide=row.guide or shown.guide,
            words="",
            is_listed=False,
            signpost=None,
        )
    if not row.parents:
        return row
    above = _complete(rows[row.parents[0]], rows)
    return row._replace(place=row.place or above.place, stage=row.stage or above.stage, guide=row.guide or above.guide)


def find_guide(route: str) -> str:
    """Return `section#heading` of the handbook for the page of a route."""
    row = load_pages().get(route)
    return UNKNOWN if row is None else row.guide
