"""Standings within the pages of another site: only of clubs that allow it, and only on the sites that they name.

Such a page shows what its public page shows (of a table with the names that everybody may see), without log-in and
cookies; a small script renews it.
"""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt

from scoring.book.ledger.selectors import find_game_table
from scoring.table.written_sheet.selectors import load_table_view
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.devices import WITHOUT_COOKIES
from tarockclub.platform.publication import find_origins
from tarockclub.platform.server.middleware import POLICY
from tournaments.core.editions import FINAL
from tournaments.core.selectors import find_season
from tournaments.hall.standing.progress import load_recent_progress
from tournaments.results.standings.cached_page import PageKey, load_standing_page, unpack_html
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.page import build_current_page, render_season_rows

_NOWHERE = "frame-ancestors 'none'"
OFTEN_SECONDS, RARELY_SECONDS = 30, 600  # until the page is renewed, while it is played and afterwards


def list_allowed(club: int) -> tuple[str, ...]:
    """Return the sites that may embed pages of a club; raise 404 if it allows none."""
    origins = find_origins(club)
    if not origins:
        raise Http404
    return origins


@xframe_options_exempt
def show_standings(request: HttpRequest, slug: uuid.UUID, number: int = FINAL) -> HttpResponse:
    """Show the standings of a round, or of the whole tournament, as everybody may see them."""
    stand = load_recent_progress(slug)
    origins = list_allowed(stand.tournament.club_id)
    kept = load_standing_page(PageKey(slug, number, get_current_language(), staff=False), stand)
    seconds = RARELY_SECONDS if stand.tournament.ended else OFTEN_SECONDS
    heading = _("Standings of round %(round)s") % {"round": number} if number else _("Standings")
    piece = mark_safe(unpack_html(kept))  # noqa: S308 -- rendered by our own template
    return _render(request, "standings", origins, seconds, {"tournament": stand.tournament, "piece": piece}, heading)


@xframe_options_exempt
def show_season(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the standings of a season by published results."""
    season = find_season(slug)
    origins = list_allowed(season.club_id)
    stand = load_season_progress(season)
    shown = build_current_page(stand)
    context = {"season": season, "shown": shown, "rules": stand.settings, "rows": render_season_rows(shown, slug)}
    return _render(request, "season", origins, RARELY_SECONDS, context, _("Season"))


@xframe_options_exempt
def show_table(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the totals of a table and its last hands, as its page shows them, with the names that everybody may see."""
    table = find_game_table(slug)
    origins = list_allowed(table.club_id)
    view = load_table_view(table, publicly=True)
    seconds = RARELY_SECONDS if table.ended else OFTEN_SECONDS
    last = [row for row in view.rows if row.number][:-6:-1]
    return _render(request, "table", origins, seconds, {"table": table, "view": view, "last": last}, _("Table"))


def _render(
    request: HttpRequest, what: str, origins: tuple[str, ...], seconds: int, context: dict[str, Any], heading: str
) -> HttpResponse:
    """Render a page that these sites alone may show, and that leaves nothing in the browser."""
    known = {"seconds": seconds, "heading": heading}
    response = render(request, f"tournaments/around/public/embed_{what}.html", {**known, **context})
    response["Content-Security-Policy"] = POLICY.replace(_NOWHERE, f"frame-ancestors {' '.join(origins)}")
    response["Cache-Control"] = "private, no-cache"
    setattr(response, WITHOUT_COOKIES, True)
    return response
