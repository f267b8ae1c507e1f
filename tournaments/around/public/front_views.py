"""The front page of the club for everybody, and its picture."""

from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.table.evenings.home_views import show_welcome
from tarockclub.kit.days import format_day
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club, Publication
from tarockclub.platform.clubs.current_club import load_current_club
from tarockclub.platform.publication import load_publication
from tarockclub.platform.server.page_cache import VersionCache
from tarockclub.platform.sharing.card import Card, CardRow
from tarockclub.platform.sharing.responses import build_picture_response, build_preview

if TYPE_CHECKING:
    from tournaments.around.public.front import FrontPage

SECONDS = 10.0  # for which everybody gets the same page
MOST_KEPT = 16
_PAGES: "VersionCache[FrontPage]" = VersionCache(MOST_KEPT, seconds=SECONDS)


def show_visitors_page(request: HttpRequest) -> HttpResponse:
    """Show what the club publishes; if it publishes nothing, a welcome."""
    return show_front(request) or show_welcome(request)


def show_front(request: HttpRequest) -> HttpResponse | None:
    """Show what the club publishes; None if it publishes nothing."""
    club = load_current_club(request)
    publication = load_publication(club)
    if not publication.is_open:
        return None
    page = load_kept_page(club, publication)
    picture = reverse("front_picture", args=["wide"])
    home = reverse("home")
    preview = build_preview(request, club.name, _("Tarock: dates, results and standings"), picture, home)
    response = render(
        request, "tournaments/around/public/front.html", {"page": page, "preview": preview, "front_club": club}
    )
    response["Cache-Control"] = "private, no-cache"
    return response


def show_directory(request: HttpRequest) -> HttpResponse:
    """Show what the clubs of this installation publish, where nothing says of which club."""
    from tournaments.around.public.directory import load_directory_page

    name = ("directory", get_current_language())
    context = {"page": _PAGES.load_newest(name, "", load_directory_page)[1]}
    response = render(request, "tournaments/around/public/front.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def load_kept_page(club: Club, publication: Publication) -> "FrontPage":
    """Return the page of a moment ago, or of now; other parts are another page at once."""
    from tournaments.around.public.front import list_front_parts, load_front_page

    parts, language = list_front_parts(publication), get_current_language()
    name = (club.pk, club.name, parts, language)
    return _PAGES.load_newest(name, "", lambda: load_front_page(club, parts, language))[1]


def show_open_front(request: HttpRequest) -> HttpResponse:
    """Show the front page to whoever asks for it, also to staff, whose first page is another one."""
    page = show_front(request)
    if page is None:
        raise Http404
    return page


def serve_front_picture(request: HttpRequest, shape: str) -> HttpResponse:
    """Serve the picture that previews of the front page show."""
    club = load_current_club(request)
    publication = load_publication(club)
    if not publication.is_open:
        raise Http404
    return build_picture_response(request, _build_card(load_kept_page(club, publication)), shape)


def _build_card(page: "FrontPage") -> Card:
    rows = [CardRow(running.name, _("live"), is_first=True) for running in page.running]
    rows += [CardRow(dated.name, format_day(dated.day)) for dated in page.dates]
    rows += [CardRow(result.name, ", ".join(result.winners)) for result in page.results]
    return Card(page.club, _("Tarock: dates, results and standings"), tuple(rows))
