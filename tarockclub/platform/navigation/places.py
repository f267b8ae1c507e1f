"""The navigation of a page: the places that its reader may open, and the one where the page is."""

from typing import NamedTuple

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tarockclub.platform.accounts.permissions import load_shown_rights
from tarockclub.platform.accounts.rights import Rights
from tarockclub.platform.navigation.pages import load_pages
from tarockclub.platform.navigation.rows import MORE, PLACES, Page, Place, Stage
from tarockclub.platform.navigation.trail import may_open

_FEWEST = 2  # besides the map of all pages; a bar with less leads nowhere


class Navigation(NamedTuple):
    """The navigation of one page."""

    page: Page | None
    places: tuple[Place, ...]
    route: str  # of this very page

    @property
    def has_bar(self) -> bool:
        """Return whether the places are shown here."""
        return bool(self.places) and (self.page is None or self.page.has_bar)

    @property
    def here(self) -> str:
        """Return the name of the place where the page is."""
        return "" if self.page is None or self.route == "home" else self.page.place

    @property
    def has_search(self) -> bool:
        """Return whether the header leads to the search, for visitors too; not where people play."""
        return bool(self.places) if self.page is None else self.page.has_bar

    @property
    def stage(self) -> Stage | None:
        """Return the step of a tournament to which the page belongs."""
        return None if self.page is None else self.page.stage


def build_navigation(route: str, may: Rights) -> Navigation:
    """Return the navigation for a reader of a page."""
    places = tuple(place for place in PLACES if may_open(place, may))
    has_enough = sum(place.name != MORE for place in places) >= _FEWEST
    return Navigation(load_pages().get(route), places if has_enough else (), route)


def find_route(request: HttpRequest) -> str:
    """Return the name of the page's route; "" where an address leads nowhere."""
    match = request.resolver_match
    return "" if match is None else str(match.url_name or "")


def add_navigation(request: HttpRequest) -> dict[str, object]:
    """Add the navigation to the context of every page; nothing is asked until it is shown."""
    return {"navigation": SimpleLazyObject(lambda: build_navigation(find_route(request), load_shown_rights(request)))}
