"""Published results for everybody; publishing, drawing lots and giving up a round for the director."""

import uuid
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.access.permissions import find_actor
from tarockclub.accounts import confirmation
from tarockclub.accounts.permissions import director_only, find_account
from tarockclub.models import Account
from tarockclub.text import parse_reason
from tournaments import view_helpers
from tournaments.acts import ActionRefused
from tournaments.messages import format_refusal
from tournaments.models import Tournament
from tournaments.results.final_question import load_final_question
from tournaments.results.page import load_edition_page as one_edition
from tournaments.results.page import load_sections
from tournaments.results.services import draw_lots, give_up_round, publish_edition
from tournaments.selectors import find_round
from tournaments.standings.editions import FINAL, find_latest, load_editions
from tournaments.standings.progress import find_progress, load_recent_progress
from tournaments.standings.rows_html import render_blocks
from tournaments.standings.standing import RANK

form_methods = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@never_cache
def show_results(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the published results; the director also sees the results to publish, and what is missing."""
    return _render_page(request, slug)


def _render_page(request: HttpRequest, slug: uuid.UUID, told: str = "") -> HttpResponse:
    account = find_account(request)
    stand = load_recent_progress(slug) if account is None else find_progress(slug)
    own = account is not None and account.club_id == stand.tournament.club_id
    directs = own and account is not None and account.role == Account.Role.DIRECTOR
    context = {
        "tournament": stand.tournament,
        "sections": load_sections(stand, directs=directs),
        "directs": directs,
        "staff": own,
        "problem": told,
    }
    return view_helpers.render_page(request, "results/results", context, status=400 if told else 200)


def show_results_problem(request: HttpRequest, slug: uuid.UUID, problem_text: str) -> HttpResponse:
    """Show the results page with a problem."""
    return _render_page(request, slug, problem_text)


def _run_action(request: HttpRequest, slug: uuid.UUID, do: Callable[[Tournament], object]) -> HttpResponse:
    """Carry out a form's action; a GET request only leads back."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return redirect("results", slug=slug)
    try:
        do(tournament)
    except ActionRefused as refused:
        return _render_page(request, slug, format_refusal(refused))
    return view_helpers.redirect_saved("results", slug=slug)


@form_methods
@director_only
def handle_publication(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Publish the result of a round, or (0) the final one."""

    def do(tournament: Tournament) -> object:
        of = find_round_number(slug, number)
        seen, confirmed = request.POST.get("seen", ""), request.POST.get("confirmed") == "1"
        key, reason = view_helpers.parse_key(request), parse_reason(request.POST)
        return publish_edition(tournament.pk, key, of, seen, find_actor(request), reason=reason, confirmed=confirmed)

    again = (
        request.method == "POST"
        and find_latest(load_editions(view_helpers.find_own_tournament(request, slug)), number) is not None
    )
    if again and (asked := confirmation.ask_for_password(request)) is not None:  # people have seen the first one
        return asked
    if request.method == "POST" and number == FINAL and "asked" not in request.POST:
        tournament = view_helpers.find_own_tournament(request, slug)
        if (question := load_final_question(find_progress(slug))) is not None:
            context = {"tournament": tournament, "question": question, "seen": request.POST.get("seen", "")}
            return view_helpers.render_page(request, "results/publish_final", context)
    return _run_action(request, slug, do)


@form_methods
@director_only
def handle_lots(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Draw the lots that decide between equal ranks."""
    of = find_round_number(slug, number)
    return _run_action(
        request, slug, lambda row: draw_lots(row.pk, view_helpers.parse_key(request), of, RANK, find_actor(request))
    )


@form_methods
@director_only
def handle_give_up(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Give up a round that was opened but not played."""

    def do(_tournament: Tournament) -> object:
        return give_up_round(
            find_round(slug, number).round,
            view_helpers.parse_key(request),
            parse_reason(request.POST),
            find_actor(request),
        )

    return _run_action(request, slug, do)


@require_safe
def show_edition(request: HttpRequest, slug: uuid.UUID, number: int, edition: int) -> HttpResponse:
    """Show a published result."""
    stand = load_recent_progress(slug)
    found = one_edition(stand, number, edition)
    if found is None:
        raise Http404
    blocks = render_blocks(found.shown, slug)
    context = {"tournament": stand.tournament, "of": number, "found": found, "blocks": blocks}
    return view_helpers.render_page(request, "results/edition", context)


def find_round_number(slug: uuid.UUID, number: int) -> int:
    """Return a round's number, or raise Http404 if there is no such round; 0 means the whole tournament."""
    return find_round(slug, number).round.number if number else 0
