"""The row of an address in an urls.py: its view and who may open it; of a page also its name, place and help."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver, path, register_converter
from django.urls.converters import StringConverter
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_http_methods

from tarockclub.platform.accounts.permissions import Viewers, guard_view
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.server.lazy_views import LazyView

Label = str | Promise
Posts = bool | Literal["only"]  # whether an address also takes forms, or nothing else
ALL: Final = None  # whoever knows the address; its view may ask more, such as a table's link
_METHODS: Final[dict[Posts, list[str]]] = {False: ["GET", "HEAD"], True: ["GET", "HEAD", "POST"], "only": ["POST"]}
UNKNOWN: Final = "when-something-fails"  # the help where an address leads nowhere, or something went wrong


class SecretConverter(StringConverter):
    """A secret in an address, `<secret:…>`; `HIDDEN_PLACES` of log_filter.py has what precedes it."""


register_converter(SecretConverter, "secret")


class Stage(StrEnum):
    """The steps of a tournament, in order."""

    SETTINGS = "settings"
    PEOPLE = "people"
    DRAW = "draw"
    PLAY = "play"
    RESULTS = "results"
    PRIZES = "prizes"


class Place(NamedTuple):
    """One of the few places that the navigation shows."""

    name: str
    label: Label
    short: Label  # in the bar and in the top, where places stand side by side
    route: str  # its first page
    viewers: Viewers = Right.TABLES
    on_phone: bool = True
    part: str = ""  # of what a club publishes: the place is there for visitors if it does


EVENINGS, TOURNAMENTS, SEASONS, PEOPLE, RULES, CLUB, MORE = (
    "evenings",
    "tournaments",
    "seasons",
    "people",
    "rules",
    "club",
    "more",
)
PLACES: Final = (
    Place(EVENINGS, pgettext_lazy("place", "Evenings"), pgettext_lazy("place", "Evenings"), "evenings"),
    Place(TOURNAMENTS, _("Tournaments"), _("Tournaments"), "tournaments"),
    Place(SEASONS, _("Seasons"), _("Seasons"), "seasons", Right.RESULTS),
    Place(PEOPLE, _("People & statistics"), pgettext_lazy("place", "People"), "statistics", Right.PEOPLE),
    Place(RULES, _("House rules"), pgettext_lazy("place", "Rules"), "sheets", ALL),
    Place(CLUB, pgettext_lazy("place", "Club"), pgettext_lazy("place", "Club"), "club", Right.DIRECT, on_phone=False),
    Place(MORE, pgettext_lazy("place", "Everything"), pgettext_lazy("place", "More"), "everything", ALL),
)
DATES: Final = "dates"
# For those who are not logged in, at clubs that publish something.
VISITOR_PLACES: Final = (
    Place(EVENINGS, pgettext_lazy("place", "Now"), pgettext_lazy("place", "Now"), "home", ALL),
    Place(DATES, pgettext_lazy("place", "Dates"), pgettext_lazy("place", "Dates"), "coming", ALL, part="dates"),
    Place(TOURNAMENTS, _("Results"), _("Results"), "all_results", ALL, part="results"),
    Place(SEASONS, _("Seasons"), _("Seasons"), "all_seasons", ALL, part="seasons"),
    Place(RULES, _("House rules"), pgettext_lazy("place", "Rules"), "sheets", ALL),
)


class Signpost(NamedTuple):
    """The step of a tournament's page under which it leads to this one, and whether it does, by its settings too."""

    stage: Stage
    is_shown: Callable[[Any, Any], bool] = lambda _tournament, _settings: True


class Page(NamedTuple):
    """A page for people; `%(number)s` in its label is the number in its address.

    What is empty is as on the page above it (`load_pages`), or on the page of which it shows a refused form.
    """

    route: str
    label: Label
    parents: tuple[str, ...]  # the page above it: the first of these that one may open
    viewers: Viewers
    place: str = ""
    stage: Stage | None = None  # of a tournament
    guide: str = ""  # its help: a section of the handbook and a heading in it (docs/dev/handbook.md)
    has_bar: bool = True  # no: at the bottom a bar of its own stands, or it hangs on a wall
    words: Label = ""  # other words under which people look for it
    is_listed: bool = False  # among all pages: it needs no address of one thing
    is_kept: bool = False  # phones keep it for everybody: it asks the database for nothing
    of: str = ""  # the page whose forms are sent here
    signpost: Signpost | None = None


class PageView(LazyView):
    """A view for those who may open it, with the row of its page if it is one."""

    def __init__(
        self, view: LazyView, needs: Viewers, writers: tuple[Right, ...], posts: Posts, page: Page | None = None
    ) -> None:
        super().__init__(view.__module__, view.__name__)
        self.page, self._inner = page, view
        self._answer: Callable[..., HttpResponse] = require_http_methods(_METHODS[posts])(
            guard_view(view, needs, writers)
        )

    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer a request, or refuse it."""
        return self._answer(request, *args, **kwargs)

    def load(self) -> None:
        """Import the view."""
        self._inner.load()


def address(
    name: str,
    route: str,
    view: LazyView,
    *,
    needs: Viewers,
    writers: tuple[Right, ...] = (),
    posts: Posts = False,
) -> URLPattern:
    """Return an address that is no page: a file, a picture, a live answer. Arguments as of `page`."""
    return path(route, PageView(view, needs, writers, posts), name=name)


def page(
    name: str,
    route: str,
    view: LazyView,
    label: Label,
    *,
    under: str | tuple[str, ...] = (),
    needs: Viewers,
    writers: tuple[Right, ...] = (),
    posts: Posts = False,
    place: str = "",
    stage: Stage | None = None,
    guide: str = "",
    has_bar: bool = True,
    words: Label = "",
    is_listed: bool = False,
    is_kept: bool = False,
    signpost: Signpost | None = None,
    kwargs: dict[str, Any] | None = None,
) -> URLPattern:
    """Return the address of a page that stands under another one.

    `needs`: who may open it; `writers`: who may send its forms, if others than these; the rest as of Page.
    """
    parents = (under,) if isinstance(under, str) else under
    row = Page(name, label, parents, needs, place, stage, guide, has_bar, words, is_listed, is_kept, signpost=signpost)
    return path(route, PageView(view, needs, writers, posts, row), kwargs, name)


def form(
    name: str,
    route: str,
    view: LazyView,
    *,
    of: str,
    needs: Viewers,
    posts: Posts = True,
    guide: str = "",
) -> URLPattern:
    """Return the address to which forms of a page are sent; a refused one is shown as that page."""
    row = Page(name, "", (), needs, guide=guide, of=of)
    return path(route, PageView(view, needs, (), posts, row), name=name)


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
            of=row.of,
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
