"""The navigation of a page: the places that its reader may open, and the one where the page is."""

from typing import Final, NamedTuple

from django.db import DatabaseError
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tarockclub.models import Publication
from tarockclub.platform.accounts.permissions import load_shown_rights
from tarockclub.platform.accounts.rights import Rights
from tarockclub.platform.clubs.addresses import build_club_address
from tarockclub.platform.clubs.current_club import find_addressed_club
from tarockclub.platform.clubs.request_scope import find_club_of_request, find_club_of_thing
from tarockclub.platform.navigation.rows import (
    DATES,
    EVENINGS,
    MORE,
    PLACES,
    VISITOR_PLACES,
    Page,
    Place,
    Stage,
    load_pages,
)
from tarockclub.platform.navigation.trail import build_address, may_open
from tarockclub.platform.server.page_cache import VersionCache

_FEWEST = 2  # besides the map of all pages; a bar with less leads nowhere
_SECONDS: Final = 10.0  # after which visitors see what a club has opened
_MOST_KEPT = 256


class OpenClub(NamedTuple):
    """The places of a club that visitors may open, and the beginning of its addresses; "" where it needs none."""

    places: tuple[Place, ...] = ()
    address: str = ""
    number: int = 0  # of the club
    shows_now: bool = False  # what is being played


_OPEN_CLUBS: VersionCache[OpenClub] = VersionCache(_MOST_KEPT, seconds=_SECONDS)


class Navigation(NamedTuple):
    """The navigation of one page."""

    page: Page | None
    places: tuple[Place, ...]
    route: str  # of this very page
    address: str = ""  # before those of the places, where the page is not at its club's address

    @property
    def has_bar(self) -> bool:
        """Return whether the places are shown here."""
        return bool(self.places) and (self.page is None or self.page.has_bar)

    @property
    def links(self) -> list[tuple[Place, str]]:
        """The places with their addresses."""
        return [(place, build_address(self.address, place.route)) for place in self.places]

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


def load_navigation(request: HttpRequest) -> Navigation:
    """Return the navigation of a page for whoever asks."""
    route, may = find_route(request), load_shown_rights(request)
    page = load_pages().get(route)
    if may.club is not None:
        return Navigation(page, _list_places(may), route)
    if _must_ask_nothing(request, page):
        return Navigation(page, (), route)
    club = find_visited_club(request)
    return Navigation(page, club.places, route, club.address)


def _must_ask_nothing(request: HttpRequest, page: Page | None) -> bool:
    """Return whether visitors have no places here: nothing shows them, people play, or phones keep the page."""
    if page is None:
        return find_addressed_club(request) is None
    return not page.has_bar or page.is_kept or (page.place == EVENINGS and bool(page.parents))


def _list_places(may: Rights) -> tuple[Place, ...]:
    places = tuple(place for place in PLACES if may_open(place, may))
    return places if sum(place.name != MORE for place in places) >= _FEWEST else ()


def find_visited_club(request: HttpRequest) -> OpenClub:
    """Return what visitors may open of the club whose page this is, as it was a moment ago; nothing of none."""
    addressed = find_addressed_club(request)
    try:
        club = addressed.pk if addressed else find_club_of_thing(request) or find_club_of_request(request)
        if club is None:
            return OpenClub()
        open_club = _OPEN_CLUBS.load_newest(club, "", lambda: _load_open_club(club))[1]
    except DatabaseError:  # the error page has a header too
        return OpenClub()
    return open_club._replace(address="") if addressed else open_club


def _load_open_club(club: int) -> OpenClub:
    publication = Publication.objects.filter(club=club).select_related("club").first()
    if publication is None or not publication.is_open:
        return OpenClub()
    places = (place for place in VISITOR_PLACES if not place.part or getattr(publication, place.part))
    if publication.club.is_federation:  # its front page has the dates, with those of its clubs
        places = (place for place in places if place.name != DATES)
    return OpenClub(tuple(places), build_club_address(publication.club), club, publication.now)


def find_route(request: HttpRequest) -> str:
    """Return the name of the page's route; "" where an address leads nowhere."""
    match = request.resolver_match
    return "" if match is None else str(match.url_name or "")


def add_navigation(request: HttpRequest) -> dict[str, object]:
    """Add the navigation to the context of every page; nothing is asked until it is shown."""
    return {"navigation": SimpleLazyObject(lambda: load_navigation(request))}
