"""Published results for everybody; publishing, drawing lots and giving up a round for the director."""

import uuid
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.book.access.permissions import find_actor
from tarockclub.platform.accounts import confirmation
from tarockclub.platform.accounts.permissions import director_only, find_account
from tournaments.core import view_helpers
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.forms import ActionForm, ReasonForm
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import find_round
from tournaments.hall.setup.actions import GiveUpRound
from tournaments.hall.standing.progress import find_progress, load_recent_progress
from tournaments.hall.standing.standing import RANK
from tournaments.models import Tournament
from tournaments.results.final_results.final_question import load_final_question
from tournaments.results.final_results.forms import PublicationForm
from tournaments.results.final_results.page import load_edition_page as one_edition
from tournaments.results.final_results.page import load_result_sections
from tournaments.results.final_results.services import draw_lots, publish_edition
from tournaments.results.standings.editions import load_standing_editions
from tournaments.results.standings.rows_html import render_blocks
from tournaments.results.standings.views import build_standing_preview

form_methods = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@never_cache
def show_results(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the published results; the director also sees the results to publish, and what is missing."""
    return _render_page(request, slug)


def _render_page(request: HttpRequest, slug: uuid.UUID, text: str = "") -> HttpResponse:
    account = find_account(request)
    stand = load_recent_progress(slug) if account is None else find_progress(slug)
    directs = view_helpers.is_director(request, stand.tournament)
    context = {
        "tournament": stand.tournament,
        "sections": load_result_sections(stand, directs=directs),
        "directs": directs,
        "staff": view_helpers.is_staff(request, stand.tournament),
        "problem": text,
    }
    return view_helpers.render_page(
        request, "tournaments/results/final_results/results.html", context, status=400 if text else 200
    )


def show_results_problem(request: HttpRequest, slug: uuid.UUID, problem_text: str) -> HttpResponse:
    """Show the results page with a problem."""
    return _render_page(request, slug, problem_text)


def run_posted_action(
    request: HttpRequest,
    slug: uuid.UUID,
    form: ActionForm,
    do: Callable[[Tournament, dict[str, Any]], object],
    render_problem: Callable[[Tournament, str], HttpResponse],
    page: str,
) -> HttpResponse:
    """Carry out a form's action and return to its page; a GET request only leads back."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return redirect(page, slug=slug)
    return view_helpers.run_action(
        lambda: do(tournament, form.parse()),
        lambda refused: render_problem(tournament, format_refusal(refused)),
        page,
        slug=slug,
    )


def _run_action(
    request: HttpRequest, slug: uuid.UUID, form: ActionForm, do: Callable[[Tournament, dict[str, Any]], object]
) -> HttpResponse:
    return run_posted_action(request, slug, form, do, lambda _row, text: _render_page(request, slug, text), "results")


@form_methods
@director_only
def handle_publication(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Publish the result of a round, or (0) the final one."""

    def do(tournament: Tournament, content: dict[str, Any]) -> object:
        of, by = find_round_number(slug, number), find_actor(request)
        reason, confirmed = content["reason"], content["confirmed"]
        return publish_edition(
            tournament.pk, content["key"], of, content["seen"], by, reason=reason, confirmed=confirmed
        )

    again = (
        request.method == "POST"
        and find_latest_edition(load_standing_editions(view_helpers.find_own_tournament(request, slug)), number)
        is not None
    )
    if again and (asked := confirmation.ask_for_password(request)) is not None:  # people have seen the first one
        return asked
    said = PublicationForm(request.POST).parse()
    if request.method == "POST" and number == FINAL and not said["asked"]:
        tournament = view_helpers.find_own_tournament(request, slug)
        if (question := load_final_question(find_progress(slug))) is not None:
            context = {"tournament": tournament, "question": question, "seen": said["seen"]}
            return view_helpers.render_page(request, "tournaments/results/final_results/publish_final.html", context)
    return _run_action(request, slug, PublicationForm(request.POST), do)


@form_methods
@director_only
def handle_lots(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Draw the lots that decide between equal ranks."""
    of = find_round_number(slug, number)

    def do(tournament: Tournament, content: dict[str, Any]) -> object:
        return draw_lots(tournament.pk, content["key"], of, RANK, find_actor(request))

    return _run_action(request, slug, ActionForm(request.POST), do)


@form_methods
@director_only
def handle_give_up(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Give up a round that was opened but not played."""

    def do(_tournament: Tournament, content: dict[str, Any]) -> object:
        here, who = find_round(slug, number).round, find_actor(request)
        return GiveUpRound(number=number).perform(here, content["key"], who, content["reason"])

    return _run_action(request, slug, ReasonForm(request.POST), do)


@require_safe
def show_edition(request: HttpRequest, slug: uuid.UUID, number: int, edition: int) -> HttpResponse:
    """Show a published result."""
    stand = load_recent_progress(slug)
    found = one_edition(stand, number, edition)
    if found is None:
        raise Http404
    blocks = render_blocks(found.shown, slug)
    context = {"tournament": stand.tournament, "of": number, "found": found, "blocks": blocks}
    preview = build_standing_preview(request, stand.tournament, number, _("Published result"))
    return view_helpers.render_page(
        request, "tournaments/results/final_results/edition.html", context | {"preview": preview}
    )


def find_round_number(slug: uuid.UUID, number: int) -> int:
    """Return a round's number, or raise Http404 if there is no such round; 0 means the whole tournament."""
    return find_round(slug, number).round.number if number else 0
