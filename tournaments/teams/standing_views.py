"""Public pages: how the teams stand, over all rounds and round by round; they follow by themselves."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from tarockclub.accounts.sessions import BY_ITSELF
from tarockclub.server.page_cache import Kept, Shelf, answered
from tarockclub.server.program_version import program
from tournaments.standings.cache import known_of
from tournaments.standings.cached_page import PACE, Page, html_of, page_of
from tournaments.standings.editions import FINAL
from tournaments.standings.progress import Stand
from tournaments.standings.standing import Standings
from tournaments.teams.page import shown

SHELF = Shelf(64, pace=PACE)


@require_safe
def standing_page(request: HttpRequest, slug: uuid.UUID, number: int = FINAL) -> HttpResponse:
    """How the teams stand."""
    page, stand = page_of(request, slug, number)
    kept = _kept(page, stand)
    context = {
        "tournament": stand.tournament,
        "of": number,
        "tag": kept.tag,
        "piece": mark_safe(html_of(kept)),  # noqa: S308 -- rendered by our own template
        "staff": page.staff,
    }
    response = render(request, "tournaments/teams/standings.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


@require_safe
def standing_live(request: HttpRequest, slug: uuid.UUID, number: int = FINAL) -> HttpResponse:
    """What is new in it; nothing where the phone has it already."""
    request.META[BY_ITSELF] = True
    kept = _kept(*page_of(request, slug, number))
    return answered(request, kept.tag, lambda: kept.body)


def _kept(page: Page, stand: Stand) -> Kept:
    """The standing as it is sent; before it is public only staff sees it."""
    public = stand.settings.show_live or page.staff or stand.tournament.ended is not None
    known = known_of(stand, at_once=page.staff) if public else None
    at = stand if known is None else known.standings.stand
    if page.of != FINAL:
        at.round(page.of)  # or 404
    tag = f'"t{at.sign}.{page.of}.{page.language}.{"s" if page.staff else "p"}.{program()}"'
    standings = None if known is None else known.standings
    return SHELF.newest(page, tag, lambda: _piece(page, at, standings), at_once=page.staff)


def _piece(page: Page, stand: Stand, standings: Standings | None) -> str:
    context = {
        "tournament": stand.tournament,
        "of": page.of,
        "tabs": [one.number for one in stand.rounds if one.started],
        "has_teams": stand.settings.team_size > 0,
        "shown": None if standings is None else shown(standings, page.of),
    }
    return render_to_string("tournaments/teams/_standing.html", context)
