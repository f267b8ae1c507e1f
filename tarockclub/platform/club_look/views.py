"""The page of a club's look, and what pages take from it: the rules of its colour, its logo and picture."""

from base64 import b64encode
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tarockclub.models import Club, ClubLogo
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.club_look import forms, services
from tarockclub.platform.club_look.services import ENOUGH, ON_CLOTH, READABLE, USUAL, find_cloth, measure_contrast
from tarockclub.platform.clubs.current_club import reverse_at_root
from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.server.wsgi.uploads import take_small_file


class LookPreview(NamedTuple):
    """A name, a colour and images as pages would show them."""

    name: str
    rules: str  # the address of the rules of both parts
    logo: str  # addresses; "": none
    picture: str
    contrast: float  # of the letters on the colour as it was chosen
    contrast_taken: float  # on the tone that the pages take

    @property
    def is_unreadable(self) -> bool:
        """True if nobody could read letters on the chosen colour."""
        return self.contrast < READABLE

    @property
    def is_darkened(self) -> bool:
        """True if the pages take a darker tone."""
        return self.contrast < ENOUGH


def build_look_preview(club: Club, look: dict[str, Any]) -> LookPreview:
    """Return what a club would look like; `look`: what differs, as the form has it (None: a file stays)."""
    colour = look.get("colour", club.colour)
    return LookPreview(
        look.get("name", club.name),
        reverse_at_root("look_preview", colour[1:]),
        _find_image("club_logo", club.logo, look.get("logo")),
        _find_image("club_picture", club.picture, look.get("picture")),
        _round_down(measure_contrast(colour or USUAL, ON_CLOTH)),
        _round_down(measure_contrast(find_cloth(colour or USUAL), ON_CLOTH)),
    )


def _round_down(contrast: float) -> float:
    """Return a contrast with one decimal that promises nothing: 4.49 is not 4.5."""
    return int(contrast * 10) / 10


def _find_image(route: str, digest: str, image: bytes | None) -> str:
    """Return the address of an image: the stored one, or what was sent just now, which is nowhere else."""
    if image:
        return f"data:image/{'png' if route == 'club_logo' else 'webp'};base64,{b64encode(image).decode()}"
    return reverse_at_root(route, digest) if digest and image is None else ""


for_good = cache_control(max_age=365 * 24 * 3600, public=True, immutable=True)  # the address has what is in it


@take_small_file
def handle_look(request: HttpRequest) -> HttpResponse:
    """Show and change the club's name, colour, logo and picture; or show how another look would be (`tries`)."""
    club = get_staff_account(request).club
    is_of_palette = club.colour in dict(forms.PALETTE)
    initial = {
        "name": club.name,
        "colour": club.colour if is_of_palette else forms.OWN,
        "own": services.USUAL if is_of_palette else club.colour,
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
    return HttpResponse(services.write_rules(f"#{colour}"), content_type="text/css")


@require_safe
@for_good
def serve_preview_rules(_request: HttpRequest, colour: str) -> HttpResponse:
    """Serve the rules of the preview of a colour, "" for the usual one; no database query."""
    return HttpResponse(services.write_preview_rules(f"#{colour}" if colour else ""), content_type="text/css")


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
