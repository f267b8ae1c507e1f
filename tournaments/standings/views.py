"""Public pages: how a round and the whole tournament stand."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from tarockclub.accounts.sessions import BY_ITSELF
from tarockclub.server.page_cache import answered
from tarockclub.text import cleaned
from tournaments.standings.cached_page import html_of, page_of, standing_kept
from tournaments.standings.editions import FINAL
from tournaments.standings.search import found_in

LONGEST_SEARCH = 80


@require_safe
def standings_page(request: HttpRequest, slug: uuid.UUID, number: int = FINAL) -> HttpResponse:
    """A standing with its search; what is searched for stands above it."""
    page, stand = page_of(request, slug, number)
    kept = standing_kept(page, stand)
    wanted = cleaned(request.GET.get("find", ""))[:LONGEST_SEARCH]
    context = {
        "tournament": stand.tournament,
        "of": number,
        "tag": kept.tag,
        "piece": mark_safe(html_of(kept)),  # noqa: S308 -- rendered by our own template
        "wanted": wanted,
        "found": found_in(stand, wanted) if wanted else (),
        "staff": page.staff,
    }
    response = render(request, "tournaments/standings/standings.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


@require_safe
def standings_live(request: HttpRequest, slug: uuid.UUID, number: int = FINAL) -> HttpResponse:
    """What is new in a standing; nothing where the phone has it already."""
    request.META[BY_ITSELF] = True
    kept = standing_kept(*page_of(request, slug, number))
    return answered(request, kept.tag, lambda: kept.body)
