"""Public pages: the standings of a round and of the whole tournament."""

import uuid
from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from tarockclub.kit.days import format_day
from tarockclub.kit.tables.search import LONGEST
from tarockclub.kit.text import clean_text
from tarockclub.platform.accounts.sessions import BY_ITSELF
from tarockclub.platform.server.page_cache import build_etag_response
from tarockclub.platform.sharing.responses import SharePreview, build_preview
from tournaments.core.editions import FINAL
from tournaments.hall.standing.progress import TournamentProgress
from tournaments.models import Tournament
from tournaments.results.standings.cached_page import build_live_address, load_list_key, load_standing_page, unpack_html
from tournaments.results.standings.following import FollowedPlayer, load_followed, parse_numbers
from tournaments.results.standings.search import search_players


def show_standings(request: HttpRequest, slug: uuid.UUID, number: int = FINAL) -> HttpResponse:
    """Show standings with their search; the search results are above them."""
    page, stand = load_list_key(request, slug, number)
    cached = load_standing_page(page, stand)
    query = clean_text(request.GET.get("find", ""))[:LONGEST]
    context = {
        "tournament": stand.tournament,
        "of": number,
        "live": build_live_address("standings", page),
        "tag": cached.tag,
        "piece": mark_safe(unpack_html(cached)),  # noqa: S308 -- rendered by our own template
        "wanted": query,
        "followed": load_followed(stand, number, parse_numbers(request.GET.get("follow", "")), staff=page.staff),
        "found": _find_listed_players(stand, number, query, staff=page.staff) if query else (),
        "staff": page.staff,
        "preview": build_standing_preview(request, stand.tournament, number, _("Standings")),
    }
    response = render(request, "tournaments/results/standings/standings.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def _find_listed_players(
    stand: TournamentProgress, scope: int, query: str, *, staff: bool
) -> list[tuple[int, str, FollowedPlayer | None]]:
    """Return the players whom a search finds, each with the line in the standings, if there is one."""
    players = search_players(stand, query)
    lines = load_followed(stand, scope, tuple(number for number, _name in players), staff=staff)
    by_number = {line.number: line for line in lines}
    return [(number, name, by_number.get(number)) for number, name in players]


def show_standings_changes(request: HttpRequest, slug: uuid.UUID, number: int = FINAL) -> HttpResponse:
    """Return the changes of standings; nothing if the phone already has them.

    With `follow`, only the lines of these players: a page of a long standing does not have them.
    """
    request.META[BY_ITSELF] = True
    page, stand = load_list_key(request, slug, number)
    if "follow" in request.GET:
        numbers = parse_numbers(request.GET["follow"])
        return render_followed(request, stand.tournament, load_followed(stand, number, numbers, staff=page.staff))
    cached = load_standing_page(page, stand)
    return build_etag_response(request, cached.tag, lambda: cached.body)


def render_followed(
    request: HttpRequest, tournament: Tournament, followed: Sequence[FollowedPlayer], *, of_teams: bool = False
) -> HttpResponse:
    """Render the lines of some players or teams, wherever they stand."""
    context = {"tournament": tournament, "followed": followed, "of_teams": of_teams}
    response = render(request, "tournaments/results/standings/_followed_rows.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def build_standing_preview(request: HttpRequest, tournament: Tournament, of: int, words: str) -> SharePreview:
    """Return the tags of a page about a round, or (FINAL) about the whole tournament, for messengers."""
    where: list[object] = [tournament.slug, of, "wide"] if of else [tournament.slug, "wide"]
    round_ = _("round %(round)s") % {"round": of}
    about = f"{words}, {round_}" if of else words
    picture = reverse("round_standings_picture" if of else "standings_picture", args=where)
    return build_preview(request, tournament.name, f"{about} · {format_day(tournament.day)}", picture)
