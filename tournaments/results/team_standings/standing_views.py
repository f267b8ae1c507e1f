"""Public pages: the team standings over all rounds and round by round; they update automatically."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from tarockclub.kit.tables.paging import cut_list
from tarockclub.platform.accounts.sessions import BY_ITSELF
from tarockclub.platform.server.installation import compute_program_sign
from tarockclub.platform.server.page_cache import CachedPage, PageCache, build_etag_response
from tournaments.core.editions import FINAL
from tournaments.hall.standing.progress import TournamentProgress
from tournaments.hall.standing.standing import Standings
from tournaments.results.standings.cache import CachedStandings, load_cached_standings
from tournaments.results.standings.cached_page import PACE, PageKey, build_live_address, load_list_key, unpack_html
from tournaments.results.standings.following import FollowedPlayer, parse_numbers
from tournaments.results.standings.views import render_followed
from tournaments.results.team_standings.page import build_standing_page

PAGE_CACHE = PageCache(64, pace=PACE)
MOST_TEAMS = 20  # at once, each with its players


def show_standing(request: HttpRequest, slug: uuid.UUID, number: int = FINAL) -> HttpResponse:
    """Show the team standings."""
    page, stand = load_list_key(request, slug, number)
    cached = _load_page(page, stand)
    context = {
        "tournament": stand.tournament,
        "of": number,
        "live": build_live_address("team_standings", page),
        "tag": cached.tag,
        "piece": mark_safe(unpack_html(cached)),  # noqa: S308 -- rendered by our own template
        "followed": _load_followed(page, stand, parse_numbers(request.GET.get("follow", ""))),
        "staff": page.staff,
    }
    response = render(request, "tournaments/results/team_standings/standings.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def show_standing_changes(request: HttpRequest, slug: uuid.UUID, number: int = FINAL) -> HttpResponse:
    """Return the changes of the team standings; nothing if the phone already has them.

    With `follow`, only the lines of these teams, as for players.
    """
    request.META[BY_ITSELF] = True
    page, stand = load_list_key(request, slug, number)
    if "follow" in request.GET:
        followed = _load_followed(page, stand, parse_numbers(request.GET["follow"]))
        return render_followed(request, stand.tournament, followed, of_teams=True)
    cached = _load_page(page, stand)
    return build_etag_response(request, cached.tag, lambda: cached.body)


def _load_page(page: PageKey, stand: TournamentProgress) -> CachedPage:
    """Return the page as it is sent; before it is public only the staff sees it."""
    cached = _load_known(page, stand)
    progress = stand if cached is None else cached.standings.stand
    if page.of != FINAL:
        progress.get_round(page.of)  # or 404
    seen_by = "s" if page.staff else "p"
    tag = f'"t{progress.sign}.{page.of}.{page.language}.{seen_by}.{page.page}.{compute_program_sign()}"'
    standings = None if cached is None else cached.standings
    return PAGE_CACHE.load_newest(page, tag, lambda: _render_piece(page, progress, standings), at_once=page.staff)


def _load_known(page: PageKey, stand: TournamentProgress) -> CachedStandings | None:
    """Return the current standings for those who may see them."""
    public = stand.settings.show_live or page.staff or stand.tournament.ended is not None
    return load_cached_standings(stand, at_once=page.staff) if public else None


def _load_followed(page: PageKey, stand: TournamentProgress, numbers: tuple[int, ...]) -> list[FollowedPlayer]:
    """Return the teams with these numbers that are in the standings, the best first."""
    cached = _load_known(page, stand) if numbers else None
    if cached is None:
        return []
    rows = [row for row in build_standing_page(cached.standings, page.of).rows if row.number in numbers]
    return [FollowedPlayer(row.number, row.name, row.rank, row.amounts[-1].text) for row in rows]


def _render_piece(page: PageKey, stand: TournamentProgress, standings: Standings | None) -> str:
    shown = None if standings is None else build_standing_page(standings, page.of)
    part = cut_list(() if shown is None else shown.rows, MOST_TEAMS, page.page)
    context = {
        "tournament": stand.tournament,
        "of": page.of,
        "tabs": [round_.number for round_ in stand.rounds if round_.started],
        "has_teams": stand.settings.team_size > 0,
        "shown": shown and shown._replace(rows=tuple(part.rows)),
        "part": part,
    }
    return render_to_string("tournaments/results/team_standings/_standing.html", context)
