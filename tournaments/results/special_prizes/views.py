"""The special prizes and the raffle: one page, and what the director does there."""

import uuid
from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse

from tournaments.core import view_helpers
from tournaments.core.actions.base import perform_posted
from tournaments.models import Tournament
from tournaments.results.final_results.views import run_posted_action
from tournaments.results.special_prizes.actions import DrawSpecialLots, HoldRaffle
from tournaments.results.special_prizes.page import load_page


def show_special_prizes(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the special prizes with their winners, and the raffle."""
    return _render_page(request, view_helpers.find_own_tournament(request, slug))


def handle_lots(request: HttpRequest, slug: uuid.UUID, kind: str) -> HttpResponse:
    """Draw the lots that decide between equal players."""
    return _run_action(request, slug, lambda row: perform_posted(request, row, DrawSpecialLots, kind=kind))


def handle_raffle(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Draw the winners of a raffle."""
    return _run_action(request, slug, lambda row: perform_posted(request, row, HoldRaffle))


def _run_action(request: HttpRequest, slug: uuid.UUID, do: Callable[[Tournament], object]) -> HttpResponse:
    return run_posted_action(request, slug, do, partial(_render_page, request), "special_prizes")


def _render_page(request: HttpRequest, tournament: Tournament, text: str = "") -> HttpResponse:
    context = {"tournament": tournament, "shown": load_page(tournament), "problem": text}
    return view_helpers.render_page(
        request, "tournaments/results/special_prizes/special.html", context, status=400 if text else 200
    )
