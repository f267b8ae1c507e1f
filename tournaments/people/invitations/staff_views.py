"""The director's page of an invitation."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from scoring.book.access.links import build_card
from scoring.book.access.permissions import find_actor
from tarockclub.platform.club_look.forms import ACCEPTED
from tarockclub.platform.server.wsgi.uploads import take_small_file
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.core.forms import PictureForm
from tournaments.models import Invitation, Tournament
from tournaments.people.invitations.actions import ChangeInvitation, PutInvitationPicture, read_invitation
from tournaments.people.invitations.forms import InvitationForm


def handle_invitation(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the form of an invitation, and change it."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_page(request, tournament)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _render_page(request, tournament, {"form": form}, 400)
    try:
        change = ChangeInvitation(details=form.build_details())
        change.perform(tournament, form.cleaned_data["key"], find_actor(request))
    except ActionRefused as refused:
        return _render_page(request, tournament, {"form": form, **view_helpers.format_problem(refused)}, 409)
    return view_helpers.redirect_saved("edit_invitation", slug=slug)


@take_small_file
def handle_picture(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Take the picture of an invitation, or take it away."""
    tournament = view_helpers.find_own_tournament(request, slug)
    form = PictureForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render_page(request, tournament, {"picture_form": form}, 400)
    upload = PutInvitationPicture(png=form.cleaned_data["picture"])
    upload.perform(tournament, view_helpers.create_key(), find_actor(request))
    return redirect(f"{reverse('edit_invitation', args=[tournament.slug])}#picture")


def _render_page(
    request: HttpRequest, tournament: Tournament, more: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    invitation = Invitation.objects.filter(tournament=tournament).first()
    values = read_invitation(tournament)._asdict() | {"key": view_helpers.create_key()}
    is_public = invitation is not None and invitation.is_public
    context = {
        "tournament": tournament,
        "invitation": invitation,
        "form": InvitationForm(initial=values),
        "card": build_card(request, reverse("invitation", args=[tournament.slug])) if is_public else None,
        "accepted": ACCEPTED,
        "picture_form": PictureForm(),
        **(more or {}),
    }
    return view_helpers.render_page(request, "tournaments/people/invitations/edit.html", context, status)
