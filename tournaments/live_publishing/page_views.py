"""Received pages for everybody: read only, without cookies and scripts, apart from all else on this site."""

import hashlib
import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import override
from django.views.decorators.http import require_safe

from tarockclub.accounts.devices import WITHOUT_COOKIES
from tarockclub.clubs.current_club import find_addressed_club
from tarockclub.models import ReceivedPage, ReceivedSite
from tarockclub.preferences import get_preferences
from tarockclub.server.page_cache import has_tag
from tarockclub.server.program_version import compute_program_sign
from tarockclub.server.style_parts import get_style_name
from tournaments.live_publishing.addresses import build_page_address
from tournaments.live_publishing.pieces import PublishedPage, is_path, unpack_page
from tournaments.public.inn_sites import format_stand, is_old
from tournaments.static_site.addresses import INDEX
from tournaments.static_site.builder import LANGUAGES
from tournaments.static_site.files import locate
from tournaments.static_site.frame import Frame, list_other_languages, render_frame

# Nothing of these pages runs, sends or is framed; in a sandbox they are of no origin, so not of ours.
POLICY = (
    "sandbox; default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)


@require_safe
def show_page(request: HttpRequest, slug: uuid.UUID, path: str = INDEX) -> HttpResponse:
    """Show a page that a laptop has sent, with the moment of which it tells."""
    shown = ReceivedSite.objects.filter(ended=None, stand__isnull=False, club__archived=None)
    site = shown.select_related("club").filter(slug=slug).first()
    if site is None or find_addressed_club(request) not in {None, site.club} or not is_path(path):
        raise Http404
    plain = _find_plain(path)
    paths = {language: locate(language, plain) for language in LANGUAGES}
    found = {page.path: page for page in ReceivedPage.objects.filter(site=site, path__in=paths.values())}
    if path not in found:
        raise Http404
    letters = get_preferences(request).letters
    with override(next(language for language, other in paths.items() if other == path)):
        stand = format_stand(site)
    said = f"{found[path].piece_id} {stand} {letters} {site.club.name} {site.club.colour} {compute_program_sign()}"
    tag = f'"{hashlib.sha256(said.encode()).hexdigest()[:24]}"'
    if has_tag(request, tag):
        return _protect(HttpResponse(status=304), tag)
    page = unpack_page(bytes(found[path].piece.content))
    others = {language: build_page_address(slug, other) for language, other in paths.items() if other in found}
    return _protect(HttpResponse(render_frame(page, _build_frame(site, page, others, stand, letters))), tag)


def _find_plain(path: str) -> str:
    """Return the path of a page without the folder of its language."""
    folder, _sign, rest = path.partition("/")
    return rest if folder in LANGUAGES else path


def _build_frame(site: ReceivedSite, page: PublishedPage, others: dict[str, str], stand: str, letters: str) -> Frame:
    colour = [reverse("club_colours", args=[site.club.colour[1:]])] if site.club.colour else []
    return Frame(
        club=site.club.name,
        home=reverse("home"),
        icon=static("tarockclub/icon.svg"),
        styles=[static(get_style_name(page.style, letters)), *colour],
        languages=list_other_languages(page.language, others),
        logo=reverse("club_logo", args=[site.club.logo]) if site.club.logo else "",
        stand=stand,
        is_old=is_old(site),
        privacy=reverse("privacy"),
    )


def _protect(response: HttpResponse, tag: str) -> HttpResponse:
    response["ETag"] = tag
    response["Content-Security-Policy"] = POLICY
    response["Cross-Origin-Opener-Policy"] = "unsafe-none"  # any other value forbids a sandbox
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Cookie"
    setattr(response, WITHOUT_COOKIES, True)
    return response
