"""The invitation as everybody sees it: the page, its date for calendars, its picture, the card of its preview."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

from tarockclub.platform.clubs.addresses import build_address
from tarockclub.platform.sharing.card import Card, CardRow
from tarockclub.platform.sharing.responses import build_picture_response, build_preview
from tournaments.core.selectors import find_tournament
from tournaments.models import Invitation, InvitationPicture, Tournament
from tournaments.people.invitations.icalendar import CalendarDate, build_calendar_response
from tournaments.people.invitations.page import (
    find_invitation,
    format_invitation_place,
    format_when,
    list_invitation_facts,
    load_invitation_page,
)

for_good = cache_control(max_age=365 * 24 * 3600, public=True, immutable=True)  # the address has what is in it


def _find_public(slug: uuid.UUID) -> tuple[Tournament, Invitation]:
    """Return a tournament with the invitation that everybody may see; otherwise 404."""
    tournament = find_tournament(slug)
    invitation = find_invitation(tournament)
    if invitation is None:
        raise Http404
    return tournament, invitation


def show_invitation(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show an invitation."""
    tournament, invitation = _find_public(slug)
    page = load_invitation_page(tournament, invitation)
    picture = reverse("invitation_card", args=[slug, "wide"])
    about = " · ".join(filter(None, (page["when"], format_invitation_place(invitation))))
    preview = build_preview(request, tournament.name, about, picture)
    context = {**page, "tournament": tournament, "preview": preview, "here": request.path}
    response = render(request, "tournaments/people/invitations/invitation.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def serve_date(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Serve the date of a tournament for somebody's own calendar."""
    tournament, invitation = _find_public(slug)
    return build_calendar_response(tournament.name, [build_date(request, tournament, invitation)], is_file=True)


def build_date(request: HttpRequest, tournament: Tournament, invitation: Invitation | None) -> CalendarDate:
    """Return a tournament as calendars show it; without an invitation its name and day."""
    if invitation is None:
        return CalendarDate(tournament.slug, tournament.name, tournament.day, build_address(request, reverse("home")))
    return CalendarDate(
        tournament.slug,
        tournament.name,
        tournament.day,
        build_address(request, reverse("invitation", args=[tournament.slug])),
        invitation.starts,
        format_invitation_place(invitation),
        invitation.remarks,
    )


def serve_card(request: HttpRequest, slug: uuid.UUID, shape: str) -> HttpResponse:
    """Serve the picture that previews of an invitation show."""
    tournament, invitation = _find_public(slug)
    facts = list_invitation_facts(tournament, invitation)
    rows = tuple(CardRow(label, text) for label, text in facts if label != _("Inn"))
    about = " · ".join(filter(None, (format_when(tournament, invitation, "D, j. F Y"), invitation.place)))
    return build_picture_response(request, Card(tournament.name, about, rows, tournament.club.name), shape)


def serve_invitation_picture(request: HttpRequest, slug: uuid.UUID, digest: str) -> HttpResponse:
    """Serve the picture of an invitation."""
    _tournament, invitation = _find_public(slug)
    picture = get_object_or_404(InvitationPicture, invitation=invitation, invitation__picture=digest)
    return for_good(lambda _request: HttpResponse(bytes(picture.png), content_type="image/png"))(request)
