"""The director's page of a draw, and what is said before one: who waits, who shall not sit together."""

import uuid
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from tarockclub.accounts.permissions import director_only
from tarockclub.text import surname_first, surname_key
from tournaments.acts import Refused
from tournaments.draw.history import seats_at
from tournaments.draw.interim_standing import has_standing, still_playing, usual_way
from tournaments.draw.messages import WAYS, told_of
from tournaments.draw.page import (
    Player,
    apart_shown,
    choices,
    counted,
    drafts_of,
    players_of,
    shown,
    waiting,
    without_seat,
)
from tournaments.draw.separations import keep_apart
from tournaments.entrants.round_entries import set_state
from tournaments.models import Entrant, Presence, RoundTable, Tournament
from tournaments.selectors import Found, round_at
from tournaments.settings import STANDING
from tournaments.view_helpers import acting_director, key_in, own_round, page, saved

form_methods = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@director_only
def draw(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """The draw of a round: a draft, what is to be said about it, and what can be done."""
    return draw_page(request, own_round(request, slug, number))


@form_methods
@director_only
def apart(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Say that two shall not sit together, or may again."""
    found = own_round(request, slug, number)
    if request.method == "POST":
        try:
            pair = entrant_in(request, found.tournament, "one"), entrant_in(request, found.tournament, "other")
            again = request.POST.get("again") == "1"
            keep_apart(found.tournament.pk, key_in(request), pair, acting_director(request), apart=not again)
        except Refused as refused:
            return draw_page(request, found, refused)
    return redirect("draw", slug=slug, number=number)


@form_methods
@director_only
def waits(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Name who waits where not all can be seated, or let him play after all."""
    found = own_round(request, slug, number)
    if request.method == "POST":
        state = Presence.State.IN if request.POST.get("again") == "1" else Presence.State.WAITS
        try:
            entrant = entrant_in(request, found.tournament, "one")
            set_state(found.round, key_in(request), [entrant], state, acting_director(request))
        except Refused as refused:
            return draw_page(request, found, refused)
    return redirect("draw", slug=slug, number=number)


def number_in(text: str) -> int:
    """A number as a form sends it; 0 for what is none."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def entrant_in(request: HttpRequest, tournament: Tournament, name: str) -> int:
    """The entrant (id) whose start number came with a form; Refused("nobody_known")."""
    number = number_in(request.POST.get(name, ""))
    found = Entrant.objects.filter(tournament=tournament, number=number).values_list("pk", flat=True).first()
    if found is None:
        raise Refused("nobody_known")
    return found


def draw_page(request: HttpRequest, found: Found, refused: Refused | None = None) -> HttpResponse:
    """The page, with what could not be done."""
    draft = shown(found.tournament, found.round, number_in(_asked(request)), request.GET.get("page", "1"))
    context: dict[str, Any] = {
        "tournament": found.tournament,
        "round": found.round,
        "open": found.round.started is None and found.round.closed is None and found.tournament.ended is None,
        "counted": counted(found.round),
        "waiting": waiting(found.tournament, found.round),
        "draft": draft,
        "drafts": drafts_of(found.round, draft.draw.number if draft else 0),
        "ways": WAYS,
        "choices": choices(found.tournament, found.round),
        "apart": apart_shown(found.tournament),
        "late": without_seat(found.tournament, found.round),
        "standing": {
            "offered": has_standing(found.tournament, found.round),
            "usual": usual_way(found.tournament, found.round) == STANDING,
            "playing": still_playing(found.tournament, found.round),
        },
        "problem": told_of(refused) if refused is not None else "",
    }
    return page(request, "draw/draw", context, status=409 if refused is not None else 200)


def _asked(request: HttpRequest) -> str:
    """Which draft somebody looks at, also where a form about it could not be done."""
    return request.GET.get("draft", "") or request.POST.get("draft", "")


def done(found: Found) -> HttpResponse:
    """Back to the page of the draw, which says that something was done."""
    return saved("draw", slug=found.tournament.slug, number=found.round.number)


BY_TABLE = "table"


class SeatedAt(NamedTuple):
    """Somebody and his table."""

    player: Player
    table: int

    @property
    def listed(self) -> str:
        """The name with the surname first."""
        return surname_first(self.player.name)


class AtTable(NamedTuple):
    """A table with those who sit there now, in playing order."""

    number: int
    players: tuple[Player, ...]


@require_safe
def seats(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """The list of a round, to read and to print."""
    found = round_at(slug, number)
    tables = tables_now(found)
    by_table = request.GET.get("by") == BY_TABLE
    named = [] if by_table else by_name(tables)
    context = {
        "tournament": found.tournament,
        "round": found.round,
        "by_table": by_table,
        "tables": tables,
        "named": named,
    }
    response = render(request, "tournaments/draw/seats.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def tables_now(found: Found) -> list[AtTable]:
    """The tables with those who sit there now: substitutes and late entrants too."""
    tables = RoundTable.objects.filter(round=found.round).order_by("number").values_list("number", "game_table")
    rows = list(tables)
    seated = seats_at([game for _, game in rows], found.tournament, still=True)
    ids = {one for places in seated.values() for seat in places.values() for one in seat}
    people = players_of(found.tournament, ids)
    return [AtTable(number, tuple(people[seat[-1]] for seat in seated.get(game, {}).values())) for number, game in rows]


def by_name(tables: list[AtTable]) -> list[SeatedAt]:
    """Everybody by surname, as people look for themselves."""
    everybody = [SeatedAt(player, table.number) for table in tables for player in table.players]
    return sorted(everybody, key=lambda one: (surname_key(one.player.name), one.player.number))
