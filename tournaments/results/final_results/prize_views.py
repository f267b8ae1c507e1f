"""The prizes: their list, the next chooser, and the choices made."""

import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.core import view_helpers
from tournaments.core.actions.pages import build_action_form, perform_posted
from tournaments.core.selectors import load_settings
from tournaments.hall.standing.standing import CHOICE
from tournaments.models import Tournament
from tournaments.results.final_results.lot_actions import DrawLots
from tournaments.results.final_results.prize_actions import AddPrize, ChoosePrize, RemovePrize
from tournaments.results.final_results.prizes_page import load_scope_sections
from tournaments.results.final_results.scopes import find_own_scope
from tournaments.results.final_results.views import run_posted_action


def handle_prizes(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the list of prizes; POST adds one."""
    if request.method != "POST":
        return _render_page(request, view_helpers.find_own_tournament(request, slug))
    return _run_action(request, slug, lambda row: perform_posted(request, row, AddPrize))


def handle_prize(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Remove a prize from the list."""
    return _run_action(request, slug, lambda row: perform_posted(request, row, RemovePrize, prize=number))


def handle_choice(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Record a player's choice of the prizes of a round, or (0) of the whole tournament."""

    def do(_row: Tournament) -> None:
        sent = build_action_form(ChoosePrize)(request.POST).parse()
        choice = ChoosePrize.build(person=sent["person"], prize=sent["prize"])  # the page names the prize by its id
        spot, by = find_own_scope(request, slug, number), view_helpers.get_director(request)
        choice.perform(spot, sent["key"], by, sent["reason"])

    return _run_action(request, slug, do)


def handle_choice_lots(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Draw the lots that decide which of several equal players chooses first."""
    spot = find_own_scope(request, slug, number)
    return _run_action(request, slug, lambda _row: perform_posted(request, spot, DrawLots, what=CHOICE))


def _run_action(request: HttpRequest, slug: uuid.UUID, do: Callable[[Tournament], object]) -> HttpResponse:
    return run_posted_action(request, slug, do, partial(_render_page, request, typed=request.POST), "prizes")


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
