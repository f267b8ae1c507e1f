"""The navigation of a page: the places its reader may open, the trail of pages above it, and the map of all pages."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import get_resolver, get_script_prefix, reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tarockclub.kit.words import compute_german_key
from tarockclub.models import Publication
from tarockclub.platform.accounts.permissions import LOGGED_IN, find_rights, load_shown_rights
from tarockclub.platform.accounts.rights import NO_RIGHTS, Rights
from tarockclub.platform.clubs.current_club import build_club_address, find_addressed_club
from tarockclub.platform.clubs.middleware import find_club_of_request, find_club_of_thing
from tarockclub.platform.navigation.rows import (
    DATES,
    EVENINGS,
    MORE,
    PLACES,
    TOURNAMENTS,
    VISITOR_PLACES,
    Page,
    Place,
    Stage,
    load_pages,
)
from tarockclub.platform.server.page_cache import VersionCache

# What a page is about: the template variable, by the route of the page that bears its name.
_OWNERS = {"tournament": "tournament", "season": "season"}
_NAMES = {**_OWNERS, "own_sheet": "name"}  # of some only the name is there
_LONGEST_NAME = 40


class Crumb(NamedTuple):
    """A page above the one that is shown."""

    label: str
    href: str


def may_open(page: Page | Place, may: Rights) -> bool:
    """Return whether somebody may open a page of a club that is his; a role for one tournament opens only its pages."""
    if page.viewers is None or page.viewers == LOGGED_IN:
        return page.viewers is None or may.club is not None
    return may.has(page.viewers) if "slug" in list_arguments(page.route) else may.has_for_club(page.viewers)


@lru_cache(maxsize=512)
def list_arguments(route: str) -> tuple[str, ...]:
    """Return the names that stand in the address of a route."""
    [(patterns, *_more), *_others] = get_resolver().reverse_dict.getlist(route)
    return tuple(patterns[0][1])


def build_trail(
    route: str, arguments: Mapping[str, Any], may: Rights, context: Mapping[str, Any], find_club: Callable[[], str]
) -> list[Crumb]:
    """Return the pages above a page, the first page of its place first; names come from what the page shows.

    `find_club` returns the address of the club whose page it is, for the pages that say it nowhere else.
    """
    page = load_pages().get(route)
    if page is None:
        return []
    return list(reversed(list(_list_above(page, arguments, _get_own_rights(may, context), context, find_club))))


def _get_own_rights(may: Rights, context: Mapping[str, Any]) -> Rights:
    """Return the rights where the page is about something of the own club; at somebody else's one only watches."""
    owners = (context.get(name) for name in (*_OWNERS.values(), "table"))
    clubs = {club for owner in owners if (club := getattr(owner, "club_id", None)) is not None}
    return may if clubs <= {may.club} else NO_RIGHTS


def _list_above(
    page: Page, arguments: Mapping[str, Any], may: Rights, context: Mapping[str, Any], find_club: Callable[[], str]
) -> Iterator[Crumb]:
    pages = load_pages()
    while True:
        above = (pages[route] for route in page.parents)
        parent = next((candidate for candidate in above if may_open(candidate, may)), None)
        if parent is None:
            hidden = next((pages[route] for route in page.parents), None)
            if hidden is None:
                return
            page = hidden  # what stands above the one that may not be opened
            continue
        yield Crumb(_name_page(parent, arguments, context), _find_address(parent.route, arguments, find_club))
        page = parent


def _find_address(route: str, arguments: Mapping[str, Any], find_club: Callable[[], str]) -> str:
    needed = {name: arguments[name] for name in list_arguments(route)}
    return reverse(route, kwargs=needed) if needed else build_address(find_club(), route)


def build_address(club: str, route: str) -> str:
    """Return the address of a page that needs none of one thing, below the address of a club if one is given."""
    return club + reverse(route).removeprefix(get_script_prefix()) if club else reverse(route)


def _name_page(page: Page, arguments: Mapping[str, Any], context: Mapping[str, Any]) -> str:
    name = _find_owner_name(page.route, context)
    if name:
        return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
    label = str(next((place.label for place in PLACES if place.route == page.route), page.label))
    return label % arguments if "%(" in label else label


def _find_owner_name(route: str, context: Mapping[str, Any]) -> str:
    owner = context.get(_NAMES.get(route, "")) or ""
    return str(getattr(owner, "name", owner))


def format_title(page: Page, arguments: Mapping[str, Any], context: Mapping[str, Any]) -> str:
    """Return the title of a page: its name, and whose page it is, by what it shows."""
    label = str(page.label)
    names = [_find_owner_name(route, context) for route in _NAMES]
    return " · ".join([label % arguments if "%(" in label else label, *filter(None, names)])


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
        place = "" if self.page is None or self.route == "home" else self.page.place
        return place if place != DATES or any(each.name == DATES for each in self.places) else TOURNAMENTS

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


@never_cache
def show_everything(request: HttpRequest) -> HttpResponse:
    """Show every page that the reader may open and that needs no address of one thing, by places and names."""
    may = find_rights(request)
    listed = (page for page in load_pages().values() if page.is_listed and may_open(page, may))
    pages = sorted(listed, key=lambda page: compute_german_key(str(page.label)))
    places = [(place, [page for page in pages if page.place == place.name]) for place in PLACES]
    return render(request, "tarockclub/platform/navigation/everything.html", {"groups": places})


def explain_admin(request: HttpRequest) -> HttpResponse:
    """Say where people who know Django find what they look for under its usual address."""
    sentence = _("There is no admin of Django's: log in, and do everything on the pages themselves.")
    return render(request, "404.html", {"sentence": sentence}, status=404)
