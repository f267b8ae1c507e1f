"""The trail: the pages above a page, for whoever may open them."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from django.urls import get_resolver, get_script_prefix, reverse

from tarockclub.platform.accounts.permissions import LOGGED_IN
from tarockclub.platform.accounts.rights import NO_RIGHTS, Rights
from tarockclub.platform.navigation.rows import PLACES, Page, Place, load_pages

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
