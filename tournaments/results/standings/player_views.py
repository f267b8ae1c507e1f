"""The public page of a player, the same for all users."""

import hashlib
import uuid
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.accounts.sessions import BY_ITSELF
from tarockclub.platform.privacy.public_names import get_player_name
from tarockclub.platform.server.installation import compute_program_sign
from tarockclub.platform.server.page_cache import CachedPage, build_etag_response
from tournaments.core.editions import FINAL
from tournaments.hall.clock.display import build_face
from tournaments.hall.standing.progress import TournamentProgress
from tournaments.models import Entrant
from tournaments.people.register.person_pages import find_person_page
from tournaments.results.standings.cache import load_cached_standings
from tournaments.results.standings.cached_page import PAGE_CACHE, load_page_key, unpack_html
from tournaments.results.standings.player_page import build_player_state, find_player
from tournaments.results.standings.player_page import load_player_page as all_about
from tournaments.results.standings.seat_cards import SeatCard, load_seat_cards
from tournaments.results.standings.seat_tasks import SeatTasks, find_tasks


def show_player(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show a player's page."""
    response = render(request, "tournaments/results/standings/player.html", build_player_context(request, slug, number))
    response["Cache-Control"] = "private, no-cache"
    return response


def build_player_context(request: HttpRequest, slug: uuid.UUID, number: int) -> dict[str, Any]:
    """Return what a player's page shows, for this page and the ones that only the player has."""
    entrant, cached, is_placed = _load_page(request, slug, number)
    return {
        "tournament": entrant.tournament,
        "entrant": entrant,
        "name": get_player_name(entrant.person, entrant.number),
        "own_page": _find_entrant_page(request, entrant),
        "has_certificate": is_placed and entrant.tournament.ended is not None,
        "tag": cached.tag,
        "piece": mark_safe(unpack_html(cached)),  # noqa: S308 -- rendered by our own template
    }


def _find_entrant_page(request: HttpRequest, entrant: Entrant) -> str:
    """Return the address of a participant's page, for whoever may open it; "" for anybody else."""
    person = entrant.person
    person.club = entrant.tournament.club
    return find_person_page(find_rights(request), person)


def show_player_changes(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Return the changes on a player's page; nothing if the phone already has them."""
    request.META[BY_ITSELF] = True
    _entrant, cached, _is_placed = _load_page(request, slug, number)
    return build_etag_response(request, cached.tag, lambda: cached.body)


def _load_page(request: HttpRequest, slug: uuid.UUID, number: int) -> tuple[Entrant, CachedPage, bool]:
    """Return the player, their page, and whether they have a place over all rounds."""
    page, stand = load_page_key(request, slug, FINAL)
    entrant = find_player(stand, number)
    entrant.tournament = stand.tournament
    live = stand.settings.show_live or page.staff
    cached_standings = load_cached_standings(stand, at_once=page.staff)
    state = build_player_state(cached_standings, entrant, live=live)
    seat = _find_seat(stand, entrant)

    def render_page() -> str:
        shown = all_about(cached_standings.standings, state, page.language)
        context = {
            "page": shown,
            "seen": state,
            "tournament": stand.tournament,
            "live": live,
            **_build_seat_context(seat),
        }
        return render_to_string("tournaments/results/standings/_player.html", context)

    sign = hashlib.sha256(f"{state.sign}{seat!r}".encode()).hexdigest()[:24]
    tag = f'"{sign}.{page.language}.{"s" if page.staff else "p"}.{compute_program_sign()}"'
    cached = PAGE_CACHE.load_newest((page, "player", number), tag, render_page, at_once=page.staff)
    return entrant, cached, state.total is not None


class OwnSeat(NamedTuple):
    """The seat of a player in the round that is played or comes next, or why there is none."""

    round: int  # 0: none is drawn
    card: SeatCard | None
    waits: bool  # plays in this round, and has no seat yet
    ended: bool  # the tournament is over
    tasks: SeatTasks = SeatTasks()


def _find_seat(stand: TournamentProgress, entrant: Entrant) -> OwnSeat:
    is_over = stand.tournament.ended is not None
    if stand.now is None or is_over:
        return OwnSeat(0, None, waits=False, ended=is_over)
    seats = load_seat_cards(stand.now.id, stand.acts)
    card = seats.cards.get(entrant.person_id)
    tasks = find_tasks(card, stand.settings) if card is not None else SeatTasks()
    return OwnSeat(stand.now.number, card, entrant.person_id in seats.waiting, ended=False, tasks=tasks)


def _build_seat_context(seat: OwnSeat) -> dict[str, Any]:
    return {"seat": seat, "face": build_face(seat.card.clock, now()) if seat.card is not None else None}
