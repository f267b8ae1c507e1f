"""The public pages that may be part of a site, and the names of their files."""

from typing import NamedTuple
from urllib.parse import urlsplit

from django.urls import Resolver404, get_script_prefix, resolve

OF_TOURNAMENTS = frozenset(
    {
        "standings",
        "round_standings",
        "team_standings",
        "round_team_standings",
        "tournament_player",
        "results",
        "edition",
        "seats",
    }
)
OF_SEASONS = frozenset({"season_standing", "season_ranking", "season_edition", "season_event", "season_player"})
OF_ALL = frozenset({"front", "sheet", "sheet_examples"})
BY_TABLE = "by=table"
INDEX = "index.html"


class Address(NamedTuple):
    """The address of a public page."""

    path: str  # with the one query that leads to another page
    route: str
    thing: str  # the slug of its tournament or season; "": of the whole club


def parse_address(href: str) -> Address | None:
    """Return the public page to which a link leads, without its fragment; None for anything else."""
    parts = urlsplit(href)
    prefix = get_script_prefix()
    if parts.scheme or parts.netloc or not parts.path.startswith(prefix):
        return None
    path = "/" + parts.path[len(prefix) :]
    try:
        match = resolve(path)
    except Resolver404:
        return None
    route = str(match.url_name or "")
    if route not in OF_TOURNAMENTS | OF_SEASONS | OF_ALL:
        return None
    if parts.query and not (route == "seats" and parts.query == BY_TABLE):
        return None
    thing = match.kwargs.get("slug", "")
    return Address(f"{path}?{parts.query}" if parts.query else path, route, str(thing))


def name_file(address: str, home: str, base: str) -> str:
    """Return the name of a page's file, below the folder of its language.

    >>> name_file("/tournaments/5-a/players/7/", "/tournaments/5-a/standings/", "/tournaments/5-a/")
    'players/7.html'
    >>> name_file("/tournaments/5-a/standings/", "/tournaments/5-a/standings/", "/tournaments/5-a/")
    'index.html'
    """
    if address == home:
        return INDEX
    path, _sign, query = address.partition("?")
    own = path.removeprefix(base).strip("/") or "start"
    return f"{own.lower()}{'-by-table' if query else ''}.html"
