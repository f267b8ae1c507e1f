"""The walls: the clock, seats, standings, tables and what the director has arranged, each wall at its own address."""

import uuid
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache

from scoring.book.access.links import build_card, get_site_address
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.sessions import BY_ITSELF
from tarockclub.platform.server.page_cache import PageCache, build_etag_response
from tournaments.core.selectors import find_tournament
from tournaments.hall.clock.views import compute_milliseconds
from tournaments.hall.desk.page import build_round_tag
from tournaments.models import Hall, Round, Tournament
from tournaments.results.projector.page import find_shown_round, load_context
from tournaments.results.projector.walls import HallWall, find_hall, find_wall, list_walls

PAGE_CACHE = PageCache(64, seconds=4)


class ShownWall(NamedTuple):
    """A wall as it is asked for."""

    tournament: Tournament
    round: Round | None
    hall: Hall
    wall: HallWall
    site: str  # a code leads to the host that was asked for

    @property
    def name(self) -> tuple[int, int, str, str]:
        """The name of its page among the stored ones."""
        return self.tournament.pk, self.wall.number, self.site, get_current_language()

    @property
    def acts(self) -> int:
        """A number that rises with each act and each tap of the director."""
        return self.tournament.version + self.hall.version

    def compute_tag(self) -> str:
        """Return the tag of its present content."""
        number = self.round.number if self.round is not None else 0
        page = f"wall{number}.{self.wall.number}.{self.hall.version}"
        return build_round_tag(self.round, self.tournament.version, page, get_current_language())

    def load_context(self, request: HttpRequest) -> dict[str, Any]:
        """Return the template's context."""
        context = load_context(self.tournament, self.round, self.hall, self.wall)
        for part, shown in (("code", context.get("has_code")), ("find_me", context.get("is_hall"))):
            if shown:
                context[part] = build_card(request, reverse("standings", args=[self.tournament.slug]))
        return context


def _find_shown(request: HttpRequest, slug: uuid.UUID, number: int) -> ShownWall:
    """Return a wall with the round that it shows; a fixed number of small reads."""
    tournament = find_tournament(slug)
    hall = find_hall(tournament)
    wall = find_wall(list_walls(hall), number)
    if wall is None:
        raise Http404
    return ShownWall(tournament, find_shown_round(tournament), hall, wall, get_site_address(request))


@never_cache
def show_projector(request: HttpRequest, slug: uuid.UUID, number: int = 1) -> HttpResponse:
    """Show the page of a wall to everyone who has its address."""
    shown = _find_shown(request, slug, number)
    version = PAGE_CACHE.choose_tag(shown.name, shown.acts, shown.compute_tag(), at_once=True)
    return render(
        request, "tournaments/results/projector/projector.html", {**shown.load_context(request), "version": version}
    )


def show_changes(request: HttpRequest, slug: uuid.UUID, number: int = 1) -> HttpResponse:
    """Return what has changed on a wall; nothing if the browser already has it."""
    request.META[BY_ITSELF] = True
    shown = _find_shown(request, slug, number)
    tag = PAGE_CACHE.choose_tag(shown.name, shown.acts, shown.compute_tag())

    def render_page() -> str:
        return render_to_string("tournaments/results/projector/_projected.html", shown.load_context(request))

    response = build_etag_response(request, tag, lambda: PAGE_CACHE.load_body(shown.name, tag, render_page))
    response["X-Now"] = str(compute_milliseconds())
    return response
