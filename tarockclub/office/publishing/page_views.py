"""Pages of things that a laptop has sent: our own public pages, which read nothing else meanwhile."""

import logging
import uuid

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, ResolverMatch, get_script_prefix, resolve, reverse, set_script_prefix
from django.views.decorators.csrf import csrf_exempt

from tarockclub.models import ReceivedSite
from tarockclub.office.publishing.mirror import read_mirror
from tarockclub.office.publishing.receiving import build_site_address
from tarockclub.office.static_site.addresses import OF_SEASONS, OF_TOURNAMENTS
from tarockclub.platform.clubs.current_club import find_addressed_club, note_addressed_club
from tarockclub.platform.server.reading import SAFE_METHODS
from tournaments.around.public.inn_sites import format_cut

_LIVE = {"standings_live", "round_standings_live", "team_standings_live", "round_team_standings_live"}
_SHARED = {"sheet", "sheet_examples", "tournament_player_live", "standings_csv", "standings_json"}
PUBLIC_ROUTES = OF_TOURNAMENTS | OF_SEASONS | _LIVE | _SHARED
_SAME_METHOD = 307
_STAND = "INN_STAND"  # in META: the line that base.html shows
logger = logging.getLogger(__name__)


@csrf_exempt
def show_page(request: HttpRequest, slug: uuid.UUID, path: str = "") -> HttpResponse:
    """Show a page of what a laptop has sent; whatever else is found below its address is found without it."""
    site = ReceivedSite.objects.select_related("club").filter(slug=slug, ended=None, club__archived=None).first()
    if site is None or find_addressed_club(request) not in {None, site.club}:
        raise Http404
    if site.stand is None:
        return render(request, "tarockclub/office/publishing/not_sent.html", {"site": site}, status=404)
    if not path or path.endswith(".html"):  # also an address of a page that was once sent as such
        return redirect(f"{build_site_address(slug)}{_find_home(site)}")
    try:
        found = resolve(f"/{path}")
    except Resolver404:
        raise Http404 from None
    if found.url_name not in PUBLIC_ROUTES or request.method not in SAFE_METHODS:
        return _redirect_out(request, path)
    return _show(request, site, f"/{path}", found)


def _find_home(site: ReceivedSite) -> str:
    route = "season_standing" if site.kind == "season" else "standings"
    return reverse(route, args=[site.thing]).removeprefix(get_script_prefix())


def _redirect_out(request: HttpRequest, path: str) -> HttpResponse:
    """Redirect to the address without that of the site, with the same method and query."""
    query = request.META.get("QUERY_STRING", "")
    response = redirect(f"{get_script_prefix()}{path}{'?' if query else ''}{query}")
    response.status_code = _SAME_METHOD
    return response


def _show(request: HttpRequest, site: ReceivedSite, path: str, match: ResolverMatch) -> HttpResponse:
    before, stand = get_script_prefix(), format_cut(site)
    request.user = AnonymousUser()
    note_addressed_club(request, site.club)
    request.resolver_match, request.path_info = match, path
    request.META[_STAND] = stand
    set_script_prefix(build_site_address(site.slug))
    try:
        with read_mirror(site, stand):
            response: HttpResponse = match.func(request, *match.args, **match.kwargs)
    except Http404:
        raise
    except Exception:  # whatever a laptop has sent, this installation is in order
        logger.exception("A received page cannot be shown: %s", site.slug)
        raise Http404 from None
    finally:
        set_script_prefix(before)
    return response
