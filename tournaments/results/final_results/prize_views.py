"""The prizes: their list, the next chooser, and the choices made."""

import uuid
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from scoring.book.access.permissions import find_actor
from tarockclub.platform.accounts.permissions import must_direct
from tournaments.core import view_helpers
from tournaments.core.forms import ActionForm
from tournaments.core.selectors import load_settings
from tournaments.hall.standing.standing import CHOICE
from tournaments.models import Prize, Tournament
from tournaments.results.final_results.forms import ChoiceForm, PrizeForm
from tournaments.results.final_results.prizes import add_prize, record_choice, remove_prize
from tournaments.results.final_results.prizes_page import load_scope_sections
from tournaments.results.final_results.services import draw_lots
from tournaments.results.final_results.views import find_round_number, run_posted_action


def handle_prizes(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the list of prizes; POST adds one."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_page(request, tournament)
    must_direct(request, tournament.club_id)

    def do(row: Tournament, content: dict[str, Any]) -> object:
        return add_prize(row.pk, content["key"], content["of"], content["name"], content["cost"], find_actor(request))

    return _run_action(request, slug, PrizeForm(request.POST), do)


def handle_prize(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Remove a prize from the list."""

    def do(row: Tournament, content: dict[str, Any]) -> object:
        prize = get_object_or_404(Prize, tournament=row, number=number)
        return remove_prize(prize, content["key"], find_actor(request))

    return _run_action(request, slug, ActionForm(request.POST), do)


def handle_choice(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Record a player's choice of the prizes of a round, or (0) of the whole tournament."""

    def do(row: Tournament, content: dict[str, Any]) -> object:
        of, by = find_round_number(slug, number), find_actor(request)
        return record_choice(
            row.pk, content["key"], of, content["person"], content["prize"], by, reason=content["reason"]
        )

    return _run_action(request, slug, ChoiceForm(request.POST), do)


def handle_choice_lots(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Draw the lots that decide which of several equal players chooses first."""
    of = find_round_number(slug, number)

    def do(row: Tournament, content: dict[str, Any]) -> object:
        return draw_lots(row.pk, content["key"], of, CHOICE, find_actor(request))

    return _run_action(request, slug, ActionForm(request.POST), do)


def _run_action(
    request: HttpRequest, slug: uuid.UUID, form: ActionForm, do: Callable[[Tournament, dict[str, Any]], object]
) -> HttpResponse:
    def render_problem(tournament: Tournament, text: str) -> HttpResponse:
        return _render_page(request, tournament, text, form.data)

    return run_posted_action(request, slug, form, do, render_problem, "prizes")


def _render_page(request: HttpRequest, tournament: Tournament, text: str = "", typed: Any = ()) -> HttpResponse:
    context = {
        "tournament": tournament,
        "scopes": load_scope_sections(tournament),
        "rounds": tournament.rounds.order_by("number").values_list("number", flat=True),
        "choosers": load_settings(tournament).choosers,
        "problem": text,
        "typed": typed,
    }
    return view_helpers.render_page(
        request, "tournaments/results/final_results/prizes.html", context, status=400 if text else 200
    )
