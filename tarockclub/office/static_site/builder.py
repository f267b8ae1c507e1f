"""The pages of a site and their files: found by the links between them, from the first one on, in both languages."""

import posixpath
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import Resolver404, get_script_prefix, resolve, reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from tarockclub.models import Club
from tarockclub.office.static_site.markup import clean, read_markup, render_public, write_markup
from tournaments.core.editions import find_final_address
from tournaments.models import Round, Season, Team, Tournament

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


LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)
MOST_PAGES = 6000  # in one language
Thing = Tournament | Season | Club
Label = Callable[[], str]


class SiteError(Exception):
    """Raised if there is nothing to show, or too much."""


class Subject(NamedTuple):
    """A tournament, a season or a club, whose public pages are wanted."""

    thing: Thing
    home: str  # the address of the first page
    parts: tuple[tuple[str, Label], ...] = ()  # addresses that a reader finds on each page, with their names

    @property
    def club(self) -> Club:
        """Return the club whose pages these are."""
        return self.thing if isinstance(self.thing, Club) else self.thing.club

    def has_page(self, address: Address) -> bool:
        """Return whether a public page belongs to this site; the tournaments of a season do."""
        if isinstance(self.thing, Club) or address.thing == str(self.thing.slug):
            return True
        if address.route in OF_ALL:
            return address.route != "front"
        return isinstance(self.thing, Season) and address.route not in OF_SEASONS

    def name_file(self, address: str) -> str:
        """Return the name of a page's file."""
        slug = self.thing.slug
        bases: dict[type, str] = {Tournament: f"/tournaments/{slug}/", Season: f"/tournaments/seasons/{slug}/"}
        return name_file(address, self.home, bases.get(type(self.thing), "/"))


class Piece(NamedTuple):
    """A page of a site, without what stands around it."""

    language: str
    file: str  # below the folder of the language
    title: str
    style: str
    main: str


def describe(thing: Thing) -> Subject:
    """Return a tournament, a season or a club as the subject of a site: its first page, with all to which it leads."""
    if isinstance(thing, Club):
        return Subject(thing, reverse("front"))
    if isinstance(thing, Season):
        return Subject(thing, reverse("season_standing", args=[thing.slug]))
    return _describe_tournament(thing)


def _describe_tournament(tournament: Tournament) -> Subject:
    slug, sheet = tournament.slug, tournament.sheet_version.sheet
    final = find_final_address(tournament)
    parts: list[tuple[str, Label]] = [(reverse("standings", args=[slug]), lambda: _("Standings"))]
    if final:
        parts = [(final, lambda: _("Final result"))]
    if Team.objects.filter(tournament=tournament).exists():
        parts.append((reverse("team_standings", args=[slug]), lambda: _("Teams")))
    parts.append((reverse("results", args=[slug]), lambda: _("Results")))
    drawn = Round.objects.filter(tournament=tournament, draw__isnull=False).order_by("number")
    parts += [
        (reverse("seats", args=[slug, number]), _name_seats(number))
        for number in drawn.values_list("number", flat=True)
    ]
    parts.append((reverse("sheet", args=[sheet]), lambda: _("House rules")))
    return Subject(tournament, parts[0][0], tuple(parts))


def _name_seats(number: int) -> Label:
    return lambda: _("Seats %(number)s") % {"number": number}


class Crawl:
    """The pages of a site in one language, found and packed; cleaned one after the other."""

    def __init__(self, subject: Subject, language: str) -> None:
        self._subject, self._language = subject, language
        self._pages: dict[str, tuple[str, str, bytes]] = {}  # title, style and content by address
        self._moved: dict[str, str] = {}  # addresses that lead on to another page

    def find_pages(self) -> None:
        """Find all pages."""
        waiting = [self._subject.home, *(address for address, _label in self._subject.parts)]
        addresses = set(waiting)
        while waiting:
            address = waiting.pop(0)
            page = render_public(address, self._language, self._subject.club)
            if page is None:
                continue
            target = self._find_path(page.address.partition("?")[0]) if page.address != address else ""
            if target:
                self._moved[address] = target
                waiting += {target} - addresses
                addresses.add(target)
                continue
            if len(self._pages) == MOST_PAGES:
                raise SiteError(_("These are too many pages for one site."))
            paths: list[str] = []
            main = write_markup(clean(page.main, partial(self._keep_own, paths)))
            self._pages[address] = (page.title, page.style, zlib.compress(main.encode(), 1))
            new = [path for path in dict.fromkeys(paths) if path not in addresses]
            addresses.update(new)
            waiting += new

    def _keep_own(self, paths: list[str], href: str) -> str:
        """Return a link as it is, if it leads to a page of this site (noted in `paths`) or to a place on its own."""
        if path := self._find_path(href.partition("#")[0]):
            paths.append(path)
        return href if path or href.startswith("#") else ""

    def _find_path(self, href: str) -> str:
        address = parse_address(href)
        return address.path if address is not None and self._subject.has_page(address) else ""

    @property
    def addresses(self) -> frozenset[str]:
        """Return the addresses of the pages."""
        return frozenset(self._pages)

    def write_pieces(self, addresses: frozenset[str]) -> Iterator[Piece]:
        """Yield the pages, with links to those that are part of the site."""
        for address, (title, style, packed) in self._pages.items():
            file = self._subject.name_file(address)
            root = read_markup(zlib.decompress(packed).decode())
            resolve = self._build_resolver(file, addresses)
            with override(self._language):
                parts = self._render_parts(address, file, addresses)
            yield Piece(self._language, file, title, style, parts + write_markup(clean(root, resolve)))

    def _build_resolver(self, file: str, addresses: frozenset[str]) -> Callable[[str], str]:
        def resolve(href: str) -> str:
            if href.startswith("#"):
                return href
            plain, sign, mark = href.partition("#")
            path = self._find_path(plain)
            path = self._moved.get(path, path)
            return f"{self._build_relative(path, file)}{sign}{mark}" if path in addresses else ""

        return resolve

    def _build_relative(self, path: str, file: str) -> str:
        return posixpath.relpath(self._subject.name_file(path), posixpath.dirname(file) or ".")

    def _render_parts(self, address: str, file: str, addresses: frozenset[str]) -> str:
        parts = [(path, label) for path, label in self._subject.parts if path in addresses]
        if len(parts) < 2:
            return ""
        links = [(self._build_relative(path, file), label(), path == address) for path, label in parts]
        return render_to_string(
            "tarockclub/office/static_site/_parts.html", {"links": links, "name": self._subject.thing.name}
        )


def build_site(subject: Subject) -> Iterator[Piece]:
    """Yield the pages of a site; SiteError if there is nothing for everybody, or too much."""
    crawls = [Crawl(subject, language) for language in LANGUAGES]
    for crawl in crawls:
        crawl.find_pages()
    addresses = frozenset.intersection(*(crawl.addresses for crawl in crawls))
    if subject.home not in addresses:
        raise SiteError(_("There is nothing here yet that everybody may see."))
    for crawl in crawls:
        yield from crawl.write_pieces(addresses)
