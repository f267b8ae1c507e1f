"""The icons of clubs, under an address that only the icon of now has."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tarockclub.models import Club
from tarockclub.platform.club_look.services import load_logo
from tarockclub.platform.club_look.views import for_good
from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.sharing.icons import SHAPES, build_icon_address, make_icon
from tarockclub.platform.sharing.responses import PNG


@require_safe
def serve_icon(request: HttpRequest, club: str, digest: str, shape: str) -> HttpResponse:
    """Serve the icon of a club as it is now; 404 for one of before."""
    with enter_all_clubs():
        row = Club.objects.filter(pk=club).first() if shape in SHAPES else None
        if row is None or f"-{digest}-" not in build_icon_address(row, shape):
            raise Http404
        png = make_icon(row, shape, load_logo(row))
    return for_good(lambda _request: HttpResponse(png, content_type=PNG))(request)
