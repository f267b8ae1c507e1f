"""The public page of a player, the same for all who look."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from tarockclub.accounts.sessions import BY_ITSELF
from tarockclub.server.page_cache import Kept, answered
from tarockclub.server.program_version import program
from tournaments.models import Entrant
from tournaments.standings.cache import known_of
from tournaments.standings.cached_page import SHELF, html_of, page_of
from tournaments.standings.editions import FINAL
from tournaments.standings.player_page import player_at, seen_of
from tournaments.standings.player_page import player_page as all_about


@require_safe
def player_page(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """A player's page."""
    entrant, kept = _kept(request, slug, number)
    context = {
        "tournament": entrant.tournament,
        "entrant": entrant,
        "tag": kept.tag,
        "piece": mark_safe(html_of(kept)),  # noqa: S308 -- rendered by our own template
    }
    response = render(request, "tournaments/standings/player.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


@require_safe
def player_live(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """What is new on a player's page; nothing where the phone has it already."""
    request.META[BY_ITSELF] = True
    _entrant, kept = _kept(request, slug, number)
    return answered(request, kept.tag, lambda: kept.body)


def _kept(request: HttpRequest, slug: uuid.UUID, number: int) -> tuple[Entrant, Kept]:
    page, stand = page_of(request, slug, FINAL)
    entrant = player_at(stand, number)
    entrant.tournament = stand.tournament
    live = stand.settings.show_live or page.staff
    known = known_of(stand, at_once=page.staff)
    seen = seen_of(known, entrant, live=live)

    def made() -> str:
        shown = all_about(known.standings, seen, page.language)
        context = {"page": shown, "seen": seen, "tournament": stand.tournament, "live": live}
        return render_to_string("tournaments/standings/_player.html", context)

    tag = f'"{seen.sign}.{page.language}.{"s" if page.staff else "p"}.{program()}"'
    return entrant, SHELF.newest((page, "player", number), tag, made, at_once=page.staff)
