"""The page of a club's look, and what pages take from it: the rules of its colour, its logo and picture."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tarockclub.models import ClubLogo
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.club_look import colours, forms, services
from tarockclub.platform.club_look.preview import build_look_preview
from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.server.wsgi.uploads import take_small_file

for_good = cache_control(max_age=365 * 24 * 3600, public=True, immutable=True)  # the address has what is in it


@take_small_file
def handle_look(request: HttpRequest) -> HttpResponse:
    """Show and change the club's name, colour, logo and picture; or show how another look would be (`tries`)."""
    club = get_staff_account(request).club
    is_of_palette = club.colour in dict(forms.PALETTE)
    initial = {
        "name": club.name,
        "colour": club.colour if is_of_palette else forms.OWN,
        "own": colours.USUAL if is_of_palette else club.colour,
    }
    is_sent = request.method == "POST"
    form = forms.LookForm(request.POST if is_sent else None, request.FILES if is_sent else None, initial=initial)
    look = form.cleaned_data if is_sent and form.is_valid() else {}
    if look and not look["tries"]:
        services.change_look(
            club, look["name"], look["colour"], look["logo"], look["picture"], who=build_author(request)
        )
        return redirect(f"{reverse('club_look')}?saved=1")
    shown = {"form": form, "club": club, "accepted": forms.ACCEPTED, "preview": build_look_preview(club, look)}
    status = 400 if is_sent and not look else 200
    return render(request, "tarockclub/platform/club_look/look.html", shown, status=status)


@require_safe
@for_good
def serve_colours(_request: HttpRequest, colour: str) -> HttpResponse:
    """Serve the rules of a colour; no database query."""
    return HttpResponse(colours.write_rules(f"#{colour}"), content_type="text/css")


@require_safe
@for_good
def serve_preview_rules(_request: HttpRequest, colour: str) -> HttpResponse:
    """Serve the rules of the preview of a colour, "" for the usual one; no database query."""
    return HttpResponse(colours.write_preview_rules(f"#{colour}" if colour else ""), content_type="text/css")


@require_safe
def serve_logo(request: HttpRequest, digest: str) -> HttpResponse:
    """Serve a club's logo."""
    return _serve_image(request, ClubLogo.objects.filter(club__logo=digest).values_list("png"), "image/png")


@require_safe
def serve_club_picture(request: HttpRequest, digest: str) -> HttpResponse:
    """Serve the picture of a club's front page."""
    return _serve_image(request, ClubLogo.objects.filter(club__picture=digest).values_list("picture"), "image/webp")


def _serve_image(request: HttpRequest, images: "QuerySet[ClubLogo, Any]", kind: str) -> HttpResponse:
    """Serve an image whose address is a digest of it: whoever has that has seen the image."""
    with enter_all_clubs():
        image = images.first()
    if image is None:
        raise Http404
    return for_good(lambda _request: HttpResponse(bytes(image[0]), content_type=kind))(request)
