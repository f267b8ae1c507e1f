"""The projector: the clock as large as the screen allows, tables and standings in turn, announcements."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tarockclub.accounts.sessions import BY_ITSELF
from tarockclub.language import get_current_language
from tarockclub.server.page_cache import PageCache, build_etag_response
from tournaments.clock.views import compute_milliseconds
from tournaments.desk.live import RoundVersion, load_round_version
from tournaments.models import Round, Tournament
from tournaments.projector.page import find_shown_round, load_context
from tournaments.selectors import find_tournament

PAGE_CACHE = PageCache(32, seconds=4)


@require_safe
@never_cache
def show_projector(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the page for the projector to everyone who has its address."""
    tournament = find_tournament(slug)
    round_ = find_shown_round(tournament)
    version = PAGE_CACHE.choose_tag(
        (tournament.pk, get_current_language()), tournament.version, _compute_tag(tournament, round_), at_once=True
    )
    context = {**load_context(tournament, round_), "version": version}
    return render(request, "tournaments/projector/projector.html", context)


@require_safe
def show_changes(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Return what has changed on the projector; nothing if the browser already has it."""
    request.META[BY_ITSELF] = True
    tournament = find_tournament(slug)
    round_ = find_shown_round(tournament)
    name = (tournament.pk, get_current_language())
    tag = PAGE_CACHE.choose_tag(name, tournament.version, _compute_tag(tournament, round_))

    def render_page() -> str:
        return render_to_string("tournaments/projector/_projected.html", load_context(tournament, round_))

    response = build_etag_response(request, tag, lambda: PAGE_CACHE.load_body(name, tag, render_page))
    response["X-Now"] = str(compute_milliseconds())
    return response


def _compute_tag(tournament: Tournament, round_: Round | None) -> str:
    stand = (
        RoundVersion(tournament.version, 0, 0, 0, 0)
        if round_ is None
        else load_round_version(round_, tournament.version)
    )
    return stand.build_tag(f"wall{round_.number if round_ else 0}", get_current_language())
