"""The prizes: their list, the next chooser, and the choices made."""

import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods

from scoring.access.permissions import find_actor
from scoring.settlement.forms import parse_cents
from tarockclub.accounts.permissions import director_only, must_direct, staff_only
from tarockclub.models import NAME_LENGTH
from tarockclub.text import clean_text, parse_reason
from tournaments import view_helpers
from tournaments.acts import ActionRefused
from tournaments.messages import format_refusal
from tournaments.models import Prize, Tournament
from tournaments.results.prizes import add_prize, record_choice, remove_prize
from tournaments.results.prizes_page import load_scope_sections
from tournaments.results.services import draw_lots
from tournaments.results.views import find_round_number
from tournaments.selectors import load_settings
from tournaments.standings.standing import CHOICE

form_methods = require_http_methods(["GET", "HEAD", "POST"])
_INVALID = -1


@form_methods
@staff_only
def handle_prizes(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the list of prizes; POST adds one."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_page(request, tournament)
    must_direct(request, tournament.club_id)
    name, cents = clean_text(request.POST.get("name", ""))[:NAME_LENGTH], parse_cents(request.POST.get("cost") or "0")
    of = _parse_number(request.POST.get("of", ""))
    return _run_action(
        request,
        slug,
        lambda row: add_prize(
            row.pk, view_helpers.parse_key(request), of, name, _INVALID if cents is None else cents, find_actor(request)
        ),
    )


@form_methods
@director_only
def handle_prize(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Remove a prize from the list."""

    def do(row: Tournament) -> object:
        prize = get_object_or_404(Prize, tournament=row, number=number)
        return remove_prize(prize, view_helpers.parse_key(request), find_actor(request))

    return _run_action(request, slug, do)


@form_methods
@director_only
def handle_choice(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Record a player's choice of the prizes of a round, or (0) of the whole tournament."""

    def do(row: Tournament) -> object:
        person, prize = (_parse_number(request.POST.get(name, "")) for name in ("person", "prize"))
        of = find_round_number(slug, number)
        return record_choice(
            row.pk,
            view_helpers.parse_key(request),
            of,
            person,
            prize,
            find_actor(request),
            reason=parse_reason(request.POST),
        )

    return _run_action(request, slug, do)


@form_methods
@director_only
def handle_choice_lots(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Draw the lots that decide which of several equal players chooses first."""
    of = find_round_number(slug, number)
    return _run_action(
        request, slug, lambda row: draw_lots(row.pk, view_helpers.parse_key(request), of, CHOICE, find_actor(request))
    )


def _run_action(request: HttpRequest, slug: uuid.UUID, do: Callable[[Tournament], object]) -> HttpResponse:
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return redirect("prizes", slug=slug)
    try:
        do(tournament)
    except ActionRefused as refused:
        return _render_page(request, tournament, format_refusal(refused))
    return view_helpers.redirect_saved("prizes", slug=slug)


def _render_page(request: HttpRequest, tournament: Tournament, told: str = "") -> HttpResponse:
    context = {
        "tournament": tournament,
        "scopes": load_scope_sections(tournament),
        "rounds": tournament.rounds.order_by("number").values_list("number", flat=True),
        "choosers": load_settings(tournament).choosers,
        "problem": told,
        "typed": request.POST if told else {},
    }
    return view_helpers.render_page(request, "results/prizes", context, status=400 if told else 200)


def _parse_number(text: str) -> int:
    """Return a number from the form; _INVALID if it is not a number, since 0 means nobody, nothing or everything."""
    found = view_helpers.parse_ids([text])
    return found[0] if found else _INVALID
