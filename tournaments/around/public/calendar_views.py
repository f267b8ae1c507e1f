"""The dates that are to come: a page for everybody, and the calendar to follow, of a club or a federation."""

from collections.abc import Iterable, Iterator
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tarockclub.models import Club
from tarockclub.platform.clubs.addresses import build_address, list_open_clubs
from tarockclub.platform.clubs.current_club import find_current_club, load_current_club
from tarockclub.platform.publication import load_publication
from tarockclub.platform.sharing.responses import build_preview
from tournaments.around.public.federation_front import ClubDate, load_calendar, load_dates_of_clubs
from tournaments.people.invitations.icalendar import CalendarDate, build_calendar_response
from tournaments.people.invitations.page import list_coming
from tournaments.people.invitations.views import build_date


def show_coming(request: HttpRequest) -> HttpResponse:
    """Show the tournaments of a club that are to come; 404 if it shows no dates."""
    club = _find_showing_club(request)
    if club.is_federation:
        raise Http404  # its front page has them, with those of its clubs
    preview = build_preview(
        request, club.name, _("Tarock tournaments to come"), reverse("front_picture", args=["wide"])
    )
    context = {"club_name": club.name, "dates": list_coming(club), "preview": preview, "here": request.path}
    context["calendar"] = build_address(request, reverse("federation_calendar"))
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
    coming = list_coming(club)
    dates = (build_date(request, dated.tournament, dated.invitation) for dated in coming)
    return build_calendar_response(club.name, dates)


def _find_showing_club(request: HttpRequest) -> Club:
    club = load_current_club(request)
    if not load_publication(club).dates:
        raise Http404
    return club


def _iter_dates_of_clubs(request: HttpRequest, dates: Iterable[ClubDate]) -> Iterator[CalendarDate]:
    for dated in dates:
        address = dated.address or dated.club.address  # whole, where the club has its own host name
        yield CalendarDate(
            UUID(dated.identity),
            f"{dated.name} ({dated.club.name})",
            dated.day,
            build_address(request, address) if address.startswith("/") else address,
            dated.starts,
            dated.place,
        )
