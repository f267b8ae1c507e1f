"""The pages of a site: found by the links between them, from the first one on, in both languages."""

import posixpath
import re
import uuid
import zlib
from collections.abc import Callable, Iterator, Sequence
from html import unescape
from typing import NamedTuple

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from tarockclub.models import Club
from tarockclub.office.static_site.addresses import OF_ALL, OF_SEASONS, Address, build_base, name_file, parse_address
from tarockclub.office.static_site.markup import Node, clean, read_markup, write_markup
from tarockclub.office.static_site.rendering import RenderedPage, render_public
from tournaments.models import Round, Season, Team, Tournament

TOURNAMENT, SEASON, CLUB = "tournament", "season", "club"
LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)
MOST_PAGES = 6000  # in one language
_HREF = re.compile(r'href="([^"]+)"')
Label = Callable[[], str]


class SiteError(Exception):
    """Raised if there is nothing to show, or too much."""


class Subject(NamedTuple):
    """A tournament, a season or a club, whose public pages are wanted."""

    kind: str
    thing: uuid.UUID | None  # its slug; None: the club
    name: str
    club: Club
    home: str  # the address of the first page
    parts: tuple[tuple[str, Label], ...]  # addresses that a reader finds on each page, with their names
    is_wide: bool = False  # a season with the pages of its tournaments

    @property
    def base(self) -> str:
        """Return the beginning of its addresses."""
        return build_base(self.kind, self.thing or "")

    def has_page(self, address: Address) -> bool:
        """Tell whether a public page belongs to this site."""
        if self.kind == CLUB or address.thing == str(self.thing):
            return True
        if address.route in OF_ALL:
            return address.route != "front"
        return self.is_wide and address.route not in OF_SEASONS

    def name_file(self, address: str) -> str:
        """Return the name of a page's file."""
        return name_file(address, self.home, self.base)


class Piece(NamedTuple):
    """A page of a site, without what stands around it."""

    language: str
    file: str  # below the folder of the language
    title: str
    style: str
    main: str


def describe_tournament(tournament: Tournament) -> Subject:
    """Return a tournament as the subject of a site."""
    slug, sheet = tournament.slug, tournament.sheet_version.sheet
    parts: list[tuple[str, Label]] = [(reverse("standings", args=[slug]), lambda: _("Standings"))]
    if Team.objects.filter(tournament=tournament).exists():
        parts.append((reverse("team_standings", args=[slug]), lambda: _("Teams")))
    parts.append((reverse("results", args=[slug]), lambda: _("Results")))
    drawn = Round.objects.filter(tournament=tournament, draw__isnull=False).order_by("number")
    parts += [
        (reverse("seats", args=[slug, number]), _name_seats(number))
        for number in drawn.values_list("number", flat=True)
    ]
    parts.append((reverse("sheet", args=[sheet]), lambda: _("House rules")))
    return Subject(TOURNAMENT, slug, tournament.name, tournament.club, parts[0][0], tuple(parts))


def _name_seats(number: int) -> Label:
    return lambda: _("Seats %(number)s") % {"number": number}


def describe_season(season: Season, *, is_wide: bool = True) -> Subject:
    """Return a season as the subject of a site; `is_wide`: with the pages of its tournaments."""
    home = reverse("season_standing", args=[season.slug])
    return Subject(SEASON, season.slug, season.name, season.club, home, (), is_wide)


def describe_club(club: Club) -> Subject:
    """Return the front page of a club, with everything to which it leads, as the subject of a site."""
    return Subject(CLUB, None, club.name, club, reverse("front"), ())


class Crawl:
    """The pages of a site in one language, found and packed; cleaned one after the other."""

    def __init__(self, subject: Subject, language: str) -> None:
        self._subject, self._language = subject, language
        self._pages: dict[str, tuple[str, str, bytes]] = {}  # title, style and content by address

    def find_pages(self, addresses: Sequence[str] = ()) -> None:
        """Find all pages; `addresses`: only these, and no page to which they lead."""
        waiting = list(addresses) or [self._subject.home, *(address for address, _label in self._subject.parts)]
        known = set(waiting)
        while waiting:
            address = waiting.pop(0)
            page = render_public(address, self._language, self._subject.club)
            if page is None:
                continue
            if len(self._pages) == MOST_PAGES:
                raise SiteError("large")
            main = write_markup(clean(page.main, _keep_public))
            self._pages[address] = (page.title, page.style, zlib.compress(main.encode(), 1))
            found = [] if addresses else [self._find_path(href) for href in _HREF.findall(main)]
            new = [path for path in dict.fromkeys(found) if path and path not in known]
            known.update(new)
            waiting += new

    def _find_path(self, href: str) -> str:
        address = parse_address(unescape(href).partition("#")[0])
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
            "tarockclub/office/static_site/_parts.html", {"links": links, "name": self._subject.name}
        )


def _keep_public(href: str) -> str:
    """Return a link as it is, if it leads to a public page, or to a place on its own."""
    return href if href.startswith("#") or parse_address(href) is not None else ""


def build_site(subject: Subject, languages: Sequence[str] = LANGUAGES) -> Iterator[Piece]:
    """Yield the pages of a site; SiteError if there is nothing for everybody, or too much."""
    crawls = [Crawl(subject, language) for language in languages]
    for crawl in crawls:
        crawl.find_pages()
    addresses = frozenset.intersection(*(crawl.addresses for crawl in crawls))
    if subject.home not in addresses:
        raise SiteError("nothing")
    for crawl in crawls:
        yield from crawl.write_pieces(addresses)


__all__ = ["CLUB", "SEASON", "TOURNAMENT", "Node", "Piece", "RenderedPage", "Subject", "build_site"]
