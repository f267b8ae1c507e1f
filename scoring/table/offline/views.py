"""The views that make the site installable, and its page without a network."""

import uuid
from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from scoring.table.offline import service_worker
from tarockclub.kit.words import get_current_language
from tarockclub.models import SLUG_LENGTH
from tarockclub.platform.accounts.sessions import BY_ITSELF
from tarockclub.platform.club_look.colours import COLOUR
from tarockclub.platform.clubs.addresses import WELL_FORMED
from tarockclub.platform.server.page_cache import CACHE_HEADER, WORKER_HEADER

TableView = Callable[[HttpRequest, uuid.UUID], HttpResponse]


def keep_on_phones(view: TableView) -> TableView:
    """Let phones keep the page of a table; its automatic refreshes do not count as use of the session."""

    @wraps(view)
    def keep(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
        if WORKER_HEADER in request.headers:
            request.META[BY_ITSELF] = True
        response = view(request, slug)
        response[CACHE_HEADER] = "table"
        return response

    return keep


@never_cache
def serve_worker(request: HttpRequest) -> HttpResponse:
    """Serve the script that answers in place of the network; no database query."""
    return HttpResponse(service_worker.build_worker(), content_type="text/javascript")


def serve_manifest(request: HttpRequest) -> HttpResponse:
    """Serve the name, icons and colours of the installed page."""
    asked = f"#{request.GET.get('colour', '')}"
    colour = asked if COLOUR.fullmatch(asked) else ""
    word = request.GET.get("club", "")
    slug = word if WELL_FORMED.fullmatch(word) and len(word) <= SLUG_LENGTH else ""
    said = service_worker.build_manifest(get_current_language(), colour, slug)
    return JsonResponse(said, content_type="application/manifest+json")


@never_cache
def show_offline(request: HttpRequest) -> HttpResponse:
    """Show the page that phones keep for everything unavailable without a network; no database query."""
    response = render(request, "scoring/table/offline/offline.html")
    response[CACHE_HEADER] = "offline"
    return response
