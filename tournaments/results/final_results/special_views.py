"""The special prizes and the raffle: one page, and what the director does there."""

import uuid
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from scoring.book.access.permissions import find_actor
from tarockclub.platform.accounts.permissions import director_only, staff_only
from tournaments.core import view_helpers
from tournaments.core.forms import ActionForm
from tournaments.core.messages import format_refusal
from tournaments.models import Tournament
from tournaments.results.final_results.forms import RaffleForm
from tournaments.results.final_results.raffle import draw_raffle
from tournaments.results.final_results.special_page import load_page
from tournaments.results.final_results.special_prizes import draw_special_lots

form_methods = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@staff_only
def show_special_prizes(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the special prizes with their winners, and the raffle."""
    return _render_page(request, view_helpers.find_own_tournament(request, slug))


@form_methods
@director_only
def handle_lots(request: HttpRequest, slug: uuid.UUID, kind: str) -> HttpResponse:
    """Draw the lots that decide between equal players."""

    def do(row: Tournament, content: dict[str, Any]) -> object:
        return draw_special_lots(row.pk, content["key"], kind, find_actor(request))

    return _run_action(request, slug, ActionForm, do)


@form_methods
@director_only
def handle_raffle(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Draw the winners of a raffle."""

    def do(row: Tournament, content: dict[str, Any]) -> object:
        by = find_actor(request)
        return draw_raffle(row.pk, content["key"], content["winners"], by, others=not content["everybody"])

    return _run_action(request, slug, RaffleForm, do)


def _run_action(
    request: HttpRequest,
    slug: uuid.UUID,
    form_class: type[ActionForm],
    do: Callable[[Tournament, dict[str, Any]], object],
) -> HttpResponse:
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return redirect("special_prizes", slug=slug)
    form = form_class(request.POST)
    return view_helpers.run_action(
        lambda: do(tournament, form.parse()),
        lambda refused: _render_page(request, tournament, format_refusal(refused)),
        "special_prizes",
        slug=slug,
    )


def _render_page(request: HttpRequest, tournament: Tournament, text: str = "") -> HttpResponse:
    context = {"tournament": tournament, "shown": load_page(tournament), "problem": text}
    return view_helpers.render_page(
        request, "tournaments/results/final_results/special.html", context, status=400 if text else 200
    )
