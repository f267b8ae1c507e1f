"""The pages for everybody: front page, dates, all clubs; and what a director shows."""

from collections.abc import Iterable, Iterator
from uuid import uuid5

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.table.evenings.home_views import show_welcome
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club, Publication
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.clubs.current_club import build_address, find_current_club, list_open_clubs, load_current_club
from tarockclub.platform.publication import PartsForm, change_publication, load_publication
from tarockclub.platform.server.page_cache import VersionCache
from tarockclub.platform.sharing.picture import Card, CardRow
from tarockclub.platform.sharing.responses import build_picture_response, build_preview
from tournaments.around.public.dates import (
    EVENING_DAYS,
    build_months,
    fold_evenings,
    load_all_dates,
    load_dates_of_clubs,
    load_evening_dates,
)
from tournaments.around.public.front import FrontPage, list_front_parts, load_calendar, load_directory_page
from tournaments.around.public.front_parts import filter_running
from tournaments.people.invitations.dates import MOST_DATES, DatedTournament, list_coming, load_expected
from tournaments.people.invitations.page import CalendarDate, build_calendar_response
from tournaments.people.invitations.views import build_date

FRONT_SECONDS = 10.0  # for which everybody gets the same page
MOST_KEPT = 16
MOST_DRAWN_DATES = 24  # in the picture of months
_PAGES: "VersionCache[FrontPage]" = VersionCache(MOST_KEPT, seconds=FRONT_SECONDS)


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

    name = ("directory", get_current_language())
    context = {"page": _PAGES.load_newest(name, "", load_directory_page)[1], "may_found": settings.OPEN_FOUNDING}
    response = render(request, "tournaments/around/public/front.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def load_kept_page(club: Club, publication: Publication) -> "FrontPage":
    """Return the page of a moment ago, or of now; other parts are another page at once."""
    from tournaments.around.public.front import load_front_page

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
    rows += [CardRow(dated.name, dated.when) for dated in page.dates]
    rows += [CardRow(result.name, ", ".join(result.winners)) for result in page.results]
    return Card(page.club, _("Tarock: dates, results and standings"), tuple(rows))


def show_coming(request: HttpRequest) -> HttpResponse:
    """Show the tournaments of a club that are to come; 404 if it shows no dates."""
    club = _find_showing_club(request)
    if club.is_federation:
        raise Http404  # its front page has them, with those of its clubs
    preview = build_preview(
        request, club.name, _("Tarock tournaments to come"), reverse("front_picture", args=["wide"])
    )
    shows = list_front_parts(load_publication(club))
    dates = load_all_dates(club, MOST_DATES, EVENING_DAYS, has_names="seasons" in shows)
    soon = next(iter(dates), None)
    is_off = soon is not None and soon.news.is_cancelled  # nobody must come for nothing
    playable = [dated for dated in dates if dated.is_evening or (dated.is_open and not dated.is_full)]
    next_one = soon if is_off else next(iter(playable or dates), None)
    free = [dated for dated in playable if dated.is_open and dated is not next_one]
    context = {
        "front_club": club,
        "shows": shows,
        "next": next_one,
        "running": filter_running(club) if "now" in shows else (),
        "later": [
            (_("With free places"), free),
            (_("All other dates"), fold_evenings(row for row in dates if row is not next_one and row not in free)),
        ],
        "faces": load_expected(next_one) if next_one is not None else (),
        "has_evenings": any(dated.is_evening for dated in dates),
        "months": build_months([dated for dated in dates if not dated.news.is_cancelled][:MOST_DRAWN_DATES]),
        "preview": preview,
    }
    response = render(request, "tournaments/around/public/coming.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def serve_calendar(request: HttpRequest) -> HttpResponse:
    """Serve the next tournaments of a club, of a federation's, or of all clubs; 404 if nothing is published."""
    if find_current_club(request) is None:
        of_all = load_dates_of_clubs(link.club for link in list_open_clubs())
        return build_calendar_response(settings.INSTALLATION_NAME, _iter_dates_of_clubs(request, of_all))
    club = _find_showing_club(request)
    if club.is_federation:
        return build_calendar_response(club.name, _iter_dates_of_clubs(request, load_calendar(club)))
    dates = [build_date(request, dated.tournament, dated.invitation, dated.news) for dated in list_coming(club)]
    page = build_address(request, reverse("coming"))
    evenings = load_evening_dates({club.pk: load_publication(club).seasons})
    dates += [
        CalendarDate(uuid5(dated.slug, f"{dated.day}"), dated.name, dated.day, page, dated.starts, dated.place)
        for dated in evenings
    ]
    return build_calendar_response(club.name, dates)


def _find_showing_club(request: HttpRequest) -> Club:
    club = load_current_club(request)
    if not load_publication(club).dates:
        raise Http404
    return club


def _iter_dates_of_clubs(request: HttpRequest, dates: Iterable[DatedTournament]) -> Iterator[CalendarDate]:
    for dated in dates:
        address = dated.address or dated.club.address  # whole, where the club has its own host name
        yield CalendarDate(
            dated.slug,
            f"{dated.name} ({dated.club.name})",
            dated.day,
            build_address(request, address) if address.startswith("/") else address,
            dated.starts,
            dated.place,
            "\n".join(filter(None, (dated.news.text, dated.news.reason))),
            dated.news.sequence,
            dated.news.is_cancelled,
        )


def handle_publication(request: HttpRequest) -> HttpResponse:
    """Show or change what the club publishes."""
    club = get_staff_account(request).club
    publication = load_publication(club)
    parts = {part: getattr(publication, part) for part in Publication.PARTS}
    form = PartsForm(request.POST if request.method == "POST" else None, initial=parts)
    if form.is_valid():
        change_publication(club, form.cleaned_data, build_author(request))
        return redirect(f"{reverse('publication')}?saved=1")
    context = {"parts_form": form, "publication": publication, "here": request.path}
    context["feed"] = build_address(request, reverse("feed"))
    return render(request, "tournaments/around/public/publication.html", context)
